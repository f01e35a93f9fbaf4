import type { TFunction } from 'i18next';
import { BREAK_REASONS } from '../../../contract/agent-seat.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import type { SheetCell } from '../../lib/sheet.ts';
import type { ReportFigures } from './report-queries.ts';

/** A figure of a report: its heading, how it is shown, and what the spreadsheet gets. */
export interface ReportColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly text: (row: Row) => string;
  /** Amounts, counts and times are numbers in a spreadsheet. */
  readonly cell: (row: Row) => SheetCell;
  readonly isFigure?: boolean;
  readonly isHiddenAtFirst?: boolean;
  /** Shown on a phone's card. */
  readonly isMain?: boolean;
}

type Column = ReportColumn<ReportFigures>;
type NumberKey = {
  [Key in keyof ReportFigures]-?: ReportFigures[Key] extends number | null | undefined
    ? Key
    : never;
}[keyof ReportFigures];

interface Extras {
  readonly isMain?: boolean;
  readonly isHiddenAtFirst?: boolean;
}

/** A text column. */
export const textColumn = <Row>(
  key: string,
  title: string,
  text: (row: Row) => string,
): ReportColumn<Row> => ({ key, title, text, cell: text });

/** A time, h:mm:ss. */
function timeColumn(key: NumberKey, title: string, extras: Extras = {}): Column {
  const text = (row: ReportFigures) => {
    const seconds = row[key];
    return seconds === null || seconds === undefined ? '—' : formatDuration(seconds);
  };
  const cell = (row: ReportFigures): SheetCell => {
    const seconds = row[key];
    return seconds === null || seconds === undefined ? '' : { seconds };
  };
  return { key, title, text, cell, isFigure: true, ...extras };
}

/** A count. */
export function countColumn<Row>(
  key: string,
  title: string,
  count: (row: Row) => number,
  extras: Extras = {},
): ReportColumn<Row> {
  return {
    key,
    title,
    text: (row) => formatCount(count(row)),
    cell: count,
    isFigure: true,
    ...extras,
  };
}

function amountColumn(
  key: 'promiseAmount' | 'claimed' | 'verified',
  title: string,
  extras: Extras = {},
) {
  const cell = (row: ReportFigures): SheetCell => {
    const amount = row[key];
    return amount === null || amount === undefined ? '' : { rupees: amount };
  };
  const column: Column = {
    key,
    title,
    // A lender's people see no claims.
    text: (row) => formatRupees(row[key]),
    cell,
    isFigure: true,
  };
  return { ...column, ...extras };
}

/** What the time went into: logged in = wait + talk + wrap-up + breaks. */
export function timeColumns(t: TFunction): Column[] {
  const later = { isHiddenAtFirst: true };
  return [
    timeColumn('loggedInSeconds', t('words.loggedIn'), { isMain: true }),
    timeColumn('waitSeconds', t('dialerReports.wait')),
    timeColumn('talkSeconds', t('words.talk'), { isMain: true }),
    timeColumn('deadSeconds', t('dialerReports.dead')),
    timeColumn('customerTalkSeconds', t('dialerReports.customerTalk'), later),
    timeColumn('wrapUpSeconds', t('dialer.states.DISPO'), { isMain: true }),
    timeColumn('afterCallSeconds', t('dialerReports.afterCall'), later),
    timeColumn('breakSeconds', t('words.breaks'), { isMain: true }),
  ];
}

/** A column for each break reason (spec 9). */
export function breakColumns(t: TFunction, isHiddenAtFirst: boolean): Column[] {
  return BREAK_REASONS.map((reason) => {
    const seconds = (row: ReportFigures) => row.breaks[reason] ?? 0;
    const text = (row: ReportFigures) => formatDuration(seconds(row));
    const cell = (row: ReportFigures) => ({ seconds: seconds(row) });
    const title = t(`dialer.reasons.${reason}`);
    return { key: `break.${reason}`, title, text, cell, isFigure: true, isHiddenAtFirst };
  });
}

/** What was done with calls; averages divide by the calls that had a lead. */
export function workColumns(t: TFunction, hasVerified = false): Column[] {
  const later = { isHiddenAtFirst: true };
  const count = (
    key: 'callCount' | 'leadCallCount' | 'connectCount' | 'sheetCallCount' | 'promiseCount',
    extras: Extras = {},
  ) => countColumn<ReportFigures>(key, t(`dialerReports.${key}`), (row) => row[key] ?? 0, extras);
  return [
    count('callCount', { isMain: true }),
    count('leadCallCount', later),
    count('connectCount', { isMain: true }),
    count('sheetCallCount', later),
    timeColumn('sheetTalkSeconds', t('dialerReports.sheetTalk'), later),
    timeColumn('averageTalkSeconds', t('dialerReports.averageTalk')),
    timeColumn('averageAfterCallSeconds', t('dialerReports.averageAfterCall')),
    count('promiseCount', { isMain: true }),
    amountColumn('promiseAmount', t('words.promised')),
    amountColumn('claimed', t('money.claimed'), { isMain: !hasVerified }),
    ...(hasVerified ? [amountColumn('verified', t('money.verified'), { isMain: true })] : []),
  ];
}
