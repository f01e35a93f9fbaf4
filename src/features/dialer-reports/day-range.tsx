import { DayInput } from '../../components/day-input.tsx';
import type { FilterAccess } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { ReportDays } from './report-days.ts';
import classes from './dialer-reports.module.css';

/** The days of a report, the current month at first (spec 9). */
export function DayRange({ days, filters }: { days: ReportDays; filters: FilterAccess }) {
  const t = useText();
  return (
    <fieldset className={classes.range} aria-label={t('dialerReports.range')}>
      <DayInput
        className={classes.day ?? ''}
        label={t('common.from')}
        value={days.gte}
        max={days.lte}
        onChange={(gte) => filters.change({ gte })}
      />
      <DayInput
        className={classes.day ?? ''}
        label={t('common.to')}
        value={days.lte}
        min={days.gte}
        onChange={(lte) => filters.change({ lte })}
      />
    </fieldset>
  );
}
