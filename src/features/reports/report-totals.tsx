import type { DispositionReport } from '../../../contract/report.ts';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { ReportChannel } from './report-queries.ts';

/** The range's sums over all pages, to the rupee. */
export function ReportTotals({
  channel,
  totals,
}: {
  channel: ReportChannel;
  totals: DispositionReport['totals'];
}) {
  const t = useText();
  return (
    <StatTiles>
      <StatTile
        label={t(channel === 'CALL' ? 'reports.calls' : 'reports.visits')}
        value={formatCount(totals.count)}
        comparison={t('reports.onLoans', { count: totals.loanCount })}
      />
      <ReportMoney channel={channel} totals={totals} />
      <StatTile
        label={t('reports.promised')}
        value={formatRupees(totals.promiseAmount)}
        comparison={t('reports.promiseCount', { count: totals.promiseCount })}
      />
    </StatTiles>
  );
}

/** What was receipted on visits, or claimed on calls, and what payments of these days verify. */
function ReportMoney({
  channel,
  totals: { claimed, receipted, verified },
}: {
  channel: ReportChannel;
  totals: DispositionReport['totals'];
}) {
  const t = useText();
  const isCall = channel === 'CALL';
  const own = isCall ? claimed : receipted;
  return (
    <>
      {own !== null && (
        <StatTile
          label={t(isCall ? 'money.claimed' : 'money.receipted')}
          value={formatRupees(own)}
        />
      )}
      {verified !== null && <StatTile label={t('money.verified')} value={formatRupees(verified)} />}
    </>
  );
}
