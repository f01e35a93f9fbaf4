import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CallAnswer } from '../../contract/call.ts';
import type { deviceCalls } from '../../contract/device.ts';
import type { Actor } from '../access/actor.ts';
import { allocationKindOf } from '../access/workable-loan.ts';
import type { Context } from '../context.ts';
import { readEpoch } from './device-registration.ts';
import { refuseWipedDevice } from './device-wipe.ts';
import { readCursor } from './pull-cursor.ts';

type ReconcileCall = (typeof deviceCalls)['reconcileLoans'];

interface HeldRow extends Record<string, unknown> {
  loan_id: string;
  mark: string;
  is_coming: boolean;
}

/** SHA-256 of the lines `loanId mark\n`, sorted: what a device computes over what it holds. */
function digestOf(rows: readonly HeldRow[]): string {
  const lines = rows.map((row) => `${row.loan_id} ${row.mark}\n`).sort();
  return createHash('sha256').update(lines.join('')).digest('hex');
}

/**
 * Compares what a device holds with what it should hold as of its cursor. Loans that changed after the cursor, also by
 * transactions that no page may show yet, are `isComing`: the device holds them in an older state, or not at all. Loans
 * that went are absent. Throws 400 CURSOR_INVALID, 403 DEVICE_WIPE_PENDING.
 */
export async function reconcileLoans(
  context: Context,
  actor: Actor,
  { deviceId, cursor: text, digest }: z.output<ReconcileCall['body']>,
): Promise<CallAnswer<ReconcileCall>> {
  const { db } = context;
  if (deviceId !== undefined) await refuseWipedDevice(db, { deviceId, userId: actor.userId });
  const cursor = readCursor(text, actor.userId, await readEpoch(db));
  const held = await db.execute<HeldRow>(sql`
    select a.loan_id, a.changed_xid::text as mark,
      (a.changed_xid, a.id) > (${cursor.xid}::xid8, ${cursor.allocationId}::uuid) as is_coming
    from allocations a
    where a.assignee_id = ${actor.userId} and a.kind = ${allocationKindOf(actor)} and a.ended_at is null
    order by a.loan_id`);
  if (digestOf(held.rows.filter((row) => !row.is_coming)) === digest)
    return { isSame: true, loans: [] };
  const loans = held.rows.map((row) => ({
    loanId: row.loan_id,
    mark: row.mark,
    isComing: row.is_coming,
  }));
  return { isSame: false, loans };
}
