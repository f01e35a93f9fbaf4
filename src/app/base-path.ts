/** The router's base path without a closing slash: '' at the root, else '/recoup'. From `<base href>`. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/+$/, '');

/** The business time zone, as the server wrote it into the page; null when it did not. */
export function pageTimeZone(): string | null {
  const meta = document.querySelector('meta[name="recoup-time-zone"]');
  return meta?.getAttribute('content') ?? null;
}
