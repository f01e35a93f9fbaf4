import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { DayInput } from '../../components/day-input.tsx';
import type { FilterAccess } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { monthBeside } from './month.ts';
import type { DayRange } from './month.ts';
import classes from './attendance.module.css';

/** The days of a report, the current month at first (spec 9), with a step to the month before and after. */
export function MonthRange({ range, filters }: { range: DayRange; filters: FilterAccess }) {
  const t = useText();
  const { gte, lte } = range;
  const step = (months: number) => filters.change({ ...monthBeside(gte, months) });
  return (
    <fieldset className={classes.range} aria-label={t('attendance.range')}>
      <DayInput
        className={classes.day ?? ''}
        label={t('common.from')}
        value={gte}
        max={lte}
        onChange={(day) => filters.change({ gte: day })}
      />
      <DayInput
        className={classes.day ?? ''}
        label={t('common.to')}
        value={lte}
        min={gte}
        onChange={(day) => filters.change({ lte: day })}
      />
      <ActionIcon
        variant="default"
        className={classes.step ?? ''}
        aria-label={t('attendance.monthBefore')}
        onClick={() => step(-1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        className={classes.step ?? ''}
        aria-label={t('attendance.monthAfter')}
        onClick={() => step(1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
}
