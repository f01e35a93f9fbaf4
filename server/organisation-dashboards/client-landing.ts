import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ClientLanding, PortfolioPart } from '../../contract/organisation-dashboard.ts';
import type { Actor } from '../access/actor.ts';
import { dispositionsVisibleTo, loansVisibleTo } from '../access/scope.ts';
import { businessDay, instantOf } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';
import { collectedSince, filledDays, startOfDay } from './collections.ts';
import type { Moment } from './collections.ts';
import { readImportCounts } from './import-counts.ts';
import { stockOf, stockSums, total } from './stock.ts';
import type { StockSums } from './stock.ts';

const MOST_BUCKETS = 20;

interface PartRow extends StockSums {
  product: string | null;
  bucket: string | null;
}

function partOf(name: string | null, rows: readonly PartRow[]): PortfolioPart {
  return {
    name,
    loanCount: total(rows, (row) => row.loans),
    dueAmount: total(rows, (row) => row.due),
    allocatedCount: total(rows, (row) => row.allocated),
    workedCount: total(rows, (row) => row.worked),
  };
}

/** As a lender counts them: 2 before 10, 6+ after 6. */
const byBucket = new Intl.Collator('en', { numeric: true });
/** Loans without a bucket stand under the others: no bucket's name sorts after it. */
const LAST = '\uffff';

/** The buckets with the largest dues, in their own order. */
function bucketsOf(parts: readonly PartRow[]): PortfolioPart[] {
  const names = [...new Set(parts.map(({ bucket }) => bucket))];
  return names
    .map((name) =>
      partOf(
        name,
        parts.filter(({ bucket }) => bucket === name),
      ),
    )
    .sort((a, b) => b.dueAmount - a.dueAmount)
    .slice(0, MOST_BUCKETS)
    .sort((a, b) => byBucket.compare(a.name ?? LAST, b.name ?? LAST));
}

interface PortfolioRow extends Record<string, unknown> {
  name: string;
  products: string[];
  buckets: string[];
  startsOn: string | null;
  endsOn: string | null;
}

const isIn = (list: readonly string[], value: string | null) =>
  list.length === 0 || (value !== null && list.includes(value));

/** A portfolio is the loans of its products and buckets; one that names none takes any. */
async function readPortfolios(
  db: Db,
  clientId: string,
  parts: readonly PartRow[],
): Promise<ClientLanding['portfolios']> {
  const { rows } = await db.execute<PortfolioRow>(sql`
    select name, products, buckets, starts_on::text as "startsOn", ends_on::text as "endsOn"
    from portfolios where client_id = ${clientId} order by lower(name)`);
  return rows.map(({ name, products, buckets, startsOn, endsOn }) => {
    const own = parts.filter((row) => isIn(products, row.product) && isIn(buckets, row.bucket));
    return Object.assign(partOf(name, own), { startsOn, endsOn });
  });
}

/** The day so many months before, or the last of its month when that is shorter. */
export function monthsBack(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const first = new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 8);
  return `${first}${String(Math.min(date, last)).padStart(2, '0')}`;
}

async function readRecovered(
  db: Db,
  visible: SQL,
  { zone, now, today }: Moment,
): Promise<ClientLanding['recovered']> {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(
    now,
  );
  const month = instantOf(zone, `${today.slice(0, 7)}-01`);
  const monthBefore = instantOf(zone, `${monthsBack(today, 1).slice(0, 7)}-01`);
  const byNow = instantOf(zone, monthsBack(today, 1), clock);
  const { rows } = await db.execute<{
    day: string;
    amount: number;
    byNow: number;
    isThis: boolean;
  }>(sql`
    select (d.recorded_at at time zone ${zone})::date::text as day, sum(d.amount_collected)::bigint as amount,
      coalesce(sum(d.amount_collected) filter (where d.recorded_at <= ${byNow}::timestamptz), 0)::bigint as "byNow",
      min(d.recorded_at) >= ${month}::timestamptz as "isThis"
    from dispositions d join loans l on l.id = d.loan_id
    where ${collectedSince(monthBefore)} and ${visible} group by 1`);
  const before = rows.filter((row) => !row.isThis);
  return {
    thisMonth: total(rows, (row) => (row.isThis ? row.amount : 0)),
    lastMonthByNow: total(before, (row) => row.byNow),
    lastMonth: total(before, (row) => row.amount),
    days: filledDays(rows, today, 30),
  };
}

interface ContactRow extends Record<string, unknown> {
  isToday: boolean;
  calls: number;
  visits: number;
  promises: number;
  collected: number;
}

async function readContacts(
  db: Db,
  visible: SQL,
  moment: Moment,
): Promise<ClientLanding['contacts']> {
  const { rows } = await db.execute<ContactRow>(sql`
    select d.recorded_at >= ${startOfDay(moment, 0)}::timestamptz as "isToday",
      count(*) filter (where d.channel = 'CALL') as calls, count(*) filter (where d.channel = 'FIELD') as visits,
      count(*) filter (where d.disposition_class = 'PTP') as promises,
      coalesce(sum(d.amount_collected), 0)::bigint as collected
    from dispositions d join loans l on l.id = d.loan_id
    where d.channel in ('CALL', 'FIELD') and d.recorded_at >= ${startOfDay(moment, 6)}::timestamptz
      and ${isNotSuperseded} and ${visible} group by 1`);
  const countsOf = (own: readonly ContactRow[]) => ({
    calls: total(own, (row) => row.calls),
    visits: total(own, (row) => row.visits),
    promises: total(own, (row) => row.promises),
    collected: total(own, (row) => row.collected),
  });
  return { today: countsOf(rows.filter((row) => row.isToday)), week: countsOf(rows) };
}

/** A lender's morning, all of one instant. Portfolios and uploads are the client admin's only. */
export async function readClientLanding(context: Context, actor: Actor): Promise<ClientLanding> {
  const zone = context.settings.businessTz;
  const now = new Date();
  const moment: Moment = { zone, now, today: businessDay(zone, now) };
  const isClientAdmin = actor.role === 'CLIENT_ADMIN' && actor.clientId !== null;
  return context.db.transaction(
    async (tx) => {
      const { rows: parts } = await tx.execute<PartRow>(sql`
        select l.product, l.bucket, ${stockSums(moment.today)} from loans l
        where ${loansVisibleTo(actor)} group by l.product, l.bucket`);
      const visible = dispositionsVisibleTo(actor);
      return {
        asOf: now.toISOString(),
        stock: stockOf(parts),
        recovered: await readRecovered(tx, visible, moment),
        buckets: bucketsOf(parts),
        contacts: await readContacts(tx, visible, moment),
        portfolios: isClientAdmin ? await readPortfolios(tx, actor.clientId ?? '', parts) : [],
        imports: isClientAdmin
          ? await readImportCounts(tx, actor)
          : { running: 0, pending: 0, failed: 0 },
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
