import type { TFunction } from 'i18next';
import type { LoginReportRow } from '../../../contract/attendance.ts';
import { formatTime } from '../../lib/dates.ts';
import type { SheetCell, SheetLine, SheetTable } from '../../lib/sheet.ts';
import type { Attendance, LoginReport } from './attendance-queries.ts';

type Times = Pick<
  LoginReportRow,
  | 'firstLoginAt'
  | 'lastLogoutAt'
  | 'loginCount'
  | 'loggedInSeconds'
  | 'activeSeconds'
  | 'idleSeconds'
  | 'breakSeconds'
  | 'breakCount'
>;
type Sums = Pick<Times, 'loggedInSeconds' | 'activeSeconds' | 'idleSeconds' | 'breakSeconds'>;

const idleOf = ({ idleSeconds: seconds }: Sums): SheetCell => (seconds === null ? '' : { seconds });

const timeHeads = (t: TFunction): string[] => [
  t('words.firstLogin'),
  t('words.lastLogout'),
  t('words.loggedIn'),
  t('attendance.active'),
  t('attendance.idle'),
  t('words.breaks'),
  t('attendance.breakCount'),
  t('words.logins'),
];

const dayCells = (t: TFunction, first: SheetLine, day: Times): SheetLine => [
  ...first,
  formatTime(day.firstLoginAt),
  day.lastLogoutAt === null ? t('attendance.online') : formatTime(day.lastLogoutAt),
  { seconds: day.loggedInSeconds },
  { seconds: day.activeSeconds },
  idleOf(day),
  { seconds: day.breakSeconds },
  day.breakCount,
  day.loginCount,
];

const sumCells = (sums: Sums): SheetLine => [
  '',
  '',
  { seconds: sums.loggedInSeconds },
  { seconds: sums.activeSeconds },
  idleOf(sums),
  { seconds: sums.breakSeconds },
];

/** A person's days as a spreadsheet's rows, newest first as on the screen, the sums under them. */
export function attendanceSheet({ data, totals }: Attendance, t: TFunction): SheetTable {
  const days = data.toSorted((a, b) => b.day.localeCompare(a.day));
  return {
    head: [t('words.day'), ...timeHeads(t)],
    rows: days.map((day) => dayCells(t, [{ day: day.day }], day)),
    totals: [t('words.total'), ...sumCells(totals)],
  };
}

/** The login report as a spreadsheet's rows: every page of what is shown, the sums under them. */
export function loginReportSheet(
  rows: readonly LoginReportRow[],
  totals: LoginReport['totals'],
  t: TFunction,
): SheetTable {
  return {
    head: [
      t('words.day'),
      t('words.person'),
      t('words.role'),
      t('people.manager'),
      ...timeHeads(t),
    ],
    rows: rows.map((row) => {
      const who = [row.fullName, t(`people.roles.${row.role}`), row.managerName ?? ''];
      return dayCells(t, [{ day: row.day }, ...who], row);
    }),
    totals: [
      t('words.total'),
      t('attendance.people', { count: totals.personCount }),
      '',
      '',
      ...sumCells(totals),
    ],
  };
}
