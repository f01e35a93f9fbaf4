import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { DayRange } from '../../components/day-range.tsx';
import type { FilterAccess } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { monthBeside } from './month.ts';
import type { DayRange as Days } from './month.ts';
import classes from './attendance.module.css';

/** The days of a report, the current month at first (spec 9), with a step to the month before and after. */
export function MonthRange({ range, filters }: { range: Days; filters: FilterAccess }) {
  const t = useText();
  const step = (months: number) => filters.change({ ...monthBeside(range.gte, months) });
  return (
    <DayRange
      label={t('words.days')}
      days={range}
      onChange={filters.change}
      after={
        <>
          {' '}
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
        </>
      }
    />
  );
}
