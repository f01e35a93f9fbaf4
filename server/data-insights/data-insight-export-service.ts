import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { insightsVisibleTo, insightsWholeFor } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import type { InsightProfile } from '../../contract/data-insight.ts';
import { rowsOfInsight } from './data-insight-question.ts';
import { shortCells, shownCells } from './data-insight-rows.ts';

/** Rows read at once: a slow reader of the file holds no transaction open. */
const BATCH = 2000;
/** More columns than a spreadsheet has are not given. */
const MOST_COLUMNS = 16_000;

type Kind = 'text' | 'count' | 'day' | 'instant';
type Value = string | number | null;

interface ExportedFile extends Record<string, unknown> {
  readonly id: string;
  readonly clientId: string;
  readonly isWhole: boolean;
  readonly joinColumn: number | null;
  readonly name: string;
  readonly clientName: string;
  readonly createdAt: string;
  readonly profile: InsightProfile;
}

/** The rows of every file of some days, with the columns of all of them. */
export interface ExportedInsights {
  readonly columns: readonly { readonly title: string; readonly kind: Kind }[];
  readonly count: () => Promise<number>;
  readonly batches: () => AsyncGenerator<Value[][], void, undefined>;
}

const OWN_COLUMNS = [
  { title: 'File', kind: 'text' },
  { title: 'Client', kind: 'text' },
  { title: 'Uploaded', kind: 'instant' },
  { title: 'Row', kind: 'count' },
  { title: 'Loan ID', kind: 'text' },
] as const;

/** A column of the same name and another kind stands beside it. */
const titleKey = ({ name, kind }: { name: string; kind: string }): string => `${kind} ${name}`;

/** Titles that no two columns share, and none of ours has. */
function titled(wanted: readonly { name: string; kind: string }[]): Map<string, string> {
  const used = new Set<string>(OWN_COLUMNS.map(({ title }) => title));
  const titles = new Map<string, string>();
  for (const column of wanted.slice(0, MOST_COLUMNS)) {
    const key = titleKey(column);
    if (titles.has(key)) continue;
    let title = column.name;
    for (let count = 2; used.has(title); count += 1) title = `${column.name} (${count})`;
    used.add(title);
    titles.set(key, title);
  }
  return titles;
}

interface RowOfFile extends Record<string, unknown> {
  row: number;
  cells: (string | null)[];
  odd: Record<string, string> | null;
  loan: string | null;
}

async function readBatch(
  db: Db,
  { from, where }: { from: SQL; where: SQL },
  behind: number,
  cells: SQL,
): Promise<RowOfFile[]> {
  const { rows } = await db.execute<RowOfFile>(sql`select r.row, ${cells}, l.loan_number as loan
    from ${from} where ${where} and r.row > ${behind} order by r.row limit ${BATCH}`);
  return rows;
}

const asNumber = (text: string | null): Value => {
  const value = Number(text);
  // What a double can't hold stays text.
  return text !== null && String(value) === text ? value : text;
};

/**
 * The files of some days that the actor may look into, read as one table: each with its own columns filled. Long cells are told
 * by their beginning unless they are wanted whole.
 */
export async function exportedInsights(
  db: Db,
  actor: Actor,
  { start, end }: { readonly start: string; readonly end: string },
  cells: 'short' | 'whole',
): Promise<ExportedInsights> {
  const { rows: files } = await db.execute<ExportedFile>(sql`
    select i.id, i.client_id as "clientId", ${insightsWholeFor(actor)} as "isWhole", i.join_column as "joinColumn", i.name, c.name as "clientName",
      to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt", i.profile
    from data_insights i join clients c on c.id = i.client_id
    where ${insightsVisibleTo(actor)} and i.state = 'READY' and i.profile is not null
      and i.created_at >= ${start}::timestamptz and i.created_at < ${end}::timestamptz
    order by i.created_at, i.id`);
  const titles = titled(files.flatMap(({ profile }) => profile.columns));
  const places = new Map([...titles.keys()].map((key, at) => [key, at]));
  const kinds: Kind[] = [...titles.keys()].map((key) => (key.startsWith('DAY ') ? 'day' : 'text'));
  const lineOf = (file: ExportedFile, { row, odd, loan, ...found }: RowOfFile): Value[] => {
    const line: Value[] = Array.from({ length: titles.size }, () => null);
    const shown = shownCells(found.cells, odd);
    for (const [at, column] of file.profile.columns.entries()) {
      const place = places.get(titleKey(column));
      const isPlain = found.cells[at] !== null;
      const cell = shown[at] ?? null;
      if (place !== undefined)
        line[place] = column.kind === 'NUMBER' && isPlain ? asNumber(cell) : cell;
    }
    return [file.name, file.clientName, file.createdAt, row, loan, ...line];
  };
  return {
    columns: [
      ...OWN_COLUMNS,
      ...[...titles.values()].map((title, at) => ({ title, kind: kinds[at] ?? 'text' })),
    ],
    count: async () => {
      let sum = 0;
      for (const file of files)
        sum += file.isWhole ? file.profile.rows : await countSome(db, actor, file);
      return sum;
    },
    batches: async function* batches() {
      for (const file of files) {
        const wanted =
          cells === 'whole' ? sql`r.cells, r.odd` : shortCells(sql`r`, file.profile.columns.length);
        let behind = 0;
        for (;;) {
          const rows = await readBatch(db, rowsOfFile(actor, file), behind, wanted);
          if (rows.length > 0) yield rows.map((row) => lineOf(file, row));
          behind = rows.at(-1)?.row ?? behind;
          if (rows.length < BATCH) break;
        }
      }
    },
  };
}

const rowsOfFile = (actor: Actor, { profile, ...file }: ExportedFile) =>
  rowsOfInsight(actor, { ...file, columns: profile.columns });

async function countSome(db: Db, actor: Actor, file: ExportedFile): Promise<number> {
  const { from, where } = rowsOfFile(actor, file);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${from} where ${where}`,
  );
  return rows[0]?.count ?? 0;
}
