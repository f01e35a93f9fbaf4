import {
  PLACEHOLDER,
  PLACEHOLDERS,
  placeholdersOf,
  smsLength,
} from '../../contract/message-text.ts';
import type { Placeholder } from '../../contract/message-text.ts';
import { MESSAGE_TEXT_MAX } from '../../contract/message-template.ts';
import type { MessageChannel, MessageLanguage } from '../../contract/message-template.ts';
import type { Loan } from '../../contract/loan.ts';
import { rupeesText } from '../../contract/rupees.ts';

/** The longest value that a placeholder is filled in with: a name of a lender's file may be of any length. */
const VALUE_MAX = 100;

/** What fills the placeholders; a loan has all of it. */
export type FillingLoan = Pick<Loan, Placeholder | 'Unverified_Amount'>;

/** What stands beside the due while agents have collected money that no payment confirms yet. */
const BESIDE_DUE: Readonly<Partial<Record<MessageLanguage, (receivedText: string) => string>>> = {
  en: (receivedText) => `${receivedText} received, not yet verified`,
  hi: (receivedText) => `${receivedText} मिले, सत्यापन बाकी`,
};

/** A placeholder's value as a borrower reads it; null when the loan has none. */
function shown(loan: FillingLoan, name: Placeholder, language: MessageLanguage): string | null {
  const value = loan[name];
  if (value === null || value === '') return null;
  const kind = PLACEHOLDERS[name];
  if (name === 'Total_Due_Amount' && (loan.Unverified_Amount ?? 0) > 0) {
    const beside = BESIDE_DUE[language] ?? BESIDE_DUE.en;
    return `${rupeesText(Number(value))} (${beside?.(rupeesText(loan.Unverified_Amount ?? 0))})`;
  }
  if (kind === 'amount') return rupeesText(Number(value));
  if (kind === 'day') return String(value).split('-').toReversed().join('-');
  // Values come from lenders' files: line ends and control characters have no place in a message.
  return String(value)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, VALUE_MAX);
}

/** A text with its placeholders filled in, or which of them could not be. */
export interface FilledText {
  readonly text: string;
  readonly unknown: string[];
  readonly missing: string[];
}

/**
 * Fills a template's placeholders with a loan's values. What there is no value for stays in its braces and is named:
 * such a text is not sent.
 */
export function fillTemplate(
  body: string,
  loan: FillingLoan,
  language: MessageLanguage = 'en',
): FilledText {
  const unknown: string[] = [];
  const missing: string[] = [];
  const values = new Map<string, string>();
  for (const name of placeholdersOf(body)) {
    if (!Object.hasOwn(PLACEHOLDERS, name)) {
      unknown.push(name);
      continue;
    }
    const value = shown(loan, name as Placeholder, language);
    if (value === null) missing.push(name);
    else values.set(name, value);
  }
  const text = body.replace(PLACEHOLDER, (whole, name: string) => values.get(name) ?? whole);
  return { text, unknown, missing };
}

/** How many messages a text makes; a WhatsApp message is always one. */
export function segmentsOf(channel: MessageChannel, text: string): number {
  return channel === 'SMS' ? smsLength(text).segments : 1;
}

/** Whether a filled text is longer than any provider takes. */
export function isTooLong(text: string): boolean {
  return text.length > 2 * MESSAGE_TEXT_MAX;
}
