import type { Collected } from '../../../contract/organisation-dashboard.ts';
import { Chart } from '../../components/chart.tsx';
import { Panel } from '../../components/page.tsx';
import { formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './organisation-dashboards.module.css';

const WEEK = 7;

/** The last seven days beside the seven before them, weekday by weekday. */
export function CollectedChart({ collected }: { collected: Collected }) {
  const t = useText();
  const week = collected.days.slice(WEEK);
  const before = collected.days.slice(0, WEEK);
  return (
    <Panel title={t('organisation.collectedDays')}>
      <Chart
        label={t('organisation.collectedDays')}
        categoryTitle={t('words.day')}
        categories={week.map(({ day }) => formatDay(day).slice(0, 5))}
        unit="rupees"
        series={[
          {
            name: t('organisation.sevenDaysBefore'),
            values: before.map(({ amount }) => amount),
            tone: 'quiet',
          },
          {
            name: t('organisation.lastSevenDays'),
            values: week.map(({ amount }) => amount),
            tone: 'accent',
          },
        ]}
      />
      <p className={classes.note}>
        {t('organisation.yesterdayWas', {
          amount: formatRupees(collected.yesterday),
          before: formatRupees(collected.weekBeforeYesterday),
        })}
      </p>
    </Panel>
  );
}
