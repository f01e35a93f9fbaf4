import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { OrganisationLanding, StockShare } from '../../contract/organisation-dashboard.ts';
import type { Actor } from '../access/actor.ts';
import { activeLoansOf } from '../access/scope.ts';
import { addDays, businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { readCollected } from './collections.ts';
import { moneyLines } from '../payments/collected-service.ts';
import type { Moment } from './collections.ts';
import { readImportCounts } from './import-counts.ts';
import { stockOf, stockSums, total } from './stock.ts';
import type { StockSums } from './stock.ts';

/** Rows of a table on the board; behind it stands the whole list. */
const MOST_ROWS = 10;

interface GroupRow extends StockSums {
  clientId: string;
  managerId: string | null;
}

interface WeekRow extends Record<string, unknown> {
  clientId: string;
  managerId: string | null;
  week: number;
  weekBefore: number;
}

/** One pass over the loans: everything on the board that is about stock comes from these few hundred groups. */
async function readGroups(db: Db, visible: SQL, today: string): Promise<GroupRow[]> {
  const { rows } = await db.execute<GroupRow>(sql`
    select l.client_id as "clientId", l.manager_id as "managerId", ${stockSums(today)}
    from loans l where ${visible} group by l.client_id, l.manager_id`);
  return rows;
}

/** What was collected this week and the one before, by the lender and the manager credited. */
async function readWeeks(db: Db, actor: Actor, { today }: Moment): Promise<WeekRow[]> {
  const weekStart = addDays(today, -6);
  const { rows } = await db.execute<WeekRow>(sql`
    select m.client_id as "clientId", m.manager_id as "managerId",
      coalesce(sum(m.collected) filter (where m.day >= ${weekStart}::date), 0)::bigint as week,
      coalesce(sum(m.collected) filter (where m.day < ${weekStart}::date), 0)::bigint as "weekBefore"
    from ${moneyLines(actor, { from: addDays(today, -13), to: today })} m group by 1, 2`);
  return rows;
}

type Key = (row: { clientId: string; managerId: string | null }) => string | null;

function sharesBy(groups: readonly GroupRow[], weeks: readonly WeekRow[], key: Key) {
  const ids = new Set([...groups.map(key), ...weeks.map(key)]);
  const shares = [...ids].map((id): Omit<StockShare, 'name'> => {
    const own = groups.filter((row) => key(row) === id);
    const collected = weeks.filter((row) => key(row) === id);
    return {
      _id: id,
      loanCount: total(own, (row) => row.loans),
      dueAmount: total(own, (row) => row.due),
      allocatedCount: total(own, (row) => row.allocated),
      promisesToday: total(own, (row) => row.promisesToday),
      collectedWeek: total(collected, (row) => row.week),
      collectedWeekBefore: total(collected, (row) => row.weekBefore),
    };
  });
  shares.sort((a, b) => b.dueAmount - a.dueAmount || b.collectedWeek - a.collectedWeek);
  return { rows: shares.slice(0, MOST_ROWS), totalCount: shares.length };
}

async function withNames(
  db: Db,
  table: ReturnType<typeof sharesBy>,
  names: (ids: SQL) => SQL,
): Promise<{ rows: StockShare[]; totalCount: number }> {
  const ids = table.rows.map(({ _id }) => _id).filter((id) => id !== null);
  const result = await db.execute<{ id: string; name: string }>(
    names(sql`${sql.param(ids)}::uuid[]`),
  );
  const nameOf = new Map(result.rows.map(({ id, name }) => [id, name]));
  return {
    rows: table.rows.map((row) => ({ ...row, name: nameOf.get(row._id ?? '') ?? null })),
    totalCount: table.totalCount,
  };
}

/** The organisation's morning, all of one instant. Two passes: the loans once, the collections of two weeks. */
export async function readOrganisationLanding(
  context: Context,
  actor: Actor,
): Promise<OrganisationLanding> {
  const zone = context.settings.businessTz;
  const now = new Date();
  const moment: Moment = { zone, now, today: businessDay(zone, now) };
  return context.db.transaction(
    async (tx) => {
      const groups = await readGroups(tx, activeLoansOf(actor), moment.today);
      const weeks = await readWeeks(tx, actor, moment);
      return {
        asOf: now.toISOString(),
        stock: stockOf(groups),
        collected: await readCollected(tx, actor, moment),
        byClient: await withNames(
          tx,
          sharesBy(groups, weeks, (row) => row.clientId),
          (ids) => sql`select id, name from clients where id = any(${ids})`,
        ),
        byManager: await withNames(
          tx,
          sharesBy(groups, weeks, (row) => row.managerId),
          (ids) => sql`select id, full_name as name from users where id = any(${ids})`,
        ),
        imports: await readImportCounts(tx, actor),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
