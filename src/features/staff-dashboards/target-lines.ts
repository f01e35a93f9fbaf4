import { formatDay } from '../../lib/dates.ts';
import { formatMonth } from '../../lib/months.ts';
import type { Targets } from './staff-dashboard-queries.ts';

/** A day's, month's or person's figures, whole rupees; null where there is none (a day to come, no target). */
export interface TargetLineUp {
  key: string;
  name: string;
  achieved: number | null;
  target: number | null;
}

/** The achievement and target lists side by side, in the order of the longer one. */
export function linedUp({ achievement, target }: Targets): TargetLineUp[] {
  const achieved = new Map(achievement.map((line) => [line.key, line.amount]));
  const targeted = new Map(target.map((line) => [line.key, line.amount]));
  const longer = target.length > achievement.length ? target : achievement;
  return longer.map(({ key, name }) => ({
    key,
    name,
    achieved: achieved.get(key) ?? null,
    target: targeted.get(key) ?? null,
  }));
}

/** A line as the chart names it: the day of the month, the month, or the person. */
export function lineLabel(by: Targets['by'], { key, name }: Pick<TargetLineUp, 'key' | 'name'>) {
  if (by === 'person') return name;
  return by === 'day' ? formatDay(key).slice(0, 2) : formatMonth(key);
}
