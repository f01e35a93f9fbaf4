/** Follows a link as a click on it does: that of a telephone number opens the program that calls. */
export function followLink(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
