import { shortenRupees } from './money.ts';
import { text } from './texts/texts.ts';

/** A large amount for a tile, in the reader's language: ₹4.2 L, ₹1.25 Cr; below one lakh it is written out. */
export function formatRupeesShort(amount: number): string {
  const t = text();
  return shortenRupees(amount, { lakh: t('widgets.lakh'), crore: t('widgets.crore') });
}
