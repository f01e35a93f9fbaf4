import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { LIVE_CHANNEL, liveHub } from './live-hub.ts';

/** What a listener is told when the connection stands (again): anything may have changed before. */
export const MISSED = 'missed';

/** Told when sessions of a user ended. */
export const sessionsTopic = (userId: string): string => `sessions:${userId}`;

/**
 * Says that something changed, to every process on this database; delivered when the transaction commits, never when it
 * is rolled back. Topics: `agent:USER_ID`, `sessions:USER_ID`, `campaign:ID`, `gate`, `message:LOAN_ID`. The same topic twice in a transaction
 * is told once.
 */
export async function notifyLive(tx: Db, topic: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${topic})`);
}

/**
 * Calls back with each topic from now on, and with MISSED whenever the connection to the database stands anew. One connection
 * per process serves all listeners. Returns what stops it.
 */
export function listenLive(context: Context, listener: (topic: string) => void): () => void {
  return liveHub(context.database, MISSED).add(listener);
}
