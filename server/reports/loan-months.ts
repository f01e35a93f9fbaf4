import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { PAST_RESULTS } from '../../contract/allocation-rule.ts';
import type { Actor } from '../access/actor.ts';
import { addDays, businessDay, dayRange } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { holdLock } from '../database/locks.ts';
import { isPromise, isRightParty } from '../dispositions/contact-measures-service.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';
import type { Upkeep } from '../upkeep.ts';
import type { FactsAsk } from './report-definition.ts';

/** Instants, half open. */
type Span = Pick<FactsAsk, 'start' | 'end'>;

const COLUMNS = sql`loan_id, contacts, right_party, promises, best_id, best_agent_id, best_manager_id, best_code, best_class,
  best_at`;
/** The current month and the two before it are made: what screens ask for, and whatever late work may still come for. */
const MADE_MONTHS = 3;
/** A month stays kept for a year. */
const MONTHS = 13;
/** So many changes are put right at once. */
const AT_ONCE = 20_000;

/**
 * What the contacts `d` of `which` come to by loan: a row of `loan_months`. The best one is that of the best class, then of the
 * code's place in the catalogue, then the newest.
 */
const monthOfLoans = (which: SQL): SQL => sql`
  select distinct on (b.loan_id) b.loan_id, b.contacts::int as contacts, b.right_party::int as right_party,
    b.promises::int as promises, b.id as best_id, b.agent_id as best_agent_id, b.manager_id as best_manager_id,
    b.code as best_code, b.disposition_class as best_class, b.recorded_at as best_at
  from (select d.id, d.loan_id, d.agent_id, d.manager_id, d.code, d.disposition_class, d.recorded_at, k.sort_order % 200 as place,
      count(*) filter (where d.counts) over w as contacts,
      count(*) filter (where d.counts and ${isRightParty}) over w as right_party,
      count(*) filter (where d.counts and ${isPromise}) over w as promises
    from (select d.*, ${isNotSuperseded} as counts from dispositions d where ${which}) d
      join disposition_codes k on k.code = d.code
    window w as (partition by d.loan_id)) b
  order by b.loan_id, array_position(${sql.param(PAST_RESULTS)}::text[], b.disposition_class), b.code = 'CALL_STARTED',
    b.place, b.recorded_at desc, b.id desc`;

/** Condition on `d`: it lies in the span. */
export const within = ({ start, end }: Span): SQL =>
  sql`d.recorded_at >= ${start}::timestamptz and d.recorded_at < ${end}::timestamptz`;

/** Who sees every contact of the loans that it sees: others see those of their people. */
export const seesByLoans = ({ role }: Actor): boolean =>
  role !== 'MANAGER' && role !== 'COLLECTOR' && role !== 'FIELD_AGENT';

/** Whether the days are a month that is kept by loan, for who asks. */
export async function isKeptMonth(db: Db, { actor, start, end }: FactsAsk): Promise<boolean> {
  if (!seesByLoans(actor)) return false;
  const { rows } = await db.execute(sql`select 1 from kept_months
    where starts_at = ${start}::timestamptz and ends_at = ${end}::timestamptz`);
  return rows.length > 0;
}

/** Rows of a kept month: of loans that have changed since, from their contacts. */
export const keptByLoan = (span: Span): SQL => sql`
  select ${COLUMNS} from loan_months m where m.starts_at = ${span.start}::timestamptz
    and m.loan_id not in (select s.loan_id from loan_months_stale s)
  union all
  select ${COLUMNS} from (${monthOfLoans(
    sql`${within(span)} and d.loan_id = any(array(select distinct s.loan_id from loan_months_stale s))`,
  )}) x`;

/** Keeps a month by loan from now on, if it is not kept yet. */
export async function keepMonth(tx: Db, span: Span): Promise<void> {
  const { rows } = await tx.execute(sql`insert into kept_months (starts_at, ends_at)
    values (${span.start}::timestamptz, ${span.end}::timestamptz) on conflict do nothing returning 1`);
  if (rows.length === 0) return;
  await tx.execute(sql`insert into loan_months (starts_at, ${COLUMNS})
    select ${span.start}::timestamptz, ${COLUMNS} from (${monthOfLoans(within(span))}) x`);
}

/** The months that may be kept on a business day, the newest first. */
function monthsUntil(zone: string, today: string): Span[] {
  const months: Span[] = [];
  for (let first = `${today.slice(0, 8)}01`; months.length < MONTHS;) {
    const last = addDays(`${addDays(first, 31).slice(0, 8)}01`, -1);
    months.push(dayRange(zone, first, last));
    first = `${addDays(first, -1).slice(0, 8)}01`;
  }
  return months;
}

