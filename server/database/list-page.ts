import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { plainSigns } from '../../contract/amount-text.ts';
import { numberSoFar } from '../../contract/contact-rules.ts';
import type { Page } from '../../contract/paging.ts';
import type { Db } from './connection.ts';

/** Which page of a list is asked for: pages count from 1. */
export interface PageAsk {
  readonly page: number;
  readonly pageSize: number;
}

/** A text for `like` that means itself, its wildcards too. */
const likeText = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

/** The same anywhere in a column. */
const likePart = (text: string): string => `%${likeText(text)}%`;

/** Condition that a text stands somewhere in one of the columns, whatever its case. */
export function contains(text: string, ...columns: readonly SQL[]): SQL {
  const pattern = likePart(text);
  const found = columns.map((column) => sql`${column} ilike ${pattern}`);
  return sql`(${sql.join(found, sql` or `)})`;
}

/** Condition that `column`, in lower case, begins with a text, whatever the text's case. */
export const beginsWith = (text: string, column: SQL): SQL =>
  sql`${column} like ${`${likeText(text.toLowerCase())}%`}`;

/** More words than this narrow nothing more; each costs an index lookup. */
const MOST_WORDS = 10;

/**
 * Conditions that a text is found in `column`: every word, anywhere, whatever its case. None for an empty text. A phone number
 * is found however it is written there and here, while it is being typed too.
 */
export function wordConditions(column: SQL, search: string | undefined): SQL[] {
  const words = plainSigns(search ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS);
  const found = words.map((word) => sql`${column} like ${likePart(word)}`);
  const number = numberSoFar(search ?? '');
  if (number === null) return found;
  const written = `%${number.slice(0, 5)}%${number.slice(5)}%`;
  return [sql`(${column} like ${written} or ${allOf(found)})`];
}

/** Every condition that is given must hold; those that are not (undefined, false, '') are left out. */
export function allOf(given: readonly (SQL | undefined | null | false | '' | 0)[]): SQL {
  const held = given.filter((one) => typeof one === 'object' && one !== null);
  return held.length === 0 ? sql`true` : sql.join(held, sql` and `);
}

/** The rows of a page, behind an order that nothing in the list has twice. */
export const pageLimit = ({ page, pageSize }: PageAsk): SQL =>
  sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

/** How many rows `from` (with its condition) has. */
export async function countRows(db: Db, from: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from ${from}`);
  return rows[0]?.n ?? 0;
}

/** A list: what its page shows of which rows, in which order. */
export interface ListAsk<Row, Wire> {
  readonly columns: SQL;
  /** What conditions and order are about, and what is counted. */
  readonly from: SQL;
  /** What only the columns need. */
  readonly joins?: SQL;
  readonly where: SQL;
  /** Ends with a column that no two rows share, so that no row stands on two pages or on none. */
  readonly order: SQL;
  /** The rows' key, where columns cost much for each row: the page is chosen by it before they are read. */
  readonly key?: SQL;
  /** What is made of the page's rows, `p` with the `columns`, where that costs much for each: rows before the page cost nothing. */
  readonly told?: SQL;
  /** How many there are, where that is known already. */
  readonly totalCount?: number;
  readonly row: (row: Row) => Wire;
}

/** The page's rows, by a statement of its own. */
function pageStatement<Row, Wire>(ask: ListAsk<Row, Wire>, asked: PageAsk): SQL {
  const { columns, from, joins = sql``, where, order, key, told } = ask;
  const page =
    key === undefined
      ? sql`select ${columns} from ${from} ${joins} where ${where} order by ${order} ${pageLimit(asked)}`
      : sql`select ${columns} from ${from} ${joins}
    where ${key} in (select ${key} from ${from} where ${where} order by ${order} ${pageLimit(asked)})
    order by ${order}`;
  return told === undefined ? page : sql`select ${told} from (${page}) p`;
}

/** A page of a list and how many rows it has in all: exact, counted only where the page doesn't tell. */
export async function listPage<Row extends Record<string, unknown>, Wire>(
  db: Db,
  { page, pageSize }: PageAsk,
  ask: ListAsk<Row, Wire>,
): Promise<Page<Wire>> {
  const { rows } = await db.execute<Row>(pageStatement(ask, { page, pageSize }));
  const isEnd = rows.length < pageSize && (rows.length > 0 || page === 1);
  const totalCount =
    ask.totalCount ??
    (isEnd
      ? (page - 1) * pageSize + rows.length
      : await countRows(db, sql`${ask.from} where ${ask.where}`));
  return { data: rows.map((row) => ask.row(row as Row)), totalCount, page, pageSize };
}
