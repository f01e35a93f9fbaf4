import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ExportModel } from '../../contract/report-engine.ts';
import type { ColumnKind } from '../../contract/report-columns.ts';
import type { Actor } from '../access/actor.ts';
import { dispositionsVisibleTo, loansVisibleTo, peopleVisibleTo } from '../access/scope.ts';
import { moneyState } from '../payments/collected-service.ts';

/** A range of a model that somebody sees. */
export interface ModelAsk {
  readonly actor: Actor;
  readonly from: string;
  readonly to: string;
  readonly start: string;
  readonly end: string;
}

interface ModelColumn {
  readonly title: string;
  readonly kind: ColumnKind;
  readonly value: SQL;
  /** A phone number: masked where the lender says so. */
  readonly isPhone?: true;
  /** What somebody wrote down: numbers may stand in it. */
  readonly isNote?: true;
  /** What a contact told of money: not a lender's people's to see (contract/collected.ts). */
  readonly isTold?: true;
}

/** Rows that are exported whole: what they come from, which of them, what they tell. */
export interface Model {
  readonly columns: readonly ModelColumn[];
  /** Tells rows apart, in the order in which they are exported. */
  readonly key: SQL;
  readonly from: SQL;
  readonly where: (ask: ModelAsk) => SQL;
}

const of = (title: string, kind: ColumnKind, value: SQL): ModelColumn => ({ title, kind, value });

/** Loans that came in the days. */
const loan: Model = {
  key: sql`l.id`,
  from: sql`loans l join clients c on c.id = l.client_id left join users a on a.id = l.collector_id
    left join users f on f.id = l.field_agent_id left join users g on g.id = l.manager_id
    left join disposition_codes k on k.code = l.disposition`,
  where: ({
    actor,
    start,
    end,
  }) => sql`${loansVisibleTo(actor)} and l.created_at >= ${start}::timestamptz
    and l.created_at < ${end}::timestamptz`,
  columns: [
    of('Loan ID', 'text', sql`l.loan_number`),
    of('Borrower', 'text', sql`l.customer_name`),
    of('Client', 'text', sql`c.name`),
    of('Status', 'text', sql`l.status`),
    { ...of('Mobile', 'text', sql`l.mobile_number`), isPhone: true },
    { ...of('Alternate mobile', 'text', sql`l.alternate_mobile_number`), isPhone: true },
    of('Email', 'text', sql`l.email`),
    { ...of('Address', 'text', sql`l.address`), isNote: true },
    of('City', 'text', sql`l.city`),
    of('State', 'text', sql`l.state`),
    of('Pincode', 'text', sql`l.pincode`),
    of('Region', 'text', sql`l.region`),
    of('Branch', 'text', sql`l.branch`),
    of('Product', 'text', sql`l.product`),
    of('Bucket', 'text', sql`l.bucket`),
    of('Days past due', 'count', sql`l.dpd`),
    of('Loan amount', 'money', sql`l.loan_amount`),
    of('EMI', 'money', sql`l.emi_amount`),
    of('Principal outstanding', 'money', sql`l.principal_outstanding`),
    of('Interest outstanding', 'money', sql`l.interest_outstanding`),
    of('Penalty', 'money', sql`l.penalty_amount`),
    of('Total due', 'money', sql`l.total_due_amount`),
    of('Paid so far', 'money', sql`l.paid_amount`),
    of('Disbursed on', 'day', sql`l.disbursal_date`),
    of('Due on', 'day', sql`l.due_date`),
    of('Last payment on', 'day', sql`l.last_payment_date`),
    of('Last payment', 'money', sql`l.last_payment_amount`),
    of('Agent', 'text', sql`a.full_name`),
    of('Field agent', 'text', sql`f.full_name`),
    of('Manager', 'text', sql`g.full_name`),
    of('Visit on', 'day', sql`l.visit_date`),
    of('Last contact', 'instant', sql`l.disposition_at`),
    of('Last outcome', 'text', sql`k.label`),
    of('Promised for', 'day', sql`l.promise_date`),
    of('Promised amount', 'money', sql`l.promise_amount`),
    of('Received', 'instant', sql`l.created_at`),
  ],
};

/** Calls and visits of the days. */
const callDisposition: Model = {
  key: sql`d.id`,
  from: sql`dispositions d join loans l on l.id = d.loan_id join clients c on c.id = l.client_id
    join users a on a.id = d.agent_id join disposition_codes k on k.code = d.code
    left join lateral (select ${moneyState} as state from receipts r where r.disposition_id = d.id
      order by r.cancelled_at is null desc, r.created_at desc limit 1) m on true`,
  where: ({
    actor,
    start,
    end,
  }) => sql`${dispositionsVisibleTo(actor)} and d.recorded_at >= ${start}::timestamptz
    and d.recorded_at < ${end}::timestamptz`,
  columns: [
    of('Recorded', 'instant', sql`d.recorded_at`),
    of('Channel', 'text', sql`d.channel`),
    of('Loan ID', 'text', sql`l.loan_number`),
    of('Borrower', 'text', sql`l.customer_name`),
    of('Client', 'text', sql`c.name`),
    of('Agent', 'text', sql`a.full_name`),
    of('Disposition', 'text', sql`k.label`),
    of('Code', 'text', sql`d.code`),
    of('Class', 'text', sql`d.disposition_class`),
    of('Call status', 'text', sql`d.call_status`),
    of('Duration (s)', 'count', sql`d.duration`),
    { ...of('Person met', 'text', sql`d.person_met`), isNote: true },
    { ...of('Amount told', 'money', sql`d.amount_collected`), isTold: true },
    { ...of('State of the amount', 'text', sql`m.state`), isTold: true },
    of('Promise amount', 'money', sql`d.promise_amount`),
    of('Due date', 'day', sql`d.on_date`),
    of('Due time', 'text', sql`to_char(d.at_time, 'HH12:MI AM')`),
    { ...of('Remarks', 'text', sql`d.remarks`), isNote: true },
    of('Received', 'instant', sql`d.created_at`),
  ],
};

/** Targets of the months that the days touch. */
const target: Model = {
  key: sql`t.id`,
  from: sql`targets t join users u on u.id = t.owner_id left join clients c on c.id = t.client_id`,
  where: ({
    actor,
    from,
    to,
  }) => sql`${peopleVisibleTo(actor)} and t.month >= date_trunc('month', ${from}::date)::date
    and t.month <= ${to}::date and (${actor.clientId}::uuid is null or t.client_id = ${actor.clientId}::uuid)`,
  columns: [
    of('Month', 'day', sql`t.month`),
    of('Name', 'text', sql`u.full_name`),
    of('Role', 'text', sql`u.role`),
    of('Client', 'text', sql`c.name`),
    of('Target', 'money', sql`t.amount`),
    of('Set', 'instant', sql`t.updated_at`),
  ],
};

/** The models by name; that of data insights has the columns of the files themselves. */
export const MODELS: Readonly<Record<Exclude<ExportModel, 'DataInsight'>, Model>> = {
  Loan: loan,
  CallDisposition: callDisposition,
  Target: target,
};
