import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** Whom the books are asked for, and what of them. */
export interface OracleAsk {
  readonly from: string;
  readonly to: string;
  readonly client: string | null;
  /** '': those that have none. */
  readonly bucket: string | null;
  /** '': nobody's. */
  readonly agent: string | null;
  /** An outcome, of reports whose rows have some. */
  readonly outcome: string | null;
  /** A manager's or a lender's view; both null: everything. */
  readonly managerId: string | null;
  readonly clientId: string | null;
}

/** The instant at which the days begin. */
export const begin = (ask: OracleAsk) => sql`(${ask.from}::timestamp at time zone 'Asia/Kolkata')`;
/** The instant at which they end. */
export const end = (ask: OracleAsk) =>
  sql`((${ask.to}::timestamp + interval '1 day') at time zone 'Asia/Kolkata')`;

/** Condition on `l`: filter and, for loans, the reader's view. */
export const ofLoan = ({ client, bucket }: OracleAsk) => sql`
  (${client}::text is null or (select name from clients where id = l.client_id) = ${client})
  and (${bucket}::text is null or coalesce(l.bucket, '') = ${bucket})`;
/** Condition on `l`: the reader sees it. */
export const seenLoan = ({ managerId, clientId }: OracleAsk) => sql`l.status <> 'DELETED'
  and (${managerId}::uuid is null or l.manager_id = ${managerId}) and (${clientId}::uuid is null or l.client_id = ${clientId})`;
/** Condition on a person's column. */
export const byAgent = (column: SQL, { agent }: OracleAsk) =>
  sql`(${agent}::text is null or coalesce(${column}::text, '') = ${agent})`;

/** Condition on `d`: a manager's people's. */
export const ofPeople = ({ managerId }: OracleAsk) =>
  sql`(${managerId}::uuid is null or d.manager_id = ${managerId} or d.agent_id = ${managerId})`;
/** Contacts: a manager's people's, a lender's loans'. */
export const contacts = (ask: OracleAsk, more: SQL) =>
  contactsOfAll(ask, sql`${ofPeople(ask)} and (${more})`);
/** Contacts of whoever works these loans. */
export const contactsOfAll = (ask: OracleAsk, more: SQL) => sql`
  from dispositions d, loans l where l.id = d.loan_id and ${ofLoan(ask)}
    and (${ask.clientId}::uuid is null or l.client_id = ${ask.clientId})
    and d.recorded_at >= ${begin(ask)} and d.recorded_at < ${end(ask)} and (${more})`;
/** Condition on `d`: it is no start whose outcome is there. */
export const notJustBegun = sql`not (d.code = 'CALL_STARTED' and exists (select 1 from dispositions later
  where later.loan_id = d.loan_id and later.agent_id = d.agent_id and later.code <> 'CALL_STARTED'
    and later.recorded_at >= d.recorded_at))`;
/** Condition on `d`: somebody was reached. */
export const reached = sql`d.disposition_class not in ('NOT_CONTACTED', 'SKIP')`;
/** Condition on `d`: the borrower was. */
export const borrower = sql`${reached} and d.code <> 'LEFT_MESSAGE' and d.code <> 'FIELD_MET_OTHER'`;

/** Who led a loan at an instant: as its allocations tell, else who leads it now. */
export const loansLeader = (
  loanId: SQL,
  at: SQL,
): SQL => sql`coalesce((select a.assignee_id from allocations a where a.loan_id = ${loanId}
    and a.kind = 'MANAGER' and a.allocated_at < ${at} and coalesce(a.ended_at, 'infinity') >= ${at} limit 1),
  (select x.manager_id from loans x where x.id = ${loanId}))`;
const dayEnd = sql`((p.paid_on + 1)::timestamp at time zone 'Asia/Kolkata')`;

/** Money of loans in days, by loan, person and its four measures, as docs/architecture.md, "What was collected", has it. */
export const money = (ask: OracleAsk) => sql`(
  select r.loan_id, r.agent_id as person, case when r.is_claim and r.payment_id is null
      and not exists (select 1 from receipts t where t.loan_id = r.loan_id and t.is_claim and t.cancelled_at is null
        and t.amount = r.amount and lower(t.reference) = lower(r.reference) and t.id <> r.id
        and (t.id < r.id or t.payment_id is not null)) then r.amount else 0 end as claimed,
    case when r.is_claim then 0 else r.amount end as receipted, 0::bigint as verified,
    case when r.is_claim then 0 else r.amount end as collected,
    (select code from dispositions told where told.id = r.disposition_id) as outcome
  from receipts r where r.cancelled_at is null and r.collected_on >= ${ask.from}::date and r.collected_on <= ${ask.to}::date
    and (${ask.managerId}::uuid is null or r.manager_id = ${ask.managerId} or r.agent_id = ${ask.managerId}
      or ${loansLeader(sql`r.loan_id`, sql`coalesce((select told.recorded_at from dispositions told where told.id = r.disposition_id), r.created_at)`)}
        = ${ask.managerId})
    and (${ask.clientId}::uuid is null or r.client_id = ${ask.clientId})
  union all
  select p.loan_id, p.collector_id, 0, 0, p.amount, case when exists (select 1 from receipts r where r.payment_id = p.id
      and not r.is_claim and r.cancelled_at is null) then 0 else p.amount end, null
  from payments p where p.reversed_at is null and p.paid_on >= ${ask.from}::date and p.paid_on <= ${ask.to}::date
    and (${ask.managerId}::uuid is null or p.manager_id = ${ask.managerId} or p.collector_id = ${ask.managerId}
      or (select s.manager_id from team_spans s where s.user_id = p.collector_id and s.from_at < ${dayEnd} and s.to_at >= ${dayEnd})
        = ${ask.managerId}
      or ${loansLeader(sql`p.loan_id`, dayEnd)} = ${ask.managerId})
    and (${ask.clientId}::uuid is null or p.client_id = ${ask.clientId}))`;
/** What is collected, as the reader sees it. */
export const got = ({ clientId }: OracleAsk) =>
  clientId === null ? sql`m.collected` : sql`m.verified`;
