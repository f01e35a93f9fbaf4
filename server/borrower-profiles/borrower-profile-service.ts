import { sql } from 'drizzle-orm';
import type { BorrowerProfile } from '../../contract/borrower-profile.ts';
import type { LoanStatus } from '../../contract/loan.ts';
import type { Actor } from '../access/actor.ts';
import { loansAtHandOf } from '../access/scope.ts';
import { businessDay, isoInstantOrNull } from '../clock.ts';
import { decideContacts } from '../contact-gate/contact-gate-service.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import { maskedPhone, seesMaskedPhones } from '../loans/loan-rows-service.ts';
import { callsOfLoan, isReached } from './borrower-calls.ts';
import { bestTimeOf } from './best-time.ts';
import type { HourCount } from './best-time.ts';
import { numbersOf } from './borrower-numbers.ts';
import { nextActionOf } from './next-action.ts';
import type { ActionFacts } from './next-action.ts';
import { otherLoansOf } from './other-loans.ts';

/** History that the best time rests on, days. */
const LOOK_BACK_DAYS = 180;
const LANGUAGE_COLUMNS = /^(preferred |borrower |customer )?language$|^mother tongue$/i;

interface LoanRow extends Record<string, unknown> {
  customer_name: string;
  status: LoanStatus;
  promise_date: string | null;
  promise_amount: number | null;
  promise_broken_on: string | null;
  settlement: ActionFacts['settlement'];
  other_columns: Record<string, string>;
  newest: ActionFacts['newest'];
  visits: number;
  open: number;
  kept: number;
  broken: number;
}

async function readLoan(db: Db, actor: Actor, loanId: string): Promise<LoanRow> {
  const found = await db.execute<LoanRow>(sql`
    select l.customer_name, l.status, l.promise_date, l.promise_amount, l.promise_broken_on, l.other_columns,
      json_build_object('state', l.settlement_state, 'dueOn', l.settlement_due_on,
        'amount', least(l.settlement_amount, l.total_due_amount)) as settlement,
      (select json_build_object('code', d.code, 'kind', d.disposition_class, 'date', d.on_date,
          'time', to_char(d.at_time, 'HH24:MI')) from dispositions d
        where d.loan_id = l.id and d.code <> 'CALL_STARTED' order by d.recorded_at desc, d.id desc limit 1) as newest,
      (select count(*)::int from dispositions d where d.loan_id = l.id and d.channel = 'FIELD'
        and d.code <> 'CALL_STARTED') as visits,
      p.open, p.kept, p.broken
    from loans l cross join lateral (select (count(*) filter (where state = 'OPEN'))::int as open,
        (count(*) filter (where state = 'KEPT'))::int as kept,
        (count(*) filter (where state in ('BROKEN', 'PART_KEPT')))::int as broken
      from promises where loan_id = l.id) p
    where l.id = ${loanId} and ${loansAtHandOf(actor)}`);
  const [loan] = found.rows;
  if (!loan) throw notFound('This loan');
  return loan;
}

async function hourCounts(db: Db, loanId: string, zone: string): Promise<HourCount[]> {
  const found = await db.execute<HourCount & Record<string, unknown>>(sql`
    select extract(isodow from c.at at time zone ${zone})::int as weekday,
      extract(hour from c.at at time zone ${zone})::int as hour, count(*)::int as calls,
      (count(*) filter (where ${isReached}))::int as reached
    from (${callsOfLoan(loanId)}) c join disposition_codes k on k.code = c.code
    where c.at > now() - make_interval(days => ${LOOK_BACK_DAYS}) group by 1, 2`);
  return found.rows;
}

interface CallSums extends Record<string, unknown> {
  total: number;
  reached: number;
  last_reached: string | null;
  missed: number;
}

async function callSums(db: Db, loanId: string): Promise<CallSums> {
  const found = await db.execute<CallSums>(sql`
    with calls as (select c.at, ${isReached} as is_reached
      from (${callsOfLoan(loanId)}) c join disposition_codes k on k.code = c.code)
    select count(*)::int as total, (count(*) filter (where is_reached))::int as reached,
      max(at) filter (where is_reached) as last_reached,
      (count(*) filter (where at > coalesce((select max(at) from calls where is_reached), '-infinity')))::int as missed
    from calls`);
  return found.rows[0] ?? { total: 0, reached: 0, last_reached: null, missed: 0 };
}

function languagesOf(columns: Readonly<Record<string, string>>): string[] {
  return Object.entries(columns)
    .filter(([name]) => LANGUAGE_COLUMNS.test(name.trim()))
    .flatMap(([, value]) => value.split(/[,/;|]/))
    .map((language) => language.trim())
    .filter((language) => language !== '');
}

function momentOf(zone: string): ActionFacts['now'] {
  const now = new Date();
  const day = businessDay(zone, now);
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
  });
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return { day, time: clock.format(now), weekday: weekday === 0 ? 7 : weekday };
}

/**
 * What calling this borrower has taught: numbers, best time, what to do next and why, promises, other loans that the actor
 * may see. Throws 404 when the actor may not see the loan.
 */
export async function readBorrowerProfile(
  db: Db,
  actor: Actor,
  loanId: string,
  businessTz: string,
): Promise<BorrowerProfile> {
  const loan = await readLoan(db, actor, loanId);
  const [numbers, counts, sums, otherLoans, [gate]] = await Promise.all([
    numbersOf(db, loanId),
    hourCounts(db, loanId, businessTz),
    callSums(db, loanId),
    otherLoansOf(db, actor, loanId),
    decideContacts(db, [{ loanId, channel: 'CALL' }], businessTz),
  ]);
  const isMasked = seesMaskedPhones(actor.role);
  const bestTime = bestTimeOf(counts);
  const nextAction = nextActionOf({
    isActive: loan.status === 'ACTIVE',
    now: momentOf(businessTz),
    gate: {
      isAllowed: gate?.isAllowed ?? true,
      reason: gate?.reason ?? null,
      until: gate?.until?.toISOString() ?? null,
    },
    promise: {
      date: loan.promise_date,
      amount: loan.promise_amount,
      isBroken: loan.promise_broken_on !== null,
    },
    settlement: loan.settlement,
    newest: loan.newest,
    calls: sums.total,
    reached: sums.reached,
    missedInARow: sums.missed,
    numbers,
    bestTime,
  });
  return {
    loanId,
    Customer_Name: loan.customer_name,
    languages: languagesOf(loan.other_columns),
    numbers: isMasked
      ? numbers.map((each) => ({ ...each, number: maskedPhone(each.number) ?? '' }))
      : numbers,
    bestTime,
    nextAction,
    promises: { open: loan.open, kept: loan.kept, broken: loan.broken },
    calls: {
      total: sums.total,
      reached: sums.reached,
      visits: loan.visits,
      lastReachedAt: isoInstantOrNull(sums.last_reached),
    },
    otherLoans,
  };
}
