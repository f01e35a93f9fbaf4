import type { Db } from '../database/connection.ts';
import type { Telephony } from '../telephony/telephony-service.ts';
import { endCall } from './call-ending.ts';
import { lockLiveCall, readLiveCalls } from './call-rows.ts';
import type { LiveCall } from './call-rows.ts';
import { asHolder } from './lease.ts';
import type { Lease } from './lease.ts';

/** Ends a call whose line is gone or whose state nobody knows. Its lead comes again after its minutes, not at once. */
export async function endLostCall(db: Db, lease: Lease, callId: string): Promise<void> {
  await asHolder(db, lease, async (tx) => {
    const call = await lockLiveCall(tx, callId);
    if (!call) return;
    // Somebody who had answered was left without an agent.
    const result = call.state === 'ANSWERED' ? 'ABANDONED' : 'CANCELLED';
    await endCall(tx, call, { result, at: new Date(), agentState: 'DISPO' });
  });
}

/** Talks go on as long as the exchange has their line; of a call that rang, nobody heard what became of it. */
const goesOn = (call: LiveCall, lines: ReadonlySet<string>): boolean =>
  call.state === 'CONNECTED' && lines.has(call.id);

/**
 * What a new holder of the lease does first: calls without a line end, lines without a call are given up, and calls that
 * rang or waited while nobody listened are cut. Nobody is called a second time for it: the gate has counted the attempt and
 * the lead waits for its minutes. Returns how many calls ended. Throws when the database or the exchange is away.
 */
export async function takeOverCalls(db: Db, lease: Lease, telephony: Telephony): Promise<number> {
  const lines = new Set(await telephony.liveCalls());
  const calls = await readLiveCalls(db);
  const lost = calls.filter((call) => !goesOn(call, lines));
  for (const { id } of lost) await endLostCall(db, lease, id);
  const going = new Set(calls.filter((call) => goesOn(call, lines)).map(({ id }) => id));
  for (const id of lines) if (!going.has(id)) await telephony.hangUp(id);
  return lost.length;
}
