import { useState } from 'react';
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
  // Both days are asked for (spec 5): an emptied one says so, and what is shown stays that of the days before.
  const [missing, setMissing] = useState<'gte' | 'lte' | null>(null);
  const change = (key: 'gte' | 'lte') => (day: string | null) => {
    setMissing(day === null ? key : null);
    if (day !== null) url.change({ [key]: day });
  };
  const needed = (key: 'gte' | 'lte') => missing === key && { error: t('problems.date-missing') };
  return (
    <fieldset className={classes.range} aria-label={t('reports.range')}>
      <DayInput
        className={classes.day ?? ''}
        label={t('common.from')}
        value={missing === 'gte' ? null : gte}
        max={lte}
        isRequired
        isClearable
        {...needed('gte')}
        onChange={change('gte')}
      />
      <DayInput
        className={classes.day ?? ''}
        label={t('common.to')}
        value={missing === 'lte' ? null : lte}
        min={gte}
        isRequired
        isClearable
        {...needed('lte')}
        onChange={change('lte')}
      />
    </fieldset>
  );
}
