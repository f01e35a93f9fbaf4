import { plainSigns } from '../../contract/amount-text.ts';

/*
 * Amounts that a heading tells in a larger unit: "Outstanding (Rs. in Lakhs)" with 1.25 below it is ₹1,25,000.
 */

const UNITS = [
  // Not "Cr": that is what stands to the borrower's credit.
  { words: 'crores?|करोड़', rupees: 10_000_000 },
  { words: 'lakhs?|lacs?|लाख', rupees: 100_000 },
  { words: `thousands?|[’']?000[’']?s?|हज़ार|हजार`, rupees: 1000 },
] as const;

const money = String.raw`(?:rs\.?|inr|rupees|₹|रु\.?)\s*`;
const PATTERNS = UNITS.map(({ words, rupees }) => ({
  rupees,
  // In brackets, or after "in"; "Thousand Lights branch" and "Lakhs Colony" are no units.
  told: new RegExp(
    String.raw`[([]\s*(?:amounts?\s*)?(?:${money})?(?:in\s+)?(?:${money})?(?:${words})\s*[)\]]|(?<!\p{L})(?:${money})?in\s+(?:${money})?(?:${words})(?!\p{L})`,
    'iu',
  ),
}));

/** How many rupees one of a heading's amounts stands for: 1 unless it tells otherwise. */
export function amountUnitOf(header: string): number {
  return PATTERNS.find(({ told }) => told.test(header))?.rupees ?? 1;
}

/** A heading without its unit. */
export function withoutAmountUnit(header: string): string {
  return PATTERNS.reduce((text, { told }) => text.replace(told, ' '), header)
    .replace(/\s+/g, ' ')
    .trim();
}

const number = /^([^\d.]*)(?:(\d[\d,]*)(?:\.(\d*))?|\.(\d+))(\D*)$/;

/** A number of such a unit in rupees, exact to the paisa; the text itself where it is no single number. */
export function inRupees(text: string, unit: number): string {
  const told = plainSigns(text)
    .replace(/\s/g, '')
    .replace(/rs\.?|inr|₹/gi, '');
  const found = number.exec(told);
  if (found === null) return text;
  const [, before = '', whole = '0', part = '', partAlone = '', after = ''] = found;
  const fraction = part + partAlone;
  const zeros = String(unit).length - 1;
  const digits = whole.replaceAll(',', '') + fraction.slice(0, zeros).padEnd(zeros, '0');
  const paise = fraction.slice(zeros);
  const rupees = digits.replace(/^0+(?=\d)/, '') + (paise === '' ? '' : `.${paise}`);
  return before + rupees + after;
}
