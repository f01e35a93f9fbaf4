import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { findDeviceAuthor } from '../identity/device-author-service.ts';
import { log } from '../log.ts';
import { releaseChildren } from './operation-run.ts';
import { keyRing } from './server-keys.ts';

/** Looked at in one go; the rest comes the next time. */
const MOST_AT_ONCE = 500;

const note = (error: unknown) => log.error({ err: error }, 'Held work could not be released.');

interface WaitingRow extends Record<string, unknown> {
  parent: string;
  device_id: string;
  user_id: string;
}

/**
 * Runs held operations whose parent is done: their release was cut short when a server died between the two, and the phone
 * that would send them again may be gone. What fails for the moment is tried the next time.
 */
export async function releaseHeldWork(context: Context): Promise<void> {
  const { rows } = await context.db.execute<WaitingRow>(sql`
    select distinct p.op_id as parent, o.device_id, o.user_id
    from operations o join operations p on p.op_id = o.waits_for and p.user_id = o.user_id and p.outcome = 'DONE'
    where o.outcome = 'HELD' limit ${MOST_AT_ONCE}`);
  const keyOf = keyRing(context.db);
  for (const { parent, device_id, user_id } of rows) {
    const author = await findDeviceAuthor(context.db, device_id, user_id);
    if (author === null || author.isDisabled) continue;
    await releaseChildren({ context, device: author.caller, keyOf, log: note }, [parent]);
  }
}
