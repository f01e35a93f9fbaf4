import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';

/** One thing done: a verb of the trade (`loan.allocate`), what it was done to, and the facts. No secrets, no phone numbers. */
export interface AuditEntry {
  readonly action: string;
  readonly entity?: string;
  readonly entityId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Appends rows to the audit trail (triggers number, date and chain them). Call last in a transaction; does nothing for none. */
export async function writeAudit(
  db: Db,
  actor: Pick<Actor, 'userId' | 'role'> | null,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ action, entity, entityId, details = {} }) => ({
    action,
    entity,
    entity_id: entityId,
    details,
  }));
  // Number, time and hashes are the trigger's; these only satisfy the columns.
  await db.execute(sql`
    insert /* prepared */ into audit_log (sequence, at, actor_id, actor_role, action, entity, entity_id, details, previous_hash, hash)
    select 0, now(), ${actor?.userId ?? null}::uuid, ${actor?.role ?? null}::text, e.action, e.entity, e.entity_id, e.details, '', ''
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as (action text, entity text, entity_id text, details jsonb)) with ordinality
      as e(action, entity, entity_id, details, place)
    order by e.place`);
}
