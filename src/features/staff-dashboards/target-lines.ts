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

/** More people than these are no picture: a bar each would be taller than browsers draw. */
const MOST_DRAWN = 15;

/** What a picture has room for of a team's lines, and what the lines behind those come to. */
export function drawnLines(by: Targets['by'], lines: readonly TargetLineUp[]) {
  const drawn = by === 'person' ? lines.slice(0, MOST_DRAWN) : lines;
  const others = lines.slice(drawn.length);
  const sumOf = (figure: 'achieved' | 'target') =>
    others.reduce((sum, line) => sum + (line[figure] ?? 0), 0);
  return {
    drawn,
    others: { count: others.length, achieved: sumOf('achieved'), target: sumOf('target') },
  };
}

/** A line as the chart names it: the day of the month, the month, or the person. */
export function lineLabel(by: Targets['by'], { key, name }: Pick<TargetLineUp, 'key' | 'name'>) {
  if (by === 'person') return name;
  return by === 'day' ? formatDay(key).slice(0, 2) : formatMonth(key);
}
