import { sql } from 'drizzle-orm';
import { businessDay } from '../../server/clock.ts';
import { PROMISE_VIEWS } from '../../contract/promise.ts';
import type { PaymentPromise } from '../../contract/promise.ts';
import type { PersonName, TestServer } from './server.ts';

const READERS = ['admin', 'manager', 'collector', 'clientadmin'] as const satisfies PersonName[];

/** What came for a promise, whole rupees. */
interface Came extends Record<string, unknown> {
  id: string;
  amount: number;
  paidAmount: number;
  saidAmount: number;
}

/**
 * What came for each promise by the raw contacts, receipts and payments: after it was made and until the day promised, and
 * before the next one was. Of a payment that confirms no receipt of its day only the day is known. Stories have no days of
 * grace.
 */
async function promisesOf({ db, context }: TestServer): Promise<Came[]> {
  const { businessTz } = context.settings;
  const { rows } = await db.execute<Came>(sql`
    with made as (
      select d.id, d.loan_id, d.promise_amount as amount, d.recorded_at as at,
        (d.recorded_at at time zone ${businessTz})::date as day, d.on_date as due,
        lead(d.recorded_at) over (partition by d.loan_id order by d.recorded_at, d.id) as next
      from dispositions d where d.promise_amount > 0),
    taken as (
      select r.loan_id, r.amount, r.collected_on as day, x.recorded_at as at, r.payment_id
      from receipts r left join dispositions x on x.id = r.disposition_id where r.cancelled_at is null),
    paid as (
      select p.loan_id, p.amount, p.paid_on as day,
        (select t.at from taken t where t.payment_id = p.id and t.day = p.paid_on) as at
      from payments p where p.reversed_at is null)
    select made.id, made.amount,
      (select coalesce(sum(m.amount), 0)::bigint from paid m where m.loan_id = made.loan_id and ${came(businessTz)}) as "paidAmount",
      (select coalesce(sum(m.amount), 0)::bigint from taken m where m.loan_id = made.loan_id and ${came(businessTz)}) as "saidAmount"
    from made`);
  return rows;
}

const came = (zone: string) => sql`m.day between made.day and made.due
  and not (m.day = made.day and m.at is not null and m.at <= made.at)
  and (made.next is null or m.day < (made.next at time zone ${zone})::date
    or (m.day = (made.next at time zone ${zone})::date and m.at <= made.next))`;

/** The figures of the list of promises that are not those of the contacts, receipts and payments. */
export async function differingPromises(server: TestServer): Promise<string[]> {
  const today = businessDay(server.context.settings.businessTz);
  // Money only marks them: the server judges every few seconds.
  await server.upkeep.runNow('promises');
  const promises = new Map((await promisesOf(server)).map((each) => [each.id, each]));
  const differences: string[] = [];
  const expectSame = (where: string, shown: number | undefined, ledger: number | undefined) => {
    if (shown !== ledger) differences.push(`${where}: ${shown} instead of ${ledger}`);
  };
  for (const as of READERS)
    for (const view of PROMISE_VIEWS) {
      const query = { view, pageSize: '200' };
      const answer = await server.call('GET', '/promises', { as, query });
      const { data, sums } = answer.json<{
        data: PaymentPromise[];
        sums: Record<typeof view, { amount: number }>;
      }>();
      let sum = 0;
      for (const { _id, Loan_ID, amount, paidAmount, saidAmount } of data) {
        const came = promises.get(_id);
        const where = `/promises as ${as}, ${view}, ${Loan_ID}`;
        expectSame(`${where}, promised`, amount, came?.amount);
        expectSame(`${where}, paid`, paidAmount, came?.paidAmount);
        expectSame(`${where}, collected`, saidAmount, came?.saidAmount);
        sum += came?.amount ?? 0;
      }
      expectSame(`/promises as ${as}, ${view}, in all`, sums[view].amount, sum);
    }
  for (const [as, path] of BOARDS) {
    const days = { from: today, to: today };
    const list = await server.call('GET', '/promises', { as, query: days });
    const { sums } = list.json<{ sums: { open: Tally } }>();
    const board = (await server.call('GET', path, { as })).json<Board>();
    const shown = board.due?.promises.today ?? board.stock.promisesToday;
    expectSame(`${path} as ${as}, promises today`, shown?.count, sums.open.count);
    expectSame(`${path} as ${as}, promised today`, shown?.amount, sums.open.amount);
  }
  return differences;
}

interface Tally {
  count: number;
  amount: number;
}
interface Board {
  due?: { promises: { today: Tally } };
  stock: { promisesToday?: Tally };
}

/** The boards that tell how many promises are due today. */
const BOARDS = [
  ['admin', '/organisation/landing'],
  ['partner', '/organisation/partner-landing'],
  ['manager', '/loans/getManagerLandingAnalytics'],
  ['collector', '/loans/getLandingAnalytics'],
] as const satisfies (readonly [PersonName, string])[];
