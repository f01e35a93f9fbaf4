/** The parts of a day, in the order they are worked. */
export const DAY_SECTIONS = [
  'settlements',
  'promisesBroken',
  'visits',
  'promisesToday',
  'promisesOverdue',
  'done',
  'rest',
] as const;

/** One part of a day. */
export type DaySection = (typeof DAY_SECTIONS)[number];

/** A line of the day's list: a heading with its count, or a loan. `found` heads a search's answer. */
export type DayRow<Loan> =
  | { kind: 'heading'; section: DaySection | 'found'; count: number }
  | { kind: 'loan'; loan: Loan };

/** A day's sections as lines with headings; empty sections are left out. */
export function dayRows<Loan>(day: Readonly<Record<DaySection, readonly Loan[]>>): DayRow<Loan>[] {
  return DAY_SECTIONS.flatMap((section) => underHeading(section, day[section]));
}

/** Loans without sections (a search's answer, the whole list) as lines under one heading with the count. */
export function flatRows<Loan>(loans: readonly Loan[]): DayRow<Loan>[] {
  return underHeading('found', loans);
}

function underHeading<Loan>(section: DaySection | 'found', loans: readonly Loan[]): DayRow<Loan>[] {
  if (loans.length === 0) return [];
  const rows: DayRow<Loan>[] = [{ kind: 'heading', section, count: loans.length }];
  for (const loan of loans) rows.push({ kind: 'loan', loan });
  return rows;
}

/** Where a section begins in the lines; -1 when it is empty. */
export function sectionStart(rows: readonly DayRow<unknown>[], section: DaySection): number {
  return rows.findIndex((row) => row.kind === 'heading' && row.section === section);
}

/** A distance in the words of `fieldDay.metres` and `fieldDay.kilometres`. */
export function distanceWords(metres: number): { key: 'metres' | 'kilometres'; far: string } {
  if (metres < 950) {
    const rounded = Math.max(10, Math.round(metres / 10) * 10);
    return { key: 'metres', far: String(rounded) };
  }
  const kilometres = metres / 1000;
  return { key: 'kilometres', far: kilometres.toFixed(kilometres < 9.95 ? 1 : 0) };
}
