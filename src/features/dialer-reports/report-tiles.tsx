import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { formatDuration } from '../../lib/duration.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { percentOf } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { ReportFigures } from './report-queries.ts';

/** The sums of all pages: where the time went, and what calls brought where the report has them. */
export function ReportTiles({ totals }: { totals: ReportFigures }) {
  const t = useText();
  const share = (seconds: number) => ({
    comparison: t('dialerReports.share', { percent: percentOf(seconds, totals.loggedInSeconds) }),
  });
  const { callCount, connectCount = 0, promiseCount = 0, claimed, verified } = totals;
  return (
    <StatTiles>
      <StatTile label={t('words.loggedIn')} value={formatDuration(totals.loggedInSeconds)} />
      <StatTile
        label={t('words.talk')}
        value={formatDuration(totals.talkSeconds)}
        {...share(totals.talkSeconds)}
      />
      {callCount === undefined ? (
        <>
          <StatTile
            label={t('dialerReports.wait')}
            value={formatDuration(totals.waitSeconds)}
            {...share(totals.waitSeconds)}
          />
          <StatTile
            label={t('words.breaks')}
            value={formatDuration(totals.breakSeconds)}
            {...share(totals.breakSeconds)}
          />
        </>
      ) : (
        <>
          <StatTile
            label={t('dialerReports.callCount')}
            value={formatCount(callCount)}
            comparison={t('dialerReports.connected', { count: connectCount })}
          />
          <StatTile
            label={t(verified === undefined ? 'money.claimed' : 'money.verified')}
            value={formatRupees(verified ?? claimed)}
            comparison={t('words.promiseCount', { count: promiseCount })}
          />
        </>
      )}
    </StatTiles>
  );
}
