import { writeAudit } from '../audit/audit-trail.ts';
import type { Db } from '../database/connection.ts';
import type { Part } from '../lifecycle.ts';
import { log } from '../log.ts';
import type { Actor } from './actor.ts';

/** What is refused again within this time is counted; milliseconds. */
const COUNTED_MS = 60_000;

/** Refusals of one call to one person since the first of them was written down. */
interface Repeats {
  readonly actor: Actor;
  readonly call: string;
  readonly timer: NodeJS.Timeout;
  count: number;
}

/**
 * Writes refused calls into the audit trail. Rows of the trail are written one after the other, and everybody's changes
 * wait for their turn there: whoever repeats a refused call gets one row at once and one with the count a minute later.
 */
export interface Denials extends Part {
  /** Resolves once the refusal is written down, or counted. */
  note(actor: Actor, call: string): Promise<void>;
}

/** Opens them over the database. Stopping writes what was counted. */
export function openDenials(db: Db): Denials {
  const repeated = new Map<string, Repeats>();
  const write = async (actor: Actor, call: string, details = {}): Promise<void> =>
    writeAudit(db, actor, [{ action: 'access.denied', entity: 'call', entityId: call, details }]);
  const settle = async (key: string): Promise<void> => {
    const found = repeated.get(key);
    repeated.delete(key);
    if (found === undefined) return;
    clearTimeout(found.timer);
    if (found.count === 0) return;
    await write(found.actor, found.call, { repeats: found.count }).catch((error: unknown) =>
      log.error({ err: error }, 'Refused calls could not be written into the audit trail.'),
    );
  };
  return {
    name: 'count of refused calls',
    note: async (actor, call) => {
      const key = `${actor.userId} ${call}`;
      const found = repeated.get(key);
      if (found !== undefined) {
        found.count += 1;
        return;
      }
      const timer = setTimeout(() => void settle(key), COUNTED_MS).unref();
      repeated.set(key, { actor, call, timer, count: 0 });
      try {
        await write(actor, call);
      } catch (error) {
        // Not written: the next one is the first.
        clearTimeout(timer);
        repeated.delete(key);
        throw error;
      }
    },
    stop: async () => {
      for (const key of repeated.keys()) await settle(key);
    },
  };
}
