import type { Context } from '../context.ts';
import { endByAgent } from './call-ending.ts';

export { endConnected as endLineOf } from './call-ending.ts';

/**
 * The agent's Hang up, in whichever server process it is asked: a connected call ends and its agent is in wrap-up; an agent
 * whose borrower hung up first (DEAD) is in wrap-up too. A call that is over already stays as it is. Whether it is the
 * caller's own call is the route's to check.
 */
export async function hangUpCall(context: Context, callId: string): Promise<void> {
  await context.db.transaction((tx) => endByAgent(tx, callId));
}
