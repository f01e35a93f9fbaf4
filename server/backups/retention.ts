import { addDays } from '../clock.ts';

/** A good backup and the business day on which its snapshot was taken. */
export interface KeptBackup {
  readonly id: string;
  readonly day: string;
}

/** How many days, weeks and months keep their newest backup. */
export interface Retention {
  readonly keepDaily: number;
  readonly keepWeekly: number;
  readonly keepMonthly: number;
}

/** The Monday of a day's week. */
function weekOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** The newest backup of each of the newest `count` spans that have one. */
function newestOf(
  newestFirst: readonly KeptBackup[],
  spanOf: (day: string) => string,
  count: number,
): string[] {
  const spans = new Map<string, string>();
  for (const { id, day } of newestFirst)
    if (!spans.has(spanOf(day)) && spans.size < count) spans.set(spanOf(day), id);
  return [...spans.values()];
}

/** The ids of those backups, given newest first, that need not be kept. All of the newest day always are. */
export function outlivedBackups(newestFirst: readonly KeptBackup[], keep: Retention): string[] {
  const stay = new Set([
    ...newestFirst.filter(({ day }) => day === newestFirst[0]?.day).map(({ id }) => id),
    ...newestOf(newestFirst, (day) => day, keep.keepDaily),
    ...newestOf(newestFirst, weekOf, keep.keepWeekly),
    ...newestOf(newestFirst, (day) => day.slice(0, 7), keep.keepMonthly),
  ]);
  return newestFirst.filter(({ id }) => !stay.has(id)).map(({ id }) => id);
}
