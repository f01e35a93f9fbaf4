import type { CallAnswer } from '../../contract/call.ts';
import type { deviceCalls } from '../../contract/device.ts';
import type { DeviceCaller } from '../access/actor.ts';
import { fileReceiptOf } from '../attached-files/file-delivery-service.ts';
import type { Context } from '../context.ts';
import { settledOutcome } from './file-delivery.ts';
import type { ResumableUploads } from './resumable-uploads.ts';

type ReceiptCall = (typeof deviceCalls)['readFileReceipt'];

/**
 * What became of an own file. An upload whose last byte is here but whose end was cut off is finished now. UNKNOWN: it has
 * to be sent. Throws 404 for another person's file, and what receiving the file throws.
 */
export async function readFileReceipt(
  context: Context,
  device: DeviceCaller,
  uploads: ResumableUploads,
  id: string,
): Promise<CallAnswer<ReceiptCall>> {
  const kept = await fileReceiptOf(context.db, device.actor, id);
  if (kept) {
    const outcome = await settledOutcome(context.db, id, kept.outcome);
    return { _id: id, sha256: kept.sha256, outcome };
  }
  const finished = await uploads.finishWaiting(device, id);
  return finished ?? { _id: id, sha256: null, outcome: 'UNKNOWN' };
}
