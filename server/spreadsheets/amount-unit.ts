/*
 * Amounts that a heading tells in a larger unit: "Outstanding (Rs. in Lakhs)" with 1.25 below it is ₹1,25,000.
 */

const UNITS = [
  { words: 'crores?|crs?', rupees: 10_000_000 },
  { words: 'lakhs?|lacs?|lakh?s?|लाख', rupees: 100_000 },
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

/** A number of such a unit in rupees, exact to the paisa; the text itself where no number stands in it. */
export function inRupees(text: string, unit: number): string {
  const found = /(\d[\d,]*)?(?:\.(\d+))?/.exec(text.replace(/^\D*?(?=\.?\d)/, ''));
  const whole = found?.[1]?.replaceAll(',', '') ?? '';
  const fraction = found?.[2] ?? '';
  if (found === null || whole + fraction === '') return text;
  const zeros = String(unit).length - 1;
  const digits = (fraction + '0'.repeat(zeros)).slice(0, zeros);
  const rest = fraction.slice(zeros);
  const number = `${whole === '' ? '0' : whole}${digits}`.replace(/^0+(?=\d)/, '');
  const start = text.search(/\.?\d/);
  const told = text.slice(start, start + found[0].length);
  return text.replace(told, rest === '' ? number : `${number}.${rest}`);
}
