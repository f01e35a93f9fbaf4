import { Select } from '@mantine/core';
import { useState } from 'react';
import { presetDays, REPORT_PRESETS } from '../../../contract/report-days.ts';
import type { ReportDays } from '../../../contract/report-days.ts';
import { DayInput } from '../../components/day-input.tsx';
import type { FilterAccess } from '../../components/use-url-filters.ts';
import { today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { presetOf } from './report-days.ts';
import classes from './reports.module.css';

/** The days of a report: a preset, or any two. */
export function RangeBar({ days, filters }: { days: ReportDays; filters: FilterAccess }) {
  const t = useText();
  const preset = presetOf(days);
  // Both days are asked for: an emptied one says so, and what is shown stays that of the days before.
  const [missing, setMissing] = useState<keyof ReportDays | null>(null);
  const dayOf = (key: keyof ReportDays) => ({
    value: missing === key ? null : days[key],
    isRequired: true,
    isClearable: true,
    ...(missing === key && { error: t('problems.date-missing') }),
    onChange: (day: string | null) => {
      setMissing(day === null ? key : null);
      if (day !== null) filters.change({ [key]: day });
    },
  });
  return (
    <fieldset className={classes.range} aria-label={t('reportWords.range')}>
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
          ...(preset === null ? [{ value: 'custom', label: t('reportWords.preset.custom') }] : []),
        ]}
        onChange={(value) => {
          const chosen = REPORT_PRESETS.find((each) => each === value);
          if (chosen !== undefined) filters.change({ ...presetDays(chosen, today()) });
        }}
      />
      <DayInput
        className={classes.day ?? ''}
        label={t('common.from')}
        max={days.lte}
        {...dayOf('gte')}
      />
      <DayInput
        className={classes.day ?? ''}
        label={t('common.to')}
        min={days.gte}
        {...dayOf('lte')}
      />
    </fieldset>
  );
}
