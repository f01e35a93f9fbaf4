import type { Money } from '../../contract/collected.ts';
import { formatRupees } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';
import { StatTile } from './stat-tile.tsx';
import type { StatTileProps } from './stat-tile.tsx';

/** What was collected, and under it how much is verified, receipted, claimed; a lender's people see what is verified. */
export function CollectedTile({
  money,
  comparison,
  ...rest
}: Omit<StatTileProps, 'value' | 'note'> & { money: Money }) {
  const t = useText();
  const { claimed, receipted, verified, collected } = money;
  const parts =
    claimed === null || receipted === null
      ? undefined
      : t('money.parts', {
          verified: formatRupees(verified),
          receipted: formatRupees(receipted),
          claimed: formatRupees(claimed),
        });
  return (
    <StatTile
      {...rest}
      value={formatRupees(collected)}
      {...(comparison !== undefined && { comparison })}
      {...(parts !== undefined && { note: parts })}
    />
  );
}
