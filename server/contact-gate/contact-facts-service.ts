import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { comparableNumber } from '../../contract/contact-rules.ts';
import type { ContactFacts } from '../../contract/contact-rules.ts';
import { comparableNumberSql } from '../database/comparable-number-sql.ts';
import type { Db } from '../database/connection.ts';
import { askedRows } from '../database/prepared.ts';
import { effectivePolicy, policyColumns } from './policy-profiles.ts';
import type { PolicyRow } from './policy-profiles.ts';

/** Days that a weekly limit spans: contacts are looked for at least as far around. */
const WEEK_DAYS = 7;

/** A loan whose facts are wanted, with the numbers that may be reached beside its own, and the days it is about. */
interface FactsWanted {
  readonly loanId: string;
  readonly numbers: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

/** The loans that contacts are about, each with their numbers and the span of their times. */
export function wantedOf(
  contacts: readonly { loanId: string; number?: string | null; at: Date }[],
): FactsWanted[] {
  const byLoan = new Map<string, { numbers: string[]; times: number[] }>();
  for (const { loanId, number, at } of contacts) {
    const ofLoan = byLoan.get(loanId) ?? { numbers: [], times: [] };
    ofLoan.times.push(at.getTime());
    ofLoan.numbers.push(...[comparableNumber(number)].filter((each) => each !== null));
    byLoan.set(loanId, ofLoan);
  }
  return [...byLoan].map(([loanId, { numbers, times }]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const [first = 0] = sorted;
    return { loanId, numbers, from: new Date(first), to: new Date(sorted.at(-1) ?? first) };
  });
}

interface FactsRow extends PolicyRow {
  id: string;
  is_worked: boolean;
  agreed_day: string | null;
  zone: string | null;
  holds: ContactFacts['holds'] | null;
  avoid_times: ContactFacts['avoidTimes'] | null;
  numbers: ContactFacts['numbers'] | null;
  attempts: ContactFacts['attempts'] | null;
}

/** ISO 8601 in UTC with milliseconds, made in the database: the facts of many loans are one answer. */
const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Contacts `a` with the loans of the lender of `l` alone. */
const ofSameLender = sql`and exists (select from loans o where o.id = a.loan_id and o.client_id = l.client_id)`;

/**
 * The holds, avoid-times, numbers and counted contacts of one loan `l`, from `w.from_at` to `w.to_at` and as far around as rules look.
 * `which`: of the contacts `a`.
 */
const lateralsOf = (which: SQL) => sql`
  left join lateral (select jsonb_agg(jsonb_build_object('kind', h.kind, 'channel', h.channel, 'from', ${iso('h.starts_at')},
      'until', ${iso('least(h.ends_at, h.ended_at)')}) order by h.starts_at, h.id) as list
    from contact_holds h where h.loan_id = l.id and least(h.ends_at, h.ended_at, 'infinity') > w.from_at) holds on true
  left join lateral (select jsonb_agg(jsonb_build_object('weekdays', t.weekdays, 'from', left(t.from_time::text, 5),
      'to', left(t.to_time::text, 5), 'untilDay', t.until_day, 'since', ${iso('t.created_at')},
      'endedAt', ${iso('t.ended_at')}) order by t.created_at, t.id) as list
    from contact_avoid_times t where t.loan_id = l.id and coalesce(t.ended_at, 'infinity') > w.from_at) avoided on true
  left join lateral (select jsonb_agg(jsonb_build_object('number', n.number, 'isWrong', n.loan_id is not null,
      'since', ${iso('n.created_at')}, 'endedAt', ${iso('n.ended_at')}) order by n.created_at, n.id) as list
    from contact_numbers n where n.number = any(own.numbers) and (n.loan_id is null or n.loan_id = l.id)
      and coalesce(n.ended_at, 'infinity') > w.from_at) blocked on true
  left join lateral (select jsonb_agg(jsonb_build_object('id', a.id, 'channel', a.channel, 'number', a.number,
      'at', ${iso('a.at')}, 'isTalk', a.is_conversation, 'isOfLoan', a.loan_id = l.id) order by a.at, a.id) as list
    from (select * from contact_attempts where loan_id = l.id and at between w.from_at - span.days and w.to_at + span.days
        union select * from contact_attempts where number = any(own.numbers) and at between w.from_at - span.days and w.to_at + span.days) a
    where a.decision in ('ALLOWED', 'OVERRIDDEN', 'BREACH') ${which}) tried on true`;

function toFacts(row: FactsRow, businessTz: string): ContactFacts {
  const policy = effectivePolicy(row);
  return {
    isWorked: row.is_worked,
    agreedDay: row.agreed_day,
    zone: row.zone ?? businessTz,
    ...policy,
    // The last minute that a form can give means the end of the day.
    to: policy.to.replace('23:59', '24:00'),
    holds: row.holds ?? [],
    avoidTimes: row.avoid_times ?? [],
    numbers: row.numbers ?? [],
    attempts: row.attempts ?? [],
  };
}

/**
 * What the rules look at, of each loan, in one statement; loans that do not exist are missing. The caller makes sure that
 * the reader may see the loans. `seen`: contacts with the same number for other lenders count too, unless a lender's people
 * are to read what comes of it.
 */
export async function readContactFacts(
  db: Db,
  wanted: readonly FactsWanted[],
  businessTz: string,
  seen: 'ALL' | 'OF_LENDER' = 'ALL',
): Promise<Map<string, ContactFacts>> {
  if (wanted.length === 0) return new Map();
  const asked = wanted.map(({ loanId, numbers, from, to }) => ({
    loan_id: loanId,
    numbers,
    from_at: from.toISOString(),
    to_at: to.toISOString(),
  }));
  const { rows } = await db.execute<FactsRow>(sql`
    select /* prepared */ l.id, l.status = 'ACTIVE' as is_worked,
      case when l.settlement_state = 'ACTIVE' then l.settlement_due_on end as agreed_day, coalesce(z.time_zone, p.time_zone) as zone,
      ${policyColumns},
      holds.list as holds, avoided.list as avoid_times, blocked.list as numbers, tried.list as attempts
    from ${askedRows(asked, 'w', 'loan_id uuid, numbers text[], from_at timestamptz, to_at timestamptz')}
      join loans l on l.id = w.loan_id join clients c on c.id = l.client_id
      left join contact_policies p on p.client_id = l.client_id left join contact_zones z on z.loan_id = l.id
      cross join lateral (select array_remove(w.numbers || array[${comparableNumberSql('l.mobile_number')},
        ${comparableNumberSql('l.alternate_mobile_number')}], null) as numbers) own
      cross join lateral (select make_interval(days => greatest(${WEEK_DAYS}, coalesce(p.days_after_talk, 0)) + 1) as days) span
      ${lateralsOf(seen === 'ALL' ? sql`` : ofSameLender)}`);
  return new Map(rows.map((row) => [row.id, toFacts(row, businessTz)]));
}

/** The facts of loans as things stand now: what a phone or a desk decides by. The reader may see these loans. */
export async function contactFactsNow(
  db: Db,
  loanIds: readonly string[],
  businessTz: string,
): Promise<Map<string, ContactFacts>> {
  const at = new Date();
  return readContactFacts(
    db,
    loanIds.map((loanId) => ({ loanId, numbers: [], from: at, to: at })),
    businessTz,
  );
}
