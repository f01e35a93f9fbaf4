import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ClientLanding, PortfolioPart } from '../../contract/organisation-dashboard.ts';
import type { Actor } from '../access/actor.ts';
import { activeLoansOf, dispositionsVisibleTo } from '../access/scope.ts';
import { addDays, businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';
import { moneyLines } from '../payments/collected-service.ts';
import { filledDays, startOfDay } from './collections.ts';
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
  list.length === 0 ||
  (value !== null && list.some((word) => word.toLowerCase() === value.toLowerCase()));

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

interface DayRow extends Record<string, unknown> {
  day: string;
  amount: number;
}

/** What is verified of each day since the month before began. */
async function readDays(db: Db, actor: Actor, { today }: Moment): Promise<DayRow[]> {
  const from = `${monthsBack(today, 1).slice(0, 7)}-01`;
  const { rows } = await db.execute<DayRow>(sql`
    select m.day, sum(m.verified)::bigint as amount from ${moneyLines(actor, { from, to: today })} m group by 1`);
  return rows;
}

interface ContactDayRow extends Record<string, unknown> {
  day: string;
  calls: number;
  visits: number;
  promises: number;
}

/** The contacts of each day of the last week. */
async function readContacts(db: Db, visible: SQL, moment: Moment): Promise<ContactDayRow[]> {
  const { rows } = await db.execute<ContactDayRow>(sql`
    select (d.recorded_at at time zone ${moment.zone})::date::text as day,
      count(*) filter (where d.channel = 'CALL') as calls, count(*) filter (where d.channel = 'FIELD') as visits,
      count(*) filter (where d.disposition_class = 'PTP') as promises
    from dispositions d join loans l on l.id = d.loan_id
    where d.channel in ('CALL', 'FIELD') and d.recorded_at >= ${startOfDay(moment, 6)}::timestamptz
      and ${isNotSuperseded} and ${visible} group by 1`);
  return rows;
}

function recoveredOf(days: readonly DayRow[], today: string): ClientLanding['recovered'] {
  const month = today.slice(0, 7);
  const sameDay = monthsBack(today, 1);
  const before = days.filter(({ day }) => day.slice(0, 7) < month);
  const sumOf = (own: readonly DayRow[]) => total(own, (row) => row.amount);
  return {
    thisMonth: sumOf(days.filter(({ day }) => day.slice(0, 7) === month)),
    lastMonthByNow: sumOf(before.filter(({ day }) => day <= sameDay)),
    lastMonth: sumOf(before),
    days: filledDays(days, today, 30),
  };
}

function contactsOf(
  contacts: readonly ContactDayRow[],
  money: readonly DayRow[],
  today: string,
): ClientLanding['contacts'] {
  const since = (first: string) => {
    const own = contacts.filter(({ day }) => day >= first);
    const paid = money.filter(({ day }) => day >= first);
    return {
      calls: total(own, (row) => row.calls),
      visits: total(own, (row) => row.visits),
      promises: total(own, (row) => row.promises),
      verified: total(paid, (row) => row.amount),
    };
  };
  return { today: since(today), week: since(addDays(today, -6)) };
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
        select min(l.product) as product, min(min(l.bucket)) over (partition by lower(l.bucket)) as bucket,
          ${stockSums(moment.today)} from loans l
        where ${activeLoansOf(actor)} group by lower(l.product), lower(l.bucket)`);
      const days = await readDays(tx, actor, moment);
      const contacts = await readContacts(tx, dispositionsVisibleTo(actor), moment);
      return {
        asOf: now.toISOString(),
        stock: stockOf(parts),
        recovered: recoveredOf(days, moment.today),
        buckets: bucketsOf(parts),
        contacts: contactsOf(contacts, days, moment.today),
        portfolios: isClientAdmin ? await readPortfolios(tx, actor.clientId ?? '', parts) : [],
        imports: isClientAdmin
          ? await readImportCounts(tx, actor)
          : { running: 0, pending: 0, failed: 0 },
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
