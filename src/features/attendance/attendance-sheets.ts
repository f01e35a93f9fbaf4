import type { TFunction } from 'i18next';
import type { LoginReportRow } from '../../../contract/attendance.ts';
import { formatDay, formatTime } from '../../lib/dates.ts';
import { formatHours } from '../../lib/duration.ts';
import type { Attendance, LoginReport } from './attendance-queries.ts';

type Cells = (string | number)[];
type Times = Pick<
  LoginReportRow,
  'firstLoginAt' | 'lastLogoutAt' | 'loginCount' | 'loggedInSeconds' | 'activeSeconds'
> &
  Pick<LoginReportRow, 'breakSeconds' | 'breakCount'>;
type Sums = Pick<Times, 'loggedInSeconds' | 'activeSeconds' | 'breakSeconds'>;

const timeHeads = (t: TFunction): Cells => [
  t('attendance.firstLogin'),
  t('attendance.lastLogout'),
  t('attendance.loggedIn'),
  t('attendance.active'),
  t('attendance.breaks'),
  t('attendance.breakCount'),
  t('attendance.logins'),
];

const dayCells = (t: TFunction, first: Cells, day: Times): Cells => [
  ...first,
  formatTime(day.firstLoginAt),
  day.lastLogoutAt === null ? t('attendance.online') : formatTime(day.lastLogoutAt),
  formatHours(day.loggedInSeconds),
  formatHours(day.activeSeconds),
  formatHours(day.breakSeconds),
  day.breakCount,
  day.loginCount,
];

const sumCells = (sums: Sums): Cells => [
  '',
  '',
  formatHours(sums.loggedInSeconds),
  formatHours(sums.activeSeconds),
  formatHours(sums.breakSeconds),
];

/** A person's days as a spreadsheet's rows, newest first as on the screen, the sums under them. */
export function attendanceSheet({ data, totals }: Attendance, t: TFunction): Cells[] {
  const days = data.toSorted((a, b) => b.day.localeCompare(a.day));
  return [
    [t('attendance.day'), ...timeHeads(t)],
    ...days.map((day) => dayCells(t, [formatDay(day.day)], day)),
    [t('attendance.total'), ...sumCells(totals)],
  ];
}

/** The login report as a spreadsheet's rows: every page of what is shown, the sums under them. */
export function loginReportSheet(
  rows: readonly LoginReportRow[],
  totals: LoginReport['totals'],
  t: TFunction,
): Cells[] {
  return [
    [
      t('attendance.day'),
      t('attendance.person'),
      t('people.role'),
      t('people.manager'),
      ...timeHeads(t),
    ],
    ...rows.map((row) => {
      const who = [row.fullName, t(`people.roles.${row.role}`), row.managerName ?? ''];
      return dayCells(t, [formatDay(row.day), ...who], row);
    }),
    [
      t('attendance.total'),
      t('attendance.people', { count: totals.personCount }),
      '',
      '',
      ...sumCells(totals),
    ],
  ];
}
