import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import {
  INSIGHT_FIGURE_TITLES,
  MATCHED_TITLES,
  MOST_OF_VALUE,
} from '../../contract/data-insight.ts';
import type { InsightQuestion } from '../../contract/data-insight.ts';
import { exactText } from '../../contract/rupees.ts';
import { LEAST_MAP_PLACES, REST_TITLE, WEEKDAY_TITLES } from '../../contract/visualization.ts';
import type { ChartAnswer, ChartKind, ChartRow } from '../../contract/visualization.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allowLongWork } from '../database/long-work.ts';
import type { FileAnswer } from '../http/serve.ts';
import { spelledIn } from '../loans/loan-words-service.ts';
import { watermarkLines } from '../reports/watermark-service.ts';
import { rupeesCell } from '../spreadsheets/sheet-cell.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { readableRows, shownGroups } from '../visualizations/chart-shape-service.ts';
import type { GroupOrder, GroupRow } from '../visualizations/chart-shape-service.ts';
import { dimensionOf, figureOf, filtersOf, insightRows } from './data-insight-question.ts';
import type { InsightDimension } from './data-insight-question.ts';
import { readInsight } from './data-insight-record.ts';
import type { InsightRecord } from './data-insight-record.ts';
import { shortText } from './data-insight-rows.ts';

/** Names of groups as an answer has them, and as a file does. */
type GroupNames = 'short' | 'whole';

interface Statements {
  readonly groups: SQL;
  readonly total: SQL;
}

/** A sum over rows counts a loan as often as rows name it: dues are summed over each loan once. */
function dueStatements(all: SQL, by: SQL, also: SQL): Statements {
  return {
    groups: sql`select d.by, d.also, sum(d.due) as value, avg(d.latitude) as latitude, avg(d.longitude) as longitude
      from (select distinct ${by} as by, ${also} as also, l.id, l.total_due_amount as due, l.latitude, l.longitude
        from ${all}) d
      group by d.by, d.also`,
    total: sql`select coalesce(sum(d.due), 0)::float8 as value
      from (select distinct l.id, l.total_due_amount as due from ${all}) d`,
  };
}

function rowStatements(all: SQL, by: SQL, also: SQL, figure: SQL): Statements {
  return {
    groups: sql`select ${by} as by, ${also} as also, ${figure} as value, avg(l.latitude) as latitude,
        avg(l.longitude) as longitude
      from ${all} group by 1, 2`,
    total: sql`select coalesce((${figure})::float8, 0) as value from ${all}`,
  };
}

/** Groups with long names by their beginning: whole ones of all groups are too much for an answer. */
const shortNamed = (groups: SQL): SQL =>
  sql`select ${shortText(sql`q.by`, MOST_OF_VALUE)} as by, ${shortText(sql`q.also`, MOST_OF_VALUE)} as also,
    q."isRest", q."isAlsoRest", q.value, q.latitude, q.longitude from (${groups}) q`;

