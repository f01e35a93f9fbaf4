import { DayInput } from '../../components/day-input.tsx';
import type { UrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { reportRange } from './report-filters.ts';
import type { REPORT_FILTERS } from './report-filters.ts';
import classes from './reports.module.css';

/** The days of a report, always shown with what holds when nothing is chosen (spec 9). */
export function ReportRange({ url }: { url: UrlFilters<typeof REPORT_FILTERS> }) {
  const t = useText();
  const { gte, lte } = reportRange(url);
  return (
    <fieldset className={classes.range} aria-label={t('reports.range')}>
      <DayInput
        className={classes.day ?? ''}
        label={t('common.from')}
        value={gte}
        max={lte}
        onChange={(day) => url.change({ gte: day })}
      />
      <DayInput
        className={classes.day ?? ''}
        label={t('common.to')}
        value={lte}
        min={gte}
        onChange={(day) => url.change({ lte: day })}
      />
    </fieldset>
  );
}