/** Puts right what changed since, and answers how many changes it took. */
async function mendStale(tx: Db, months: readonly Span[]): Promise<number> {
  const { rows } = await tx.execute<{ loans: string[]; taken: number }>(sql`
    with taken as (delete from loan_months_stale where ctid = any(array(
      select ctid from loan_months_stale limit ${AT_ONCE})) returning loan_id)
    select count(*)::int as taken, coalesce(array_agg(distinct loan_id::text), '{}') as loans from taken`);
  const [{ loans, taken } = { loans: [], taken: 0 }] = rows;
  if (taken === 0) return 0;
  const changed = sql`any(${sql.param(loans)}::uuid[])`;
  await tx.execute(sql`delete from loan_months where loan_id = ${changed}`);
  for (const span of months)
    await tx.execute(sql`insert into loan_months (starts_at, ${COLUMNS})
      select ${span.start}::timestamptz, ${COLUMNS} from (${monthOfLoans(sql`${within(span)} and d.loan_id = ${changed}`)}) x`);
  return taken;
}

/**
 * Puts right what has changed of the kept months. Whoever records meanwhile waits for nobody: its change is taken the next
 * time, and until then its loan is read from its contacts.
 */
export async function mendLoanMonths(db: Db): Promise<void> {
  for (;;) {
    const taken = await db.transaction(async (tx) => {
      await holdLock(tx, 'loanMonths');
      await tx.execute(sql`set local statement_timeout = 0`);
      const { rows } = await tx.execute<{ start: string; end: string }>(
        sql`select starts_at as start, ends_at as "end" from kept_months order by 1`,
      );
      return mendStale(tx, rows);
    });
    if (taken < AT_ONCE) return;
  }
}

/** Keeps the latest months, and those before them for a year; none of another time zone where it was changed. */
export async function keepLatestMonths({ db, settings }: Context): Promise<void> {
  const zone = settings.businessTz;
  const months = monthsUntil(zone, businessDay(zone));
  const starts = sql.param(months.map(({ start }) => start));
  const ends = sql.param(months.map(({ end }) => end));
  await db.transaction(async (tx) => {
    await holdLock(tx, 'loanMonths');
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`with gone as (delete from kept_months k where not exists (
        select 1 from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) m (s, e)
        where m.s = k.starts_at and m.e = k.ends_at) returning starts_at)
      delete from loan_months where starts_at in (select starts_at from gone)`);
  });
  for (const span of months.slice(0, MADE_MONTHS))
    await db.transaction(async (tx) => {
      await holdLock(tx, 'loanMonths');
      await tx.execute(sql`set local statement_timeout = 0`);
      await keepMonth(tx, span);
    });
}

/** What contacts come to by loan is kept for the latest months. */
export const loanMonthUpkeep: Upkeep = {
  name: 'months of loans',
  every: 60_000,
  work: async (context) => {
    await keepLatestMonths(context);
    await mendLoanMonths(context.db);
  },
};

/** A loan whose kept month says another thing than its contacts. */
interface WrongMonth extends Record<string, unknown> {
  startsAt: string;
  loanId: string;
}

/** The kept months that are not what the contacts come to, of one instant. */
export async function wrongLoanMonths(tx: Db): Promise<WrongMonth[]> {
  const { rows: months } = await tx.execute<{ start: string; end: string }>(
    sql`select starts_at as start, ends_at as "end" from kept_months order by 1`,
  );
  const wrong: WrongMonth[] = [];
  for (const span of months) {
    const { rows } = await tx.execute<WrongMonth>(sql`
      select ${span.start} as "startsAt", coalesce(a.loan_id, k.loan_id) as "loanId"
      from (${monthOfLoans(within(span))}) a full join (select ${COLUMNS} from loan_months
        where starts_at = ${span.start}::timestamptz) k on k.loan_id = a.loan_id
      where a is distinct from k and coalesce(a.loan_id, k.loan_id) not in (select s.loan_id from loan_months_stale s)
      order by 2`);
    wrong.push(...rows);
  }
  return wrong;
}

/** Reads all kept months anew; what is recorded meanwhile is read the next time. */
export async function mendAllLoanMonths(tx: Db): Promise<void> {
  await holdLock(tx, 'loanMonths');
  const { rows: months } = await tx.execute<{ start: string; end: string }>(
    sql`with gone as (delete from kept_months returning *), rows as (delete from loan_months)
      select starts_at as start, ends_at as "end" from gone order by 1`,
  );
  for (const span of months) await keepMonth(tx, span);
}
