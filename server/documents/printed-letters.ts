/** Letters that the documents' fonts lack: of other scripts than Latin and Devanagari. */
const UNPRINTED =
  /(?![\p{Script=Latin}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}])[\p{L}\p{M}\p{N}]/gu;
/** Pictures, and signs that turn the direction of writing: nobody reads them aloud. */
const UNSAID =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\uFE0F\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Whether a text has letters that a document cannot show. */
export const hasUnprinted = (text: string): boolean => text.search(UNPRINTED) !== -1;

const printedText = (text: string): string => text.replace(UNSAID, '').replace(UNPRINTED, '?');

/** A document's texts as its fonts can show them: a sign stands where a letter is missing, never nothing. */
export function printed<Value>(value: Value): Value {
  if (typeof value === 'string') return printedText(value) as Value;
  if (Array.isArray(value)) return value.map((one: unknown) => printed(one)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]: [string, unknown]) => [key, printed(one)]);
  return Object.fromEntries(entries) as Value;
}
