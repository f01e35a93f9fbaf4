import { formatPaise } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';
import { Notice } from './notice.tsx';

/** By how much a file's amounts were rounded to whole rupees, in all; nothing where none was. */
export function RoundingNotice({
  rounding,
}: {
  rounding: { cells: number; paise: number } | null;
}) {
  const t = useText();
  if (rounding === null || rounding.cells === 0) return null;
  const { cells, paise } = rounding;
  const way = paise === 0 ? 'roundedEven' : paise > 0 ? 'roundedUp' : 'roundedDown';
  return (
    <Notice tone="info" title={t('common.rounded', { count: cells })}>
      {t(`common.${way}`, { amount: formatPaise(Math.abs(paise)) })}
    </Notice>
  );
}
