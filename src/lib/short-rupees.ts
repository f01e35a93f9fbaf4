import { decimalText } from '../../contract/rupees.ts';
import { formatRupees } from './money.ts';
import { text } from './texts/texts.ts';

const LAKH = 100_000;
const CRORE = 10_000_000;

/** A large amount for a tile, in the reader's language: ₹4.2 L, ₹1.25 Cr; below one lakh it is written out. */
export function formatRupeesShort(amount: number): string {
  const size = Math.abs(amount);
  if (size < LAKH) return formatRupees(amount);
  const value = size < CRORE ? size / LAKH : size / CRORE;
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const unit = text()(size < CRORE ? 'widgets.lakh' : 'widgets.crore');
  return `${amount < 0 ? '-' : ''}₹${decimalText(Number(value.toFixed(digits)))} ${unit}`;
}
