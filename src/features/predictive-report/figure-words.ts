import { formatPercent } from '../../lib/percent.ts';

/** A share as 2.4 %; a missing one as a dash. */
export function percentText(percent: number | null): string {
  return percent === null ? '–' : formatPercent(percent, 1);
}

const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;

/** An hour of the day as 09:00–10:00; nothing for a whole day. */
export function hourText(hour: number | null): string {
  if (hour === null) return '';
  return `${clock(hour)}–${clock(hour + 1)}`;
}
