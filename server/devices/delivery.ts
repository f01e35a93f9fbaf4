import type { z } from 'zod';
import type { CallAnswer } from '../../contract/call.ts';
import type { deviceCalls } from '../../contract/device.ts';
import type { Receipt } from '../../contract/queued-work.ts';
import type { DeviceCaller } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { CallError, sessionOver } from '../errors.ts';
import { runLanes } from './delivery-lanes.ts';
import { noteContact } from './device-contact.ts';
import { receiptOf } from './operation-rows.ts';
import type { DeliveryRun } from './operation-run.ts';
import { readDeliveryStart } from './server-keys.ts';

type DeliveryCall = (typeof deviceCalls)['deliverOperations'];

/** What a receipt echoes. */
const nameOf = ({ opId, payloadHash }: Pick<Receipt, 'opId' | 'payloadHash'>) =>
  `${opId} ${payloadHash}`;

/** A device that doesn't say which life of the database it last knew is taken at its word. */
const isOfThisLife = (said: string | null | undefined, epoch: string): boolean =>
  said === undefined || said === null || said === epoch;

/** What a restored backup lacks comes first, so that a loan's work is done in its order; the device learns of it now. */
const ofEarlierLife = () =>
  new CallError(
    503,
    'EARLIER_LIFE',
    'The server was put back to a backup. What it lacks goes first.',
  );

/** Why nothing of a delivery is taken in now; null: it is. */
function refusalOfAll(
  { isBarred }: DeviceCaller,
  said: string | null | undefined,
  epoch: string,
): CallError | null {
  if (isBarred) return sessionOver('This account is disabled.');
  return isOfThisLife(said, epoch) ? null : ofEarlierLife();
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
  const receivedAt = Date.now();
  const sealedTo = body.operations.map(({ keyId }) => keyId);
  const { epoch, serverKey, keyOf } = await readDeliveryStart(db, sealedTo);
  const run: DeliveryRun = { context, device, keyOf, log };
  const refusal = refusalOfAll(device, body.device.epoch, epoch);
  const found =
    refusal === null
      ? await runLanes(run, body.operations)
      : body.operations.map((sealed) => receiptOf(sealed, 'RETRY', refusal));
  const receiptFor = new Map(found.map((receipt) => [nameOf(receipt), receipt]));
  const receipts = body.operations.flatMap((sealed) => receiptFor.get(nameOf(sealed)) ?? []);
  const { device: said, operations } = body;
  const { keyId } = serverKey;
  const contact = { said, operations, receipts, receivedAt, keyId, epoch };
  const { passwordMark, ...noted } = await noteContact(db, device, contact);
  const unlock = { ...context.settings.phoneUnlock, passwordMark };
  return { receipts, epoch, serverTime: new Date().toISOString(), serverKey, unlock, ...noted };
}
