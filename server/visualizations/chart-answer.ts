import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { ROLLS, STAGES } from '../../contract/prediction.ts';
import { LEAST_MAP_PLACES, isOfStock } from '../../contract/visualization.ts';
import type {
  ChartAnswer,
  ChartDimension,
  ChartKind,
  ChartQuestion,
  ChartRow,
} from '../../contract/visualization.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { allOf } from '../database/list-page.ts';
import { hasWord, spelledIn } from '../loans/loan-words-service.ts';
import {
  chartDays,
  daysBefore,
  isCompared,
  laterBy,
  withBefore,
  withEveryDay,
} from './chart-compare.ts';
import type { ChartDays } from './chart-compare.ts';
import { joinAlike, readableRows, shownGroups } from './chart-shape-service.ts';
import type { GroupOrder, GroupRow } from './chart-shape-service.ts';
import { chartSource, isWord } from './chart-sources.ts';
import type { ChartSource, Later } from './chart-sources.ts';

/** More flows than this can't be told apart. */
const MOST_FLOWS = 60;

/** Condition on `l`: the loans that a question is narrowed to. */
export function filtersOf({ clients, buckets, products }: ChartQuestion['filters']): SQL {
  return allOf([
    clients.length > 0 &&
      sql`l.client_id in (select c.id from clients c where c.name = any(${sql.param(clients)}::text[]))`,
    buckets.length > 0 && hasWord('bucket', buckets),
    products.length > 0 && hasWord('product', products),
  ]);
}

/** The contract offers no measure or dimension that its source lacks. */
export function wanted(part: SQL | undefined): SQL {
  if (part === undefined) throw new Error('The source lacks what the contract offers.');
  return part;
}

async function readGroups(
  db: Db,
  question: ChartQuestion,
  { from, where, dimensions, values }: ChartSource,
  order: GroupOrder,
): Promise<{ groups: GroupRow[]; total: number }> {
  const value = wanted(values[question.measure]);
  const by = wanted(dimensions[question.by]);
  const also = question.and === null ? sql`null::text` : wanted(dimensions[question.and]);
  const isPlace = question.by === 'city';
  const place = isPlace
    ? sql`avg(l.latitude) as latitude, avg(l.longitude) as longitude`
    : sql`null::float8 as latitude, null::float8 as longitude`;
  const all = sql`${from} where ${where} and ${filtersOf(question.filters)}`;
  const figures = sql`select ${by} as by, ${also} as also, ${value} as value, ${place}
    from ${all} group by 1, 2 having (${value}) <> 0`;
  const groups = await db.execute<GroupRow>(shownGroups(figures, order));
  const total = await db.execute<{ value: number }>(
    sql`select (${value})::float8 as value from ${all}`,
  );
  return { groups: groups.rows, total: total.rows[0]?.value ?? 0 };
}

const PEOPLE: ReadonlySet<ChartDimension> = new Set(['manager', 'agent']);
const TIMES: ReadonlySet<ChartDimension> = new Set(['day', 'week', 'month', 'weekday', 'hour']);
/** In their own order. */
const IN_ORDER: ReadonlySet<ChartDimension> = new Set([...TIMES, 'openingStage', 'becameOf']);

/** What a dimension's values are called: people and clients by their ids, words as loans spell them, all else by itself. */
export async function namesOf(
  db: Db,
  dimension: ChartDimension | null,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | null> {
  const isPeople = dimension !== null && PEOPLE.has(dimension);
  if (isWord(dimension)) return spelledIn(db, dimension, ids);
  if (!isPeople && dimension !== 'client') return (id) => id;
  const named = sql.param([...new Set(ids)].filter((id) => id !== null));
  const { rows } = isPeople
    ? await db.execute<{ id: string; name: string }>(
        sql`select u.id, u.full_name as name from users u where u.id = any(${named}::uuid[])`,
      )
    : await db.execute<{ id: string; name: string }>(
        sql`select c.id, c.name from clients c where c.id = any(${named}::uuid[])`,
      );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? null : (names.get(id) ?? null));
}

