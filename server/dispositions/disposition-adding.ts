import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { askedRows, idArray } from '../database/prepared.ts';
import { conflict } from '../errors.ts';
import type { NewDisposition } from './disposition-row.ts';

/** Throws 409 when one of the ids is that of a contact that was removed: a repeat must not bring it back. */
async function refuseRemoved(tx: Db, ids: readonly string[]): Promise<void> {
  const removed = await tx.execute(
    sql`select /* prepared */ 1 from dispositions_removed where id = any(${idArray(ids)}) limit 1`,
  );
  if (removed.rows.length > 0)
    throw conflict(
      'REMOVED',
      'This entry was removed meanwhile. Record it again as a new one if it is needed.',
    );
}

const COLUMNS = `id uuid, loan_id uuid, channel text, agent_id uuid, manager_id uuid, allocation_id uuid, code text,
  disposition_class text, call_status text, duration int, record_link text, person_met text, remarks text, amount_collected bigint,
  promise_amount bigint, on_date date, at_time time, position jsonb, recorded_at timestamptz, op_id uuid, dialled_number text`;

/**
 * Stores the rows that are new; false when there are others among them: their ids are taken, or come twice. Throws 409 when
 * one is that of a removed contact.
 */
export async function addDispositions(tx: Db, rows: readonly NewDisposition[]): Promise<boolean> {
  const given = rows.map((row) => ({
    id: row.id,
    loan_id: row.loanId,
    channel: row.channel,
    agent_id: row.agentId,
    manager_id: row.managerId,
    allocation_id: row.allocationId,
    code: row.code,
    disposition_class: row.dispositionClass,
    call_status: row.callStatus,
    duration: row.duration,
    record_link: row.recordLink,
    person_met: row.personMet,
    remarks: row.remarks,
    amount_collected: row.amountCollected,
    promise_amount: row.promiseAmount,
    on_date: row.onDate,
    at_time: row.atTime,
    position: row.position,
    recorded_at: row.recordedAt,
    op_id: row.opId,
    dialled_number: row.dialledNumber,
  }));
  const { rows: added } = await tx.execute(sql`
    insert /* prepared */ into dispositions (id, loan_id, channel, agent_id, manager_id, allocation_id, code, disposition_class,
      call_status, duration, record_link, person_met, remarks, amount_collected, promise_amount, on_date, at_time, position,
      recorded_at, op_id, dialled_number)
    select r.* from ${askedRows(given, 'r', COLUMNS)}
    where not exists (select 1 from dispositions_removed m where m.id = r.id)
    on conflict do nothing returning id`);
  if (added.length === rows.length) return true;
  await refuseRemoved(
    tx,
    rows.map(({ id }) => id),
  );
  return false;
}
