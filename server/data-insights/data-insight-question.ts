import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import { INSIGHT_FACT_TITLES, LOAN_FIGURES, NUMBER_FIGURES } from '../../contract/data-insight.ts';
import type { InsightColumn, InsightFigure, InsightQuestion } from '../../contract/data-insight.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { allOf } from '../database/list-page.ts';
import { againstRules, conflict } from '../errors.ts';
import { seesMaskedPhones, sqlTextFor } from '../loans/loan-rows-service.ts';
import type { WordColumn } from '../loans/loan-words-service.ts';
import type { InsightRecord } from './data-insight-record.ts';

/** Rows of a file that are told apart by something. */
export interface InsightDimension {
  readonly value: SQL;
  readonly title: string;
  /** What its values are called by; null: by themselves. */
  readonly names: 'people' | 'bands' | WordColumn | null;
  /** In its own order. */
  readonly isInOrder: boolean;
  /** Of bands: their edges. */
  readonly edges: readonly number[];
  readonly isPlace: boolean;
}

type Fact = 'matched' | 'bucket' | 'product' | 'city' | 'region' | 'manager' | 'agent';

const FACTS: Readonly<Record<Fact, SQL>> = {
  matched: sql`case when l.id is null then 'no' else 'yes' end`,
  bucket: sql`lower(l.bucket)`,
  product: sql`lower(l.product)`,
  city: sql`lower(l.city)`,
  region: sql`lower(l.region)`,
  manager: sql`l.manager_id::text`,
  agent: sql`coalesce(l.collector_id, l.field_agent_id)::text`,
};

/** A cell of `r`; places count from 0. */
const cellOf = (at: number): SQL => sql`r.cells[${at + 1}::int]`;

function spanOf(way: string, at: number): SQL {
  const day = sql`(r.cells[${at + 1}::int])::date`;
  switch (way) {
    case 'week':
      return sql`date_trunc('week', ${day}::timestamp)::date::text`;
    case 'month':
      return sql`date_trunc('month', ${day}::timestamp)::date::text`;
    case 'weekday':
      return sql`extract(isodow from ${day})::int::text`;
    default:
      return sql`${day}::text`;
  }
}

/** The edges of a column's bands. */
const edgesOf = ({ bins }: InsightColumn): number[] => {
  const last = bins.at(-1);
  return last === undefined ? [] : [...bins.map(({ from }) => from), last.to];
};

/** The place of a number among the edges: 0 is below the first, as many as there are edges is above the last. */
function bandOf(at: number, edges: readonly number[]): SQL {
  const value = sql`(r.cells[${at + 1}::int])::float8`;
  return sql`(case when ${value} = ${edges.at(-1)}::float8 then ${edges.length - 1}::int
    else width_bucket(${value}, ${sql.param([...edges])}::float8[]) end)::text`;
}

function unfit(field: string): Error {
  return againstRules(
    'UNFIT_QUESTION',
    'This file has nothing of the kind. Open it again and choose anew.',
    [fieldProblem(field, 'not-a-choice')],
  );
}

const NAMED_BY: Readonly<Record<Fact, InsightDimension['names']>> = {
  matched: null,
  bucket: 'bucket',
  product: 'product',
  city: 'city',
  region: 'region',
  manager: 'people',
  agent: 'people',
};

const plainDimension = { names: null, isInOrder: false, edges: [], isPlace: false } as const;

/** What `by` or `and` of a question stands for. Throws 422 when the file has no such thing. */
export function dimensionOf(
  { profile, wire }: InsightRecord,
  field: 'by' | 'and',
  given: string,
): InsightDimension {
  const [way = '', what = ''] = given.split(':');
  if (way === 'loan') {
    if (wire.joinColumn === null) throw unfit(field);
    return {
      ...plainDimension,
      value: FACTS[what as Fact],
      title: INSIGHT_FACT_TITLES[what as Fact],
      names: NAMED_BY[what as Fact],
      isPlace: what === 'city',
    };
  }
  const at = Number(what);
  const column = profile?.columns[at];
  if (column === undefined) throw unfit(field);
  const base = { ...plainDimension, title: column.name };
  if (way === 'value') return { ...base, value: cellOf(at) };
  if (way === 'band') {
    const edges = edgesOf(column);
    if (edges.length === 0) throw unfit(field);
    return { ...base, value: bandOf(at, edges), names: 'bands', isInOrder: true, edges };
  }
  if (column.kind !== 'DAY') throw unfit(field);
  return { ...base, title: `${column.name}, ${way}`, value: spanOf(way, at), isInOrder: true };
}

