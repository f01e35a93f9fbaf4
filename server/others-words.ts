/** A shorter secret would take ordinary words out with it. */
const SHORTEST_SECRET = 6;

/** What another server says about a failure: one line, without the secrets that it may repeat. */
export function othersWords(told: string, secrets: readonly string[], most: number): string {
  let words = told.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  // The longest first: what is a part of another would leave the rest of it to be read.
  for (const secret of secrets.toSorted((a, b) => b.length - a.length))
    if (secret.length >= SHORTEST_SECRET) words = words.replaceAll(secret, '•••');
  return words.slice(0, most);
}
