import type { ClientLanding } from '../../../contract/organisation-dashboard.ts';
import { Chart } from '../../components/chart.tsx';
import { Panel } from '../../components/page.tsx';
import { formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './organisation-dashboards.module.css';

/** What was recovered of a lender's loans on each of the last 30 days. */
export function RecoveredChart({ recovered }: { recovered: ClientLanding['recovered'] }) {
  const t = useText();
  return (
    <Panel title={t('organisation.verifiedDays')}>
      <Chart
        label={t('organisation.verifiedDays')}
        categoryTitle={t('words.day')}
        categories={recovered.days.map(({ day }) => formatDay(day).slice(0, 5))}
        unit="rupees"
        series={[
          {
            name: t('money.verified'),
            values: recovered.days.map(({ amount }) => amount),
            tone: 'accent',
          },
        ]}
      />
      <p className={classes.note}>
        {t('organisation.lastMonthWas', { amount: formatRupees(recovered.lastMonth) })}
      </p>
    </Panel>
  );
}
