/*
 * What a template may say of a loan, and how long a text is: the same on the server and on the screen that writes it.
 */

/** What a placeholder stands for: words as they are, whole rupees as ₹1,23,456, days as DD-MM-YYYY. */
export type PlaceholderKind = 'text' | 'amount' | 'day' | 'number';

/** The placeholders of templates, `{Customer_Name}`, with what they stand for. */
export const PLACEHOLDERS = {
  Customer_Name: 'text',
  Loan_ID: 'text',
  Client_Name: 'text',
  Product: 'text',
  Branch: 'text',
  City: 'text',
  Bucket: 'text',
  DPD: 'number',
  Loan_Amount: 'amount',
  EMI_Amount: 'amount',
  Principal_Outstanding: 'amount',
  Interest_Outstanding: 'amount',
  Penalty_Amount: 'amount',
  Total_Due_Amount: 'amount',
  Due_Date: 'day',
  Last_Payment_Date: 'day',
  Last_Payment_Amount: 'amount',
  promiseDate: 'day',
  promiseAmount: 'amount',
  collectorName: 'text',
} as const satisfies Record<string, PlaceholderKind>;

/** A placeholder's name. */
export type Placeholder = keyof typeof PLACEHOLDERS;

/** A name in braces. */
export const PLACEHOLDER = /\{([^{}]*)\}/g;

/** The names that stand in braces in a text, each once, in their order. */
export function placeholdersOf(body: string): string[] {
  return [...new Set([...body.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ''))];
}

/** Whether each brace of a text belongs to a placeholder: borrowers would read any other one. */
export function hasBracesInPairs(body: string): boolean {
  return !/[{}]/.test(body.replaceAll(PLACEHOLDER, ''));
}

/** Those of a text's placeholders that there are not. */
export function unknownPlaceholders(body: string): string[] {
  return placeholdersOf(body).filter((name) => !Object.hasOwn(PLACEHOLDERS, name));
}

const GSM7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Two characters each: an escape stands before them. */
const GSM7_ESCAPED = new Set('\f^{}\\[~]|€');

/** How a text goes as SMS. `length` is in the encoding's units: septets, or UTF-16 code units. */
export interface SmsLength {
  encoding: 'GSM-7' | 'UCS-2';
  length: number;
  segments: number;
  /** How many units still fit into the last segment. */
  left: number;
}

/**
 * How many SMS a text makes (3GPP TS 23.038, 23.040): 160 septets or 70 code units in one, 153 or 67 in each of several;
 * no escape sequence and no surrogate pair is cut apart.
 */
export function smsLength(text: string): SmsLength {
  const characters = Array.from(text);
  const isGsm = characters.every((one) => GSM7.has(one) || GSM7_ESCAPED.has(one));
  const sizes = characters.map((one) => (isGsm ? (GSM7.has(one) ? 1 : 2) : one.length));
  const length = sizes.reduce((sum, size) => sum + size, 0);
  const encoding = isGsm ? 'GSM-7' : 'UCS-2';
  const single = isGsm ? 160 : 70;
  if (length <= single) return { encoding, length, segments: 1, left: single - length };
  const room = isGsm ? 153 : 67;
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > room) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, length, segments, left: room - used };
}