/** How an answer is best drawn. */
function suggestedKind({ by, and }: ChartQuestion, rows: readonly ChartRow[]): ChartKind {
  const places = rows.filter(({ latitude }) => latitude !== null).length;
  if (by === 'city' && places >= LEAST_MAP_PLACES) return 'MAP';
  const isHours = by === 'hour' || and === 'hour';
  if (isHours && (by === 'weekday' || and === 'weekday' || by === 'day' || and === 'day'))
    return 'HEAT';
  if (by === 'day' || by === 'week' || by === 'month') return 'LINE';
  // Others are no step of a funnel.
  if (by === 'outcome' && and === null) return rows.some(({ isRest }) => isRest) ? 'BAR' : 'FUNNEL';
  if (by === 'openingStage' && and === 'becameOf') return 'SANKEY';
  const isOfBuckets = by === 'bucket' || and === 'bucket';
  if (isOfBuckets && and !== null && !TIMES.has(and) && rows.length <= MOST_FLOWS) return 'SANKEY';
  if (and !== null && and !== 'outcome' && !TIMES.has(and)) return 'TABLE';
  return rows.length > 40 ? 'TABLE' : 'BAR';
}

/** The figures of a question over some days, its groups named. */
async function readFigures(
  db: Db,
  { zone, actor, question, days, order = {}, later }: Asked,
): Promise<Figures> {
  const source = chartSource(question.measure, { actor, zone, ...days, later });
  const { by, and, most } = question;
  const { groups, total } = await readGroups(db, question, source, {
    isInOrder: IN_ORDER.has(by),
    isAndInOrder: and !== null && IN_ORDER.has(and),
    isParted: and !== null,
    most,
    ...order,
  });
  const byName = await namesOf(
    db,
    question.by,
    groups.map(({ by }) => by),
  );
  const andName = await namesOf(
    db,
    question.and,
    groups.map(({ also }) => also),
  );
  const isOfId = PEOPLE.has(question.by) || question.by === 'client';
  const rows = groups.map(({ by: id, also, isAlsoRest, ...row }) => ({
    ...row,
    by: byName(id),
    and: andName(also),
    byId: isOfId ? id : null,
    isAndRest: isAlsoRest,
  }));
  const shown = groups.flatMap(({ by: id, isRest }) => (isRest ? [] : [id]));
  return { rows: question.and === null ? rows : joinAlike(rows), total, days, shown };
}

interface Figures {
  readonly rows: ChartRow[];
  readonly total: number;
  readonly days: ChartDays;
  /** What of `by` is shown. */
  readonly shown: readonly (string | null)[];
}

interface Asked {
  readonly zone: string;
  readonly actor: Actor;
  readonly question: ChartQuestion;
  readonly days: ChartDays;
  readonly order?: Pick<GroupOrder, 'first' | 'isFirstAlone'>;
  /** The days are those before others. */
  readonly later?: Later;
}

const STEPS: readonly string[] = [...STAGES, ...ROLLS];
const stepOf = (value: string | null): number => STEPS.indexOf(value ?? '');

/** Stages of days past due and what became of loans: in the order of their steps. */
function inSteps({ by, and }: ChartQuestion, rows: readonly ChartRow[]): ChartRow[] {
  const ofAnd = and === 'openingStage' || and === 'becameOf';
  const ofBy = by === 'openingStage' || by === 'becameOf';
  if (!ofBy) return [...rows];
  return rows.toSorted(
    (a, b) => stepOf(a.by) - stepOf(b.by) || (ofAnd ? stepOf(a.and) - stepOf(b.and) : 0),
  );
}

/** Answers a question within what the actor may see. */
export async function answerChart(
  db: Db,
  zone: string,
  actor: Actor,
  question: ChartQuestion,
  today: string = businessDay(zone),
): Promise<ChartAnswer> {
  const days = chartDays(question.range, today);
  const ask = { zone, actor, question };
  const now = await readFigures(db, { ...ask, days });
  const before = isCompared(question)
    ? await readFigures(db, {
        ...ask,
        days: daysBefore(question.range, days),
        later: laterBy(question.range, days),
        order: IN_ORDER.has(question.by)
          ? {}
          : { first: now.shown, isFirstAlone: now.rows.some(({ isRest }) => isRest) },
      })
    : null;
  const rows = readableRows(
    { isInOrder: IN_ORDER.has(question.by), isBands: question.by === 'bucket' },
    withEveryDay(before === null ? now.rows : withBefore(question, now, before), question, days),
  );
  const isStock = isOfStock(question.measure);
  return {
    rows: inSteps(question, rows),
    total: now.total,
    from: isStock ? null : days.from,
    to: isStock ? null : days.to,
    ...(before && { before: { total: before.total, ...before.days } }),
    asOf: new Date().toISOString(),
    suggested: suggestedKind(question, rows),
  };
}
