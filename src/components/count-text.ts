import { formatCount } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';

/** A count in words: "1,234", or "about 10,00,000" where it isn't exact; null for none. */
export function useCountText(count: number | null, isExact = true): string | null {
  const t = useText();
  if (count === null) return null;
  const total = formatCount(count);
  return isExact ? total : t('table.about', { total });
}
