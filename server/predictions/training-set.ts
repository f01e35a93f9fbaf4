import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { readLoanMonths } from './loan-history.ts';
import { joinRows, packRows, rowOf } from './training-rows.ts';
import type { TrainingRows } from './training-rows.ts';
import type { TrainingTask } from './model-training.ts';

/** Loan-months that a model learns from: more change it little and take long. */
const MOST_ROWS = 120_000;
/** Groups that a client's column is told apart by, the largest. */
const MOST_GROUPS = 12;

/** Condition on `l`: its client has the scores in use. */
export const isPredicted = sql`not exists (select 1 from prediction_switches w where w.client_id = l.client_id and not w.is_used)`;

const groupValue = sql`case w.group_column when 'city' then l.city when 'state' then l.state when 'region' then l.region
  when 'branch' then l.branch when 'product' then l.product else l.other_columns ->> w.group_column end`;

type Group = TrainingTask['groups'][number];

interface Groups {
  readonly groups: Group[];
  readonly ofLoan: ReadonlyMap<string, number>;
}

/** The groups of these loans whose clients named a column. No model learns from them. */
async function readGroups(db: Db, loanIds: readonly string[]): Promise<Groups> {
  const { rows } = await db.execute<Group & { id: string } & Record<string, unknown>>(sql`
    select l.id, c.name as client, w.group_column as "column", ${groupValue} as "group"
    from loans l join prediction_switches w on w.client_id = l.client_id join clients c on c.id = l.client_id
    where w.group_column is not null and ${groupValue} is not null and l.id = any(${sql.param(loanIds)}::uuid[])`);
  const keyOf = ({ client, group }: Group) => `${client}\n${group}`;
  const counts = new Map<string, { group: Group; count: number }>();
  for (const { client, column, group } of rows) {
    const known = counts.get(keyOf({ client, column, group }));
    counts.set(keyOf({ client, column, group }), {
      group: { client, column, group },
      count: (known?.count ?? 0) + 1,
    });
  }
  const largest = [...counts.values()].toSorted((a, b) => b.count - a.count);
  const clients = [...new Set(largest.map(({ group }) => group.client))];
  const groups = clients.flatMap((client) =>
    largest
      .filter(({ group }) => group.client === client)
      .slice(0, MOST_GROUPS)
      .map(({ group }) => group),
  );
  const places = new Map(groups.map((group, at) => [keyOf(group), at]));
  return {
    groups,
    ofLoan: new Map(rows.map((row) => [row.id, places.get(keyOf(row)) ?? -1])),
  };
}

async function shareToRead(db: Db, months: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from loans l where l.status <> 'DELETED' and ${isPredicted}`,
  );
  return Math.min(1, MOST_ROWS / Math.max(1, (rows[0]?.n ?? 0) * months));
}

/** Reads the history month by month: signs as they were known on its first day, and what came within 30 days. */
export async function readTrainingSet(
  db: Db,
  zone: string,
  months: readonly string[],
  signal: AbortSignal,
): Promise<Omit<TrainingTask, 'champion'>> {
  const sample = await shareToRead(db, months.length);
  const packs: TrainingRows[] = [];
  let groups: Group[] = [];
  for (const [month, day] of months.entries()) {
    signal.throwIfAborted();
    const read = await readLoanMonths(db, zone, isPredicted, [day], sample);
    // The same rows in the same order give the same model.
    read.sort((a, b) => (a.loanId < b.loanId ? -1 : 1));
    const isLast = month === months.length - 1;
    const found = isLast
      ? await readGroups(
          db,
          read.map(({ loanId }) => loanId),
        )
      : null;
    if (found) groups = found.groups;
    packs.push(packRows(read.map((loan) => rowOf(loan, month, found?.ofLoan.get(loan.loanId)))));
  }
  return { rows: joinRows(packs), months, groups, sample };
}
