import { deliverAuthor } from './delivery.ts';
import { finishWipe, takeWipe } from './device-wipe-steps.ts';

/**
 * A manager ended this device for a user: delivers what it can, then drops everything of that user that can be read
 * here and tells the server. What could not be delivered stays, sealed. A kill on the way is made up for by the next
 * delivery. Never throws for the network.
 */
export async function carryOutWipe(userId: string): Promise<void> {
  await takeWipe(userId);
  await deliverAuthor(userId).catch(() => undefined);
  // The delivery ends with it, unless it failed.
  await finishWipe(userId);
}
