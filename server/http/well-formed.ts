/** Half of a character that takes two: left over where a text was cut. PostgreSQL refuses it in JSON. */
const halfCharacter = /\p{Surrogate}/u;
const halfCharacters = /\p{Surrogate}/gu;

/** No call takes more than a few levels; deeper ones are refused by its schema. */
const MOST_LEVELS = 16;

/** A text of a request with halves of characters replaced: what was cut out of a longer one may begin or end with one. */
export const wellFormedText = (text: string): string =>
  halfCharacter.test(text) ? text.replace(halfCharacters, '\ufffd') : text;

/**
 * A value of a request with halves of characters replaced by the sign for what is unreadable: an emoji that a program cut
 * in two must not cost the whole text. What has none is returned as it is.
 */
export function wellFormed(value: unknown, level = 0): unknown {
  if (typeof value === 'string') return wellFormedText(value);
  if (typeof value !== 'object' || value === null || level > MOST_LEVELS) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => wellFormed(item, level + 1));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  const entries = Object.entries(value);
  const made = entries.map(
    ([key, item]) => [wellFormedText(key), wellFormed(item, level + 1)] as const,
  );
  const isWhole = made.every(
    ([key, item], at) => key === entries[at]?.[0] && item === entries[at]?.[1],
  );
  return isWhole ? value : Object.fromEntries(made);
}
