import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Part } from '../lifecycle.ts';
import { endManualCalls } from './manual-calls.ts';
import { endSeat, lockSeat } from './seat.ts';
import { goneAgents, lastHeard } from './signs-of-life.ts';

/** Each process looks this often; that several do changes nothing. */
const everyMs = 15_000;

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

/** Looks after seats whose agents are gone. What fails is tried again the next time. */
export function startSeatUpkeep(context: Context): Part {
  let running: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = clearSeats(context)
      .catch((error: unknown) => console.error('The upkeep of seats failed:', error))
      .finally(() => {
        isRunning = false;
      });
  }, everyMs);
  timer.unref();
  return {
    name: 'seats',
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
