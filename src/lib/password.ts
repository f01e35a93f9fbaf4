/** No letters or digits that are taken for one another when a password is read out (0 and O, 1, l and I). */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A strong password (over 90 bits by the browser's own randomness) in groups that can be read out over a phone. */
export function makePassword(): string {
  return Array.from({ length: GROUPS }, makeGroup).join('-');
}

function makeGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[below(ALPHABET.length)]).join('');
}

/** A random whole number below a limit of at most 256, each as likely as the others. */
function below(limit: number): number {
  const most = 256 - (256 % limit);
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while ((byte[0] ?? 0) >= most);
  return (byte[0] ?? 0) % limit;
}
