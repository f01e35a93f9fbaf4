import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Upkeep } from '../upkeep.ts';
import { endManualCalls } from './manual-calls.ts';
import { endSeat, lockSeat } from './seat.ts';
import { goneAgents, lastHeard } from './signs-of-life.ts';

/**
 * Ends the spans of agents who are gone, at the moment each was last heard of. Returns how many. Throws when the database is
 * away.
 */
export async function clearSeats({ db }: Pick<Context, 'db'>): Promise<number> {
  const gone = await goneAgents(db);
  for (const userId of gone)
    await runCommand(db, null, async ({ tx, audit }) => {
      const seat = await lockSeat(tx, userId);
      const isStillGone = seat.open !== null && (await goneAgents(tx)).includes(userId);
      if (!isStillGone) return;
      const { at } = await lastHeard(tx, userId);
      await endSeat(tx, seat, at ?? seat.now);
      await endManualCalls(tx, userId, at ?? seat.now);
      audit({ action: 'dialer.lost', entity: 'user', entityId: userId });
    });
  return gone.length;
}

/** Seats whose agents are gone. */
export const seatUpkeep: Upkeep = { name: 'seats', every: 15_000, work: clearSeats };
