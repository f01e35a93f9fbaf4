import { sql } from 'drizzle-orm';
import type { AttachedFile, Disposition } from '../../contract/disposition.ts';
import { isoInstant } from '../clock.ts';

/**
 * What `toDisposition` reads, to stand behind `select`; goes with `dispositionJoins`. Column names are the wire's. Files
 * come as one JSON array per row: no query per row.
 */
export const dispositionColumns = sql`d.id as "_id", d.id as "dispositionId", d.loan_id as "loanId",
  l.loan_number as "Loan_ID", l.customer_name as "Customer_Name", dc.name as "Client_Name", d.channel,
  case when d.channel = 'CALL' then d.agent_id end as "collectorId",
  case when d.channel = 'FIELD' then d.agent_id end as "fieldAgentId",
  da.full_name as "Agent_Name", d.code, dk.label, d.disposition_class, d.call_status, d.duration,
  d.record_link as recordlink, d.revision, d.person_met as "personMet", d.remarks, d.amount_collected as "amountCollected",
  case when d.amount_collected > 0 then (select r.number from receipts r
    where r.disposition_id = d.id and r.cancelled_at is null) end as "receiptNumber",
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
  join disposition_codes dk on dk.code = d.code`;

/** Condition on `d`: leaves out a call's beginning once the same agent recorded an outcome after it. */
export const isNotSuperseded = sql`not (d.code = 'CALL_STARTED' and exists (select 1 from dispositions dn
  where dn.loan_id = d.loan_id and dn.agent_id = d.agent_id and dn.code <> 'CALL_STARTED' and dn.recorded_at >= d.recorded_at))`;

/** A row of `dispositionColumns`: a disposition whose instants are still PostgreSQL's text. */
export interface DispositionRow extends Disposition, Record<string, unknown> {
  files: AttachedFile[];
}

/** A disposition as it leaves the server. */
export function toDisposition(row: DispositionRow): Disposition {
  return {
    ...row,
    disCreatedAt: isoInstant(row.disCreatedAt),
    createdAt: isoInstant(row.createdAt),
    updatedAt: isoInstant(row.updatedAt),
  };
}
