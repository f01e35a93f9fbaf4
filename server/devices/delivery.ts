import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CallAnswer } from '../../contract/call.ts';
import type { Receipt, SealedOperation, deviceCalls } from '../../contract/device.ts';
import type { DeviceCaller } from '../access/actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { readEpoch } from './device-registration.ts';
import { receiptOf } from './operation-rows.ts';
import { runOperation } from './operation-run.ts';
import type { DeliveryRun } from './operation-run.ts';
import { currentServerKey, keyRing } from './server-keys.ts';

type DeliveryCall = (typeof deviceCalls)['deliverOperations'];

/** Loans worked on side by side within one batch. */
const PARALLEL_LOANS = 4;

const stopped = {
  status: 503,
  code: 'WAITS',
  message: 'An earlier one of the same loan has to be tried again first.',
};

/** One loan's operations in their order. After one that must be tried again the rest waits, so that the order holds. */
async function runLane(run: DeliveryRun, lane: readonly SealedOperation[]): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  for (const sealed of lane) {
    const isStopped = receipts.some((receipt) => receipt.outcome === 'RETRY');
    receipts.push(
      isStopped ? receiptOf(sealed, 'RETRY', stopped) : await runOperation(run, sealed),
    );
  }
  return receipts;
}

function lanesOf(operations: readonly SealedOperation[]): SealedOperation[][] {
  const lanes = new Map<string, SealedOperation[]>();
  for (const sealed of [...operations].sort((a, b) => a.sequence - b.sequence)) {
    const lane = lanes.get(sealed.loanId);
    if (lane) lane.push(sealed);
    else lanes.set(sealed.loanId, [sealed]);
  }
  return [...lanes.values()];
}

async function runLanes(run: DeliveryRun, lanes: SealedOperation[][]): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  const worker = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift())
      receipts.push(...(await runLane(run, lane)));
  };
  await Promise.all(Array.from({ length: PARALLEL_LOANS }, worker));
  return receipts;
}

/** Writes down what the device said of itself and what was confirmed; returns its highest confirmed sequence number. */
async function noteContact(
  db: Db,
  device: DeviceCaller,
  { device: said, operations }: z.output<DeliveryCall['body']>,
  receipts: readonly Receipt[],
): Promise<number> {
  const done = new Set(receipts.filter((r) => r.outcome === 'DONE').map((r) => r.opId));
  const confirmed = operations.filter(({ opId }) => done.has(opId));
  const highest = confirmed.reduce((most, { sequence }) => Math.max(most, sequence), 0);
  const unsent = said.unsentCount + operations.length - confirmed.length;
  const result = await db.execute<{ last_sequence: number }>(sql`
    update devices set last_seen_at = now(), app_version = ${said.appVersion}, unsent_count = ${unsent},
      oldest_unsent_at = case when ${unsent}::int = 0 then null else coalesce(${said.oldestUnsentAt}::timestamptz,
        oldest_unsent_at, now()) end,
      last_delivered_at = case when ${done.size}::int > 0 then now() else last_delivered_at end,
      last_sequence = greatest(last_sequence, ${highest}::int)
    where id = ${device.deviceId} and user_id = ${device.actor.userId} returning last_sequence`);
  return result.rows[0]?.last_sequence ?? 0;
}

/**
 * Takes a batch of a device's sealed operations: in order per loan, loans side by side, each exactly once. What became of
 * each is its receipt, in the order given.
 */
export async function deliverOperations(
  context: Context,
  device: DeviceCaller,
  body: z.output<DeliveryCall['body']>,
  log: (error: unknown) => void,
): Promise<CallAnswer<DeliveryCall>> {
  const { db } = context;
  const run: DeliveryRun = { context, device, keyOf: keyRing(db), log };
  const receipts = await runLanes(run, lanesOf(body.operations));
  const place = new Map(body.operations.map(({ opId }, index) => [opId, index]));
  receipts.sort((a, b) => (place.get(a.opId) ?? 0) - (place.get(b.opId) ?? 0));
  const lastSequence = await noteContact(db, device, body, receipts);
  const epoch = await readEpoch(db);
  const serverKey = await currentServerKey(db);
  return { receipts, epoch, serverTime: new Date().toISOString(), serverKey, lastSequence };
}
