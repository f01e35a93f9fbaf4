import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { MOST_OF_VALUE } from '../../contract/data-insight.ts';
import type { dataInsightCalls } from '../../contract/data-insight.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { allOf, listPage } from '../database/list-page.ts';
import { againstRules } from '../errors.ts';
import { insightRows } from './data-insight-question.ts';
import { readInsight } from './data-insight-record.ts';

interface StoredRow extends Record<string, unknown> {
  row: number;
  cells: (string | null)[];
  odd: Record<string, string> | null;
  loanId: string | null;
}

/** Cells as they stand: what is not of its column's kind too. */
export const shownCells = (
  cells: readonly (string | null)[],
  odd: Readonly<Record<string, string>> | null,
): (string | null)[] => cells.map((cell, at) => cell ?? odd?.[at] ?? null);

/** Most characters of all cells of a row in a wide file, where a cell has at least some. */
const MOST_OF_ROW = 20_000;
const LEAST_OF_CELL = 50;

/** Most characters of a cell of a file with `width` columns. */
const mostOfCell = (width: number): number =>
  Math.max(LEAST_OF_CELL, Math.min(MOST_OF_VALUE, Math.floor(MOST_OF_ROW / Math.max(1, width))));

/** A text's first characters, `most` of them; `…` stands for the rest. */
export const shortText = (text: SQL, most: number): SQL =>
  sql`case when length(${text}) > ${most}::int then left(${text}, ${most}::int) || '…' else ${text} end`;

/** The `cells` and `odd` of `row`, a file's row with `width` columns, long cells by their beginning. */
export function shortCells(row: SQL, width: number): SQL {
  const most = mostOfCell(width);
  return sql`array(select ${shortText(sql`c.text`, most)}
      from unnest(${row}.cells) with ordinality c (text, at) order by c.at) as cells,
    (select jsonb_object_agg(o.key, ${shortText(sql`o.value`, most)}) from jsonb_each_text(${row}.odd) o) as odd`;
}

/** A page of a file's rows, long cells by their beginning. Throws 404, 409 while it is not read, and 422 for a column that is not there. */
export async function listInsightRows(
  db: Db,
  actor: Actor,
  id: string,
  query: CallRequest<typeof dataInsightCalls.listInsightRows>['query'],
): Promise<CallAnswer<typeof dataInsightCalls.listInsightRows>> {
  const record = await readInsight(db, actor, id);
  const { from, where } = insightRows(actor, record);
  const { column, value, ...page } = query;
  if (column !== undefined && column >= record.wire.fields.length)
    throw againstRules('NO_COLUMN', 'The file has no such column. Open it again.', [
      fieldProblem('column', 'not-a-choice'),
    ]);
  const isNarrowed = column !== undefined && value !== undefined;
  const isAll = record.wire.isWhole && !isNarrowed;
  const list = await listPage(db, page, {
    columns: sql`r.row, r.cells, r.odd, l.id as "loanId"`,
    from,
    where: allOf([where, isNarrowed && sql`r.cells[${column + 1}::int] = ${value}`]),
    order: sql`r.row`,
    told: sql`p.row, p."loanId", ${shortCells(sql`p`, record.wire.fields.length)}`,
    ...(isAll ? { totalCount: record.wire.rows } : {}),
    row: ({ row, cells, odd, loanId }: StoredRow) => ({
      row,
      loanId,
      cells: shownCells(cells, odd),
    }),
  });
  return { ...list, headers: record.wire.fields.map(({ name }) => name) };
}
