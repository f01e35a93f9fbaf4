import type { ReactNode } from 'react';
import type { TimeValue } from '../lib/dates.ts';
import { formatCount } from '../lib/money.ts';
import type { DataColumn } from './data-table-column.ts';
import { Due } from './due.tsx';
import type { DueFigures } from './due.tsx';
import { DayText, Money } from './figure.tsx';

type More<Row> = Partial<DataColumn<Row>>;

/** A column of words, or of a number that is no figure. */
export const textColumn = <Row,>(
  key: string,
  title: string,
  textOf: (row: Row) => ReactNode,
  more: More<Row> = {},
): DataColumn<Row> => ({ key, title, render: textOf, ...more });

/** A column of amounts in whole rupees. */
export const moneyColumn = <Row,>(
  key: string,
  title: string,
  amountOf: (row: Row) => number | null | undefined,
  more: More<Row> = {},
): DataColumn<Row> => ({
  key,
  title,
  align: 'right',
  render: (row) => <Money amount={amountOf(row)} />,
  file: [{ of: amountOf, isMoney: true }],
  ...more,
});

/** A column of what is due, with what is collected and not verified below it. */
export const dueColumn = <Row extends DueFigures>(
  key: string,
  title: string,
  more: More<Row> = {},
): DataColumn<Row> => ({
  key,
  title,
  align: 'right',
  render: (row) => <Due loan={row} />,
  ...more,
});

/** A column of numbers. */
export const countColumn = <Row,>(
  key: string,
  title: string,
  countOf: (row: Row) => number | null | undefined,
  more: More<Row> = {},
): DataColumn<Row> => ({
  key,
  title,
  align: 'right',
  render: (row) => formatCount(countOf(row)),
  file: [{ of: countOf }],
  ...more,
});

/** A column of days. */
export const dayColumn = <Row,>(
  key: string,
  title: string,
  dayOf: (row: Row) => TimeValue | null | undefined,
  more: More<Row> = {},
): DataColumn<Row> => ({
  key,
  title,
  render: (row) => <DayText value={dayOf(row)} />,
  ...more,
});

/** A column of instants, each with its day and time. */
export const instantColumn = <Row,>(
  key: string,
  title: string,
  instantOf: (row: Row) => TimeValue | null | undefined,
  more: More<Row> = {},
): DataColumn<Row> => ({
  key,
  title,
  render: (row) => <DayText value={instantOf(row)} show="both" />,
  ...more,
});
