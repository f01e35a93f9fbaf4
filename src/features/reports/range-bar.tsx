import { Select } from '@mantine/core';
import { presetDays, REPORT_PRESETS } from '../../../contract/report-days.ts';
import type { ReportDays } from '../../../contract/report-days.ts';
import { DayRange } from '../../components/day-range.tsx';
import type { FilterAccess } from '../../components/use-url-filters.ts';
import { today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { presetOf } from './report-days.ts';
import classes from './reports.module.css';

/** The days of a report: a preset, or any two. */
export function RangeBar({ days, filters }: { days: ReportDays; filters: FilterAccess }) {
  const t = useText();
  const preset = presetOf(days);
  return (
    <DayRange
      label={t('words.days')}
      days={days}
      onChange={filters.change}
      before={
        <Select
          className={classes.preset}
          label={t('reportWords.presets')}
          allowDeselect={false}
          value={preset ?? 'custom'}
          data={[
            ...REPORT_PRESETS.map((value) => ({
              value: value as string,
              label: t(`reportWords.preset.${value}`),
            })),
            ...(preset === null
              ? [{ value: 'custom', label: t('reportWords.preset.custom') }]
              : []),
          ]}
          onChange={(value) => {
            const chosen = REPORT_PRESETS.find((each) => each === value);
            if (chosen !== undefined) filters.change({ ...presetDays(chosen, today()) });
          }}
        />
      }
    />
  );
}
