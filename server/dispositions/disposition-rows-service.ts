import { sql } from 'drizzle-orm';
import type { AttachedFile, Disposition } from '../../contract/disposition.ts';
import { wireDay, wireTime } from '../../contract/values.ts';
import { isoInstant } from '../clock.ts';
import { moneyState } from '../payments/collected-service.ts';

/** Condition on `c` (dialer calls) and `d`: it is the very call whose outcome the contact is. */
export const isCallOf = sql`(c.id = d.id or c.disposition_id = d.id) and d.channel = 'CALL'
  and c.loan_id = d.loan_id and c.agent_id = d.agent_id`;

/**
 * What `toDisposition` reads, to stand behind `select`; goes with `dispositionJoins`. Column names are the wire's. Files
 * come as one JSON array per row: no query per row.
 */
export const dispositionColumns = sql`d.id as "_id", d.id as "dispositionId", d.loan_id as "loanId",
  l.loan_number as "Loan_ID", l.customer_name as "Customer_Name", dc.name as "Client_Name", d.channel,
  case when d.channel = 'CALL' then d.agent_id end as "collectorId",
  case when d.channel = 'FIELD' then d.agent_id end as "fieldAgentId",
  da.full_name as "Agent_Name", d.code, dk.label, d.disposition_class, d.call_status, d.duration,
  d.record_link as recordlink, d.channel = 'CALL' and exists (select 1 from dialer_calls c
    where ${isCallOf} and c.record_link is not null) as "hasRecording", d.revision, d.person_met as "personMet", d.remarks, d.amount_collected as "amountCollected",
  dm.number as "receiptNumber", dm.state as "moneyState", dm.mode as "paymentMode", dm.paid_on as "paidOn",
  dm.reference as "paymentReference", dm.standing as "receiptStanding",
  d.promise_amount as "promiseAmount", d.on_date as "date", to_char(d.at_time, 'HH24:MI') as "time", d.position,
  (select coalesce(json_agg(json_build_object('_id', f.id, 'kind', f.kind, 'name', f.name,
      'contentType', f.content_type, 'size', f.size, 'sha256', f.sha256,
      'isDelivered', f.delivered_at is not null) order by f.created_at, f.id), '[]'::json)
    from files f where f.disposition_id = d.id) as files,
  d.recorded_at as "disCreatedAt", d.created_at as "createdAt", d.updated_at as "updatedAt"`;

/** The joins that `dispositionColumns` needs behind `dispositions d`; brings the loan as `l`, for the scope's conditions. */
export const dispositionJoins = sql`join loans l on l.id = d.loan_id
  join clients dc on dc.id = l.client_id
  join users da on da.id = d.agent_id
  join disposition_codes dk on dk.code = d.code
  left join lateral (select ${moneyState} as state, r.mode, r.paid_on, r.reference,
      case when r.cancelled_at is null then r.number end as number,
      case when r.is_claim then null when r.cancelled_at is not null then 'CANCELLED'
        when r.cancel_asked_at is not null then 'CANCEL_ASKED' when r.payment_id is not null then 'VERIFIED'
        else 'COLLECTED' end as standing
    from receipts r where d.amount_collected > 0 and r.disposition_id = d.id
    order by r.cancelled_at is null desc, r.created_at desc limit 1) dm on true`;

/** `isNotSuperseded` as text, for statements that are no queries (bi-role.ts). */
export const NOT_SUPERSEDED = `not (d.code = 'CALL_STARTED' and exists (select 1 from public.dispositions dn
  where dn.loan_id = d.loan_id and dn.agent_id = d.agent_id and dn.code <> 'CALL_STARTED' and dn.recorded_at >= d.recorded_at))`;

/** Condition on `d`: leaves out a call's beginning once the same agent recorded an outcome after it. */
export const isNotSuperseded = sql.raw(NOT_SUPERSEDED);

/** A row of `dispositionColumns`: a disposition whose instants are still PostgreSQL's text. */
export interface DispositionRow extends Disposition, Record<string, unknown> {
  files: AttachedFile[];
}

/** What a contact told of money is not a lender's people's to see (contract/collected.ts). */
export const withoutMoney = (disposition: Disposition): Disposition => ({
  ...disposition,
  amountCollected: null,
  receiptNumber: null,
  moneyState: null,
  paymentMode: null,
  paidOn: null,
  paymentReference: null,
  receiptStanding: null,
});

/** A disposition as it leaves the server. */
export function toDisposition(row: DispositionRow): Disposition {
  const filesOf = (kind: AttachedFile['kind']) => row.files.filter((file) => file.kind === kind);
  return {
    ...row,
    date: row.date === null ? null : wireDay(row.date),
    time: row.time === null ? null : wireTime(row.time),
    screenShot: filesOf('screenShot'),
    supportingDoc: filesOf('supportingDoc'),
    disCreatedAt: isoInstant(row.disCreatedAt),
    createdAt: isoInstant(row.createdAt),
    updatedAt: isoInstant(row.updatedAt),
  };
}