async function readGroups(
  db: Db,
  { groups, total }: Statements,
  order: GroupOrder,
  names: GroupNames,
) {
  const shown = shownGroups(groups, order);
  return db.transaction(
    async (tx) => {
      await allowLongWork(tx);
      const { rows } = await tx.execute<GroupRow>(names === 'short' ? shortNamed(shown) : shown);
      const sums = await tx.execute<{ value: number }>(total);
      return { rows, total: sums.rows[0]?.value ?? 0 };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** A number of an edge as it is shown. */
const edgeText = (edge: number | undefined): string => (edge === undefined ? '' : exactText(edge));

function bandName(edges: readonly number[], place: number): string {
  if (place === 0) return `< ${edgeText(edges[0])}`;
  if (place >= edges.length) return `> ${edgeText(edges.at(-1))}`;
  return `${edgeText(edges[place - 1])} – ${edgeText(edges[place])}`;
}

async function namesOf(
  db: Db,
  dimension: InsightDimension | null,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | null> {
  if (dimension?.names === 'bands')
    return (place) => (place === null ? null : bandName(dimension.edges, Number(place)));
  if (!dimension?.names) return (text) => text;
  if (dimension.names !== 'people') return spelledIn(db, dimension.names, ids);
  const named = sql.param([...new Set(ids)].filter((id) => id !== null));
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select u.id, u.full_name as name from users u where u.id = any(${named}::uuid[])`,
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? null : (names.get(id) ?? null));
}

function suggested({ by, and }: InsightQuestion, rows: readonly ChartRow[]): ChartKind {
  const places = rows.filter(({ latitude }) => latitude !== null).length;
  if (by === 'loan:city' && places >= LEAST_MAP_PLACES) return 'MAP';
  if (/^(?:day|week|month):/.test(by)) return 'LINE';
  if (and !== null) return 'TABLE';
  return rows.length > 40 ? 'TABLE' : 'BAR';
}

const ADDABLE = new Set(['ROWS', 'SUM', 'LOANS', 'DUE']);

/** An answer with the titles of its columns and the lender whose file it is of. */
interface TitledAnswer {
  readonly answer: ChartAnswer;
  /** Of `by`, of `and`, of the figure. */
  readonly titles: readonly [string, string | null, string];
  readonly clientId: string;
}

/** What the groups of a question have, with names in place of ids. */
async function namedRows(
  db: Db,
  rows: readonly GroupRow[],
  by: InsightDimension,
  and: InsightDimension | null,
): Promise<ChartRow[]> {
  const ids = { by: rows.map((row) => row.by), also: rows.map((row) => row.also) };
  const byName = await namesOf(db, by, ids.by);
  const andName = await namesOf(db, and, ids.also);
  const found = rows.map(({ also, isAlsoRest, latitude, longitude, ...row }): ChartRow => ({
    ...row,
    and: also,
    byId: by.names === 'people' ? row.by : null,
    latitude: by.isPlace ? latitude : null,
    longitude: by.isPlace ? longitude : null,
    isAndRest: isAlsoRest,
  }));
  return readableRows(by, found).map((row) =>
    Object.assign(row, { by: byName(row.by), and: andName(row.and) }),
  );
}

/** A figure as it is headed: "Sum of Income". */
function figureTitle({ wire }: InsightRecord, { measure, column }: InsightQuestion): string {
  const title = INSIGHT_FIGURE_TITLES[measure];
  const name = column === null ? undefined : wire.fields[column]?.name;
  return name === undefined ? title : `${title} of ${name}`;
}

async function answer(
  db: Db,
  actor: Actor,
  id: string,
  question: InsightQuestion,
  names: GroupNames,
): Promise<TitledAnswer> {
  const record = await readInsight(db, actor, id);
  const { from, where } = insightRows(actor, record);
  const by = dimensionOf(record, 'by', question.by);
  const and = question.and === null ? null : dimensionOf(record, 'and', question.and);
  const figure = figureOf(record, question);
  const all = sql`${from} where ${where} and ${filtersOf(record, question)}`;
  const also = and === null ? sql`null::text` : and.value;
  const statements =
    figure === null
      ? dueStatements(all, by.value, also)
      : rowStatements(all, by.value, also, figure);
  const order = {
    isInOrder: by.isInOrder,
    isAndInOrder: and?.isInOrder ?? false,
    isParted: and !== null,
    most: question.most,
    isSum: ADDABLE.has(question.measure),
  };
  const { rows, total } = await readGroups(db, statements, order, names);
  const shaped = await namedRows(db, rows, by, and);
  return {
    clientId: record.clientId,
    titles: [by.title, and?.title ?? null, figureTitle(record, question)],
    answer: {
      rows: shaped,
      total,
      from: null,
      to: null,
      asOf: new Date().toISOString(),
      suggested: suggested(question, shaped),
    },
  };
}

/** Answers a question to a file within the rows that the actor sees. Throws 404, 409 while it is not read, and 422. */
export async function answerInsight(
  { db }: Context,
  actor: Actor,
  id: string,
  question: InsightQuestion,
): Promise<ChartAnswer> {
  return (await answer(db, actor, id, question, 'short')).answer;
}

const MATCHED: Readonly<Record<string, string>> = MATCHED_TITLES;
const WEEKDAYS: Readonly<Record<string, string>> = WEEKDAY_TITLES;
const DAYS: ReadonlySet<string> = new Set(['day', 'week', 'month']);

/** A value of a dimension as people read it. */
function valueCell(dimension: string, value: string | null): SheetCell {
  const [way = ''] = dimension.split(':');
  if (value === null) return 'Not given';
  if (DAYS.has(way)) return { day: value };
  if (way === 'weekday') return WEEKDAYS[`d${value}`] ?? value;
  return dimension === 'loan:matched' ? (MATCHED[value] ?? value) : value;
}

/** The same as XLSX. Who took what out is audited. */
export async function exportInsightAnswer(
  { db, settings }: Context,
  actor: Actor,
  id: string,
  question: InsightQuestion,
): Promise<FileAnswer> {
  const found = await answer(db, actor, id, question, 'whole');
  const { rows, total } = found.answer;
  await runCommand(db, actor, async ({ audit }) =>
    audit({
      action: 'data-insight.export',
      entity: 'data-insight',
      entityId: id,
      details: { ...question, rows: rows.length },
    }),
  );
  const [by, and, title] = found.titles;
  const figure = question.measure === 'DUE' ? rupeesCell : (value: number) => value;
  // One column less where rows are told apart by one thing.
  const line = (first: SheetCell, second: SheetCell, value: SheetCell): SheetCell[] =>
    and === null ? [first, value] : [first, second, value];
  const lines = rows.map((row) =>
    line(
      row.isRest ? REST_TITLE : valueCell(question.by, row.by),
      row.isAndRest ? REST_TITLE : question.and && valueCell(question.and, row.and),
      figure(row.value),
    ),
  );
  const last = line('Total', null, figure(total));
  const marks = await watermarkLines(db, actor, settings.businessTz, [found.clientId]);
  return {
    name: `data-insight_${businessDay(settings.businessTz)}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: writeXlsx([line(by, and, title), ...lines, last, ...marks], 'Data insight'),
  };
}