/** A figure over rows; null: dues, which are of loans. Throws 422 when the file has no such column. */
export function figureOf({ profile, wire }: InsightRecord, question: InsightQuestion): SQL | null {
  const { measure: figure, column } = question;
  if (LOAN_FIGURES.has(figure) && wire.joinColumn === null) throw unfit('measure');
  const found = column === null ? undefined : profile?.columns[column];
  const needsColumn = figure === 'DISTINCT' || NUMBER_FIGURES.has(figure);
  if (needsColumn && (found === undefined || column === null)) throw unfit('column');
  if (NUMBER_FIGURES.has(figure) && found?.kind !== 'NUMBER') throw unfit('column');
  return figure === 'DUE' ? null : FIGURES[figure](column ?? 0);
}

const numberOf = (at: number): SQL => sql`(r.cells[${at + 1}::int])::numeric`;

const FIGURES: Readonly<Record<Exclude<InsightFigure, 'DUE'>, (at: number) => SQL>> = {
  ROWS: () => sql`count(*)`,
  DISTINCT: (at) => sql`count(distinct ${cellOf(at)})`,
  SUM: (at) => sql`sum(${numberOf(at)})`,
  AVERAGE: (at) => sql`avg(${numberOf(at)})`,
  LEAST: (at) => sql`min(${numberOf(at)})`,
  MOST: (at) => sql`max(${numberOf(at)})`,
  LOANS: () => sql`count(distinct l.id)`,
};

/**
 * The rows of a file that the actor sees, `r`, each with the loan that it names and the actor may see, `l`. Throws 409 while
 * the file is not read.
 */
export function insightRows(
  actor: Actor,
  { wire, clientId }: InsightRecord,
): { from: SQL; where: SQL } {
  if (wire.state !== 'READY')
    throw conflict('NOT_READY', 'This file is not read yet. Wait until it is.');
  const { _id: id, isWhole, fields, joinColumn } = wire;
  return rowsOfInsight(actor, { id, clientId, isWhole, columns: fields, joinColumn });
}

/** A file whose rows are read. */
interface ReadFile {
  readonly id: string;
  readonly clientId: string;
  readonly isWhole: boolean;
  readonly columns: readonly Pick<InsightColumn, 'kind'>[];
  readonly joinColumn: number | null;
}

/** Its rows, `r`: who sees phone numbers masked sees those masked that stand in texts, but not what names loans. */
function cellsFor({ role }: Actor, { id, columns, joinColumn }: ReadFile): SQL {
  if (!seesMaskedPhones(role)) return sql`data_insight_rows`;
  const texts = columns.flatMap(({ kind }, at) =>
    kind === 'TEXT' && at !== joinColumn ? [at + 1] : [],
  );
  return sql`(select w.insight_id, w.row, w.loan_key,
      array(select case when c.at = any(${sql.param(texts)}::int[]) then ${sqlTextFor(role, sql`c.text`)} else c.text end
        from unnest(w.cells) with ordinality c (text, at) order by c.at) as cells,
      (select jsonb_object_agg(o.key, ${sqlTextFor(role, sql`o.value`)}) from jsonb_each_text(w.odd) o) as odd
    from data_insight_rows w where w.insight_id = ${id})`;
}

/** The same for a file that is known to be read. */
export function rowsOfInsight(actor: Actor, file: ReadFile): { from: SQL; where: SQL } {
  const { id, clientId, isWhole } = file;
  return {
    from: sql`${cellsFor(actor, file)} r
      left join (select distinct on (upper(k.loan_number)) upper(k.loan_number) as key, k.id from loan_keys k
          where k.client_id = ${clientId} and k.status <> 'DELETED' order by upper(k.loan_number), k.id) k on k.key = r.loan_key
      left join loans l on l.id = k.id and ${loansVisibleTo(actor)}`,
    where: allOf([sql`r.insight_id = ${id}`, !isWhole && sql`l.id is not null`]),
  };
}

/** Condition on `r`: only rows whose columns have the values that were chosen. Throws 422 for a column that is not there. */
export function filtersOf({ profile }: InsightRecord, { filters }: InsightQuestion): SQL {
  for (const { column } of filters)
    if (profile?.columns[column] === undefined) throw unfit('filters');
  return allOf(
    filters.map(
      ({ column, values }) => sql`r.cells[${column + 1}::int] = any(${sql.param(values)}::text[])`,
    ),
  );
}
