import { sql } from 'drizzle-orm';
import { runCommand } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { insertKey, lockKeys } from './server-keys.ts';

/** A key is followed by a new one after this long. */
const KEY_DAYS = 90;
/**
 * A new key is handed out only this long after it was made: by then a daily backup has it, so that a server restored from
 * that backup can open what phones sealed to it since.
 */
const AHEAD_DAYS = 2;

/** The key that phones will seal to, and from when on. */
export interface PreparedKey {
  readonly keyId: string;
  /** ISO instant. */
  readonly activeFrom: string;
  /** False: it was prepared before. */
  readonly isNew: boolean;
}

interface NewestRow extends Record<string, unknown> {
  id: string;
  active_from: string;
  is_pending: boolean;
  is_due: boolean;
}

async function newestKey(tx: Db): Promise<NewestRow | null> {
  const result = await tx.execute<NewestRow>(sql`
    select id, to_char(active_from, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as active_from, active_from > now() as is_pending,
      created_at < now() - make_interval(days => ${KEY_DAYS}) as is_due
    from server_keys order by active_from desc, id desc limit 1`);
  return result.rows[0] ?? null;
}

/**
 * Prepares the next key when the newest is 90 days old, or at once when `isForced`. One that is prepared already is
 * answered as it is. Null: nothing to do.
 */
export async function rotateServerKey(
  db: Db,
  { isForced }: { isForced: boolean },
): Promise<PreparedKey | null> {
  return runCommand(db, null, async ({ tx, audit }) => {
    await lockKeys(tx);
    const newest = await newestKey(tx);
    if (newest?.is_pending === true)
      return { keyId: newest.id, activeFrom: newest.active_from, isNew: false };
    // The very first is made when a phone asks for it.
    if (!isForced && newest?.is_due !== true) return null;
    const { id } = await insertKey(tx, newest === null ? 0 : AHEAD_DAYS);
    const made = await newestKey(tx);
    audit({ action: 'server-key.make', entity: 'server-key', entityId: id });
    return { keyId: id, activeFrom: made?.active_from ?? '', isNew: true };
  });
}

/**
 * Erases keys that nothing can be sealed to any more: older than the two newest active ones, named by no device (what it
 * was granted or holds, devices.key_ids), and by nothing that is held here. A device that never said what it holds keeps
 * every key it may have been given. Returns the erased keys' ids.
 */
export async function eraseUnusedServerKeys(db: Db): Promise<string[]> {
  return runCommand(db, null, async ({ tx, audit }) => {
    await lockKeys(tx);
    const erased = await tx.execute<{ id: string }>(sql`
      delete from server_keys k where k.active_from <= now()
        and k.id not in (select id from server_keys where active_from <= now()
          order by active_from desc, id desc limit 2)
        and not exists (select 1 from devices v where k.id = any(v.key_ids))
        and not exists (select 1 from devices v where v.key_ids = '{}' and v.revoked_at is null
          and v.last_seen_at >= k.active_from)
        and not exists (select 1 from operations o where o.outcome = 'HELD' and o.sealed ->> 'keyId' = k.id::text)
      returning k.id`);
    for (const { id } of erased.rows)
      audit({ action: 'server-key.erase', entity: 'server-key', entityId: id });
    return erased.rows.map((row) => row.id);
  });
}
