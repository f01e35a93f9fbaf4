/** An address whose user and password can be read: a percent sign in a password is written %25 there. */
export function isReadableUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, pathname } = new URL(text);
  try {
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
}
