import { sql } from 'drizzle-orm';
import { sealedOperationSchema } from '../../contract/device.ts';
import type { Operation, Receipt, SealedOperation } from '../../contract/device.ts';
import type { DeviceCaller } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import type { CallError } from '../errors.ts';

interface OperationRow extends Record<string, unknown> {
  payload_hash: string;
  user_id: string;
  outcome: 'DONE' | 'HELD' | 'REFUSED';
}

/** What is known of an operation, or null. */
export async function findOperation(db: Db, opId: string): Promise<OperationRow | null> {
  const result = await db.execute<OperationRow>(
    sql`select payload_hash, user_id, outcome from operations where op_id = ${opId}`,
  );
  return result.rows[0] ?? null;
}

/** Whether the operation that another waits for is done. */
export async function isDone(db: Db, userId: string, opId: string): Promise<boolean> {
  const row = await findOperation(db, opId);
  return row?.outcome === 'DONE' && row.user_id === userId;
}

/** A row may be written anew while it is not done, by its own author with the same content. */
const isOwnAndOpen = sql`operations.outcome <> 'DONE' and operations.payload_hash = excluded.payload_hash
  and operations.user_id = excluded.user_id`;

/**
 * Marks an operation as done within the transaction of its work. Waits for another delivery of the same operation that is
 * under way; false when that one did it.
 */
export async function claimOperation(
  tx: Db,
  device: DeviceCaller,
  sealed: SealedOperation,
  operation: Operation,
): Promise<boolean> {
  const claimed = await tx.execute(sql`
    insert into operations (op_id, payload_hash, user_id, device_id, sequence, call, outcome, status, clock_offset_ms)
    values (${sealed.opId}, ${sealed.payloadHash}, ${device.actor.userId}, ${device.deviceId}, ${sealed.sequence},
      ${operation.call}, 'DONE', 200, ${-operation.clockOffsetMs})
    on conflict (op_id) do update set outcome = 'DONE', status = 200, code = null, message = null, waits_for = null,
      sealed = null, device_id = excluded.device_id, delivered_at = now()
    where ${isOwnAndOpen} returning op_id`);
  return claimed.rows.length > 0;
}

/** Keeps a child, sealed as it came, until the operation it waits for is done. */
export async function holdOperation(
  db: Db,
  device: DeviceCaller,
  sealed: SealedOperation,
  operation: Operation,
): Promise<void> {
  await db.execute(sql`
    insert into operations (op_id, payload_hash, user_id, device_id, sequence, call, outcome, status, waits_for, sealed,
      clock_offset_ms)
    values (${sealed.opId}, ${sealed.payloadHash}, ${device.actor.userId}, ${device.deviceId}, ${sealed.sequence},
      ${operation.call}, 'HELD', 202, ${sealed.after ?? null}, ${JSON.stringify(sealed)}::jsonb, ${-operation.clockOffsetMs})
    on conflict (op_id) do update set outcome = 'HELD', status = 202, code = null, message = null,
      waits_for = excluded.waits_for, sealed = excluded.sealed, delivered_at = now()
    where ${isOwnAndOpen}`);
}

/** Notes a refusal for whoever looks after it; a later delivery of the same operation runs again. */
export async function noteRefusal(
  db: Db,
  device: DeviceCaller,
  sealed: SealedOperation,
  operation: Operation,
  refusal: CallError,
): Promise<void> {
  await db.execute(sql`
    insert into operations (op_id, payload_hash, user_id, device_id, sequence, call, outcome, status, code, message,
      clock_offset_ms)
    values (${sealed.opId}, ${sealed.payloadHash}, ${device.actor.userId}, ${device.deviceId}, ${sealed.sequence},
      ${operation.call}, 'REFUSED', ${refusal.status}, ${refusal.code}, ${refusal.message}, ${-operation.clockOffsetMs})
    on conflict (op_id) do update set outcome = 'REFUSED', status = excluded.status, code = excluded.code,
      message = excluded.message, waits_for = null, sealed = null, delivered_at = now()
    where ${isOwnAndOpen}`);
}

/** The held children of an operation, by their place in the queue. */
export async function heldChildren(
  db: Db,
  userId: string,
  opId: string,
): Promise<SealedOperation[]> {
  const result = await db.execute<{ sealed: unknown }>(sql`
    select sealed from operations where waits_for = ${opId} and outcome = 'HELD' and user_id = ${userId}
    order by sequence`);
  return result.rows.map((row) => sealedOperationSchema.parse(row.sealed));
}

/** The answer for an operation: its own id and hash, so that the device knows what was meant. */
export function receiptOf(
  { opId, payloadHash }: SealedOperation,
  outcome: Receipt['outcome'],
  refusal?: Pick<CallError, 'status' | 'code' | 'message'>,
): Receipt {
  if (refusal === undefined)
    return { opId, payloadHash, outcome, status: outcome === 'HELD' ? 202 : 200 };
  const { status, code, message } = refusal;
  return { opId, payloadHash, outcome, status, code, message };
}
