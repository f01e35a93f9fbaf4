/** Hands a file to the person: the browser saves it under its name. Needs a page. */
export function saveBlob({ blob, fileName }: { blob: Blob; fileName: string }): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the blob after the click; freeing it at once would cut the download short.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
