import { UNPRINTED } from '../../contract/printed-text.ts';

/** Pictures, and signs that turn the direction of writing: nobody reads them aloud. */
const UNSAID =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\uFE0F\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

const printedText = (text: string): string => text.replace(UNSAID, '').replace(UNPRINTED, '?');

/** A document's texts as its fonts can show them: a sign stands where a letter is missing, never nothing. */
export function printed<Value>(value: Value): Value {
  if (typeof value === 'string') return printedText(value) as Value;
  if (Array.isArray(value)) return value.map((one: unknown) => printed(one)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]: [string, unknown]) => [key, printed(one)]);
  return Object.fromEntries(entries) as Value;
}
