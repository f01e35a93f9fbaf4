import type { CallFigures } from '../../../contract/predictive-report.ts';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { formatDuration } from '../../lib/duration.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { percentText } from './figure-words.ts';

/** The sums of everything that is filtered. */
export function ReportTotals({ totals }: { totals: CallFigures }) {
  const t = useText();
  const word = (key: 'answered' | 'connected' | 'talk' | 'wait') => t(`predictiveReport.${key}`);
  return (
    <StatTiles>
      <StatTile
        label={t('predictiveReport.placed')}
        value={formatCount(totals.placed)}
        comparison={`${word('answered')} ${formatCount(totals.answered)}`}
      />
      <StatTile label={word('connected')} value={formatCount(totals.connected)} />
      <StatTile
        label={t('predictiveReport.abandoned')}
        value={formatCount(totals.abandoned)}
        comparison={t('predictiveReport.ofAnswered', {
          percent: percentText(totals.abandonedPercent),
        })}
      />
      <StatTile
        label={t('predictiveReport.occupancy')}
        value={percentText(totals.occupancyPercent)}
        comparison={`${word('talk')} ${formatDuration(totals.talkSeconds)} · ${word('wait')} ${formatDuration(totals.waitSeconds)}`}
      />
    </StatTiles>
  );
}
