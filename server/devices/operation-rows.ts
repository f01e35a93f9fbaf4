import { sql } from 'drizzle-orm';
import { sealedOperationSchema } from '../../contract/queued-work.ts';
import type { Operation, Receipt, SealedOperation } from '../../contract/queued-work.ts';
import type { DeviceCaller } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import type { CallError } from '../errors.ts';
import { idArray } from '../database/prepared.ts';

/** What is known of an operation. */
export interface OperationRow extends Record<string, unknown> {
  op_id: string;
  payload_hash: string;
  user_id: string;
  outcome: 'DONE' | 'HELD' | 'REFUSED';
  /** A manager decides on it, or has refused it: it is on the review list for good. */
  is_in_review: boolean;
}

/** What an `OperationRow` needs of operations `o`. */
const operationColumns = sql`o.payload_hash, o.user_id, o.outcome,
  o.outcome <> 'DONE' and exists (select 1 from work_reviews w where w.op_id = o.op_id and w.user_id = o.user_id) as is_in_review`;

/** What is known of these operations, by id; nothing of those that never came. */
export async function findOperations(
  db: Db,
  opIds: readonly string[],
): Promise<Map<string, OperationRow>> {
  const result = await db.execute<OperationRow>(sql`
    select /* prepared */ o.op_id, ${operationColumns} from operations o where o.op_id = any(${idArray(opIds)})`);
  return new Map(result.rows.map((row) => [row.op_id, row]));
}

interface BeforehandRow extends OperationRow {
  is_known: boolean;
  is_waited_for: boolean;
}

/** What is known of operations before they run, by id, and which of them others are held here for. */
export async function findBeforehand(
  db: Db,
  opIds: readonly string[],
): Promise<{ known: Map<string, OperationRow>; parents: Set<string> }> {
  const { rows } = await db.execute<BeforehandRow>(sql`
    select /* prepared */ asked.id as op_id, ${operationColumns}, o.op_id is not null as is_known,
      exists (select 1 from operations c where c.waits_for = asked.id and c.outcome = 'HELD') as is_waited_for
    from unnest(${idArray(opIds)}) as asked(id) left join operations o on o.op_id = asked.id`);
  const known = rows.filter((row) => row.is_known).map((row) => [row.op_id, row] as const);
  const parents = rows.filter((row) => row.is_waited_for).map((row) => row.op_id);
  return { known: new Map(known), parents: new Set(parents) };
}

/** What is known of an operation, or null. */
export async function findOperation(db: Db, opId: string): Promise<OperationRow | null> {
  return (await findOperations(db, [opId])).get(opId) ?? null;
}

/** Whether a known operation is this one: of the same author, with the same content. */
export function isSameOperation(
  known: OperationRow,
  device: DeviceCaller,
  sealed: SealedOperation,
): boolean {
  return known.user_id === device.actor.userId && known.payload_hash === sealed.payloadHash;
}

/** Whether an operation's id is taken: by other content of its author, or by what another person had done under it. */
export function isTaken(
  known: OperationRow,
  device: DeviceCaller,
  sealed: SealedOperation,
): boolean {
  const isForeign = known.user_id !== device.actor.userId;
  return isForeign
    ? known.outcome === 'DONE' || known.is_in_review
    : known.payload_hash !== sealed.payloadHash;
}

/** Whether nothing waits for this operation any more: its author's, and done or with a manager, who decides on it alone. */
export const isPassed = (row: OperationRow | null | undefined, userId: string): boolean =>
  row?.user_id === userId && (row.outcome === 'DONE' || row.is_in_review);

/** Whether the operation that another waits for is done. */
export async function isDone(db: Db, userId: string, opId: string): Promise<boolean> {
  return isPassed(await findOperation(db, opId), userId);
}

/** A broken clock may be off by more than the column holds; what the work was corrected by is in the work. */
const clockOffsetOf = ({ clockOffsetMs }: Operation): number =>
  Math.max(-MOST_OFFSET_MS, Math.min(MOST_OFFSET_MS, -clockOffsetMs));
const MOST_OFFSET_MS = 2 ** 31 - 1;

/**
 * A row may be written anew while it is not done: by its own author with the same content; by another person because
 * nothing was done under it, so that nobody can take an id from its author by being refused under it.
 */
const isOpen = sql`operations.outcome <> 'DONE' and (operations.payload_hash = excluded.payload_hash
  or operations.user_id <> excluded.user_id)`;
/** What such a row takes from whoever writes it. */
const fromWriter = sql`payload_hash = excluded.payload_hash, user_id = excluded.user_id, device_id = excluded.device_id,
  sequence = excluded.sequence, call = excluded.call, clock_offset_ms = excluded.clock_offset_ms, delivered_at = now()`;

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
      ${operation.call}, 'DONE', 200, ${clockOffsetOf(operation)})
    on conflict (op_id) do update set outcome = 'DONE', status = 200, code = null, message = null, waits_for = null,
      sealed = null, ${fromWriter}
    where ${isOpen} returning op_id`);
  return claimed.rows.length > 0;
}

/**
 * Marks operations that never came before as done, within the transaction of their work; in the order of their ids, so that
 * two deliveries of the same ones never wait for each other in a circle. False when any of them is known by now.
 */
export async function claimOperations(
  tx: Db,
  device: DeviceCaller,
  opened: readonly (readonly [SealedOperation, Operation])[],
): Promise<boolean> {
  const rows = opened.map(([{ opId, payloadHash, sequence }, operation]) => ({
    op_id: opId,
    payload_hash: payloadHash,
    sequence,
    call: operation.call,
    clock_offset_ms: clockOffsetOf(operation),
  }));
  const claimed = await tx.execute(sql`
    insert /* prepared */ into operations (op_id, payload_hash, user_id, device_id, sequence, call, outcome, status, clock_offset_ms)
    select op_id, payload_hash, ${device.actor.userId}, ${device.deviceId}, sequence, call, 'DONE', 200, clock_offset_ms
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(op_id uuid, payload_hash text, sequence int, call text, clock_offset_ms int)
    order by op_id on conflict (op_id) do nothing returning op_id`);
  return claimed.rows.length === opened.length;
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
      ${operation.call}, 'HELD', 202, ${sealed.after ?? null}, ${JSON.stringify(sealed)}::jsonb, ${clockOffsetOf(operation)})
    on conflict (op_id) do update set outcome = 'HELD', status = 202, code = null, message = null,
      waits_for = excluded.waits_for, sealed = excluded.sealed, ${fromWriter}
    where ${isOpen}`);
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
      ${operation.call}, 'REFUSED', ${refusal.status}, ${refusal.code}, ${refusal.message}, ${clockOffsetOf(operation)})
    on conflict (op_id) do update set outcome = 'REFUSED', status = excluded.status, code = excluded.code,
      message = excluded.message, waits_for = null, sealed = null, ${fromWriter}
    where ${isOpen}`);
}

/** The held children of these operations, by their place in the queue. */
export async function heldChildren(
  db: Db,
  userId: string,
  opIds: readonly string[],
): Promise<SealedOperation[]> {
  const result = await db.execute<{ sealed: unknown }>(sql`
    select /* prepared */ sealed from operations where waits_for = any(${idArray(opIds)}) and outcome = 'HELD'
      and user_id = ${userId} order by sequence`);
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
