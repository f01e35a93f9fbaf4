import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { auditLog } from '../database/tables/audit.ts';

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
  await db.insert(auditLog).values(
    entries.map((entry) => ({
      // Number, time and hashes are the trigger's; these only satisfy the columns.
      sequence: 0,
      at: new Date(0).toISOString(),
      previousHash: '',
      hash: '',
      actorId: actor?.userId ?? null,
      actorRole: actor?.role ?? null,
      action: entry.action,
      entity: entry.entity ?? null,
      entityId: entry.entityId ?? null,
      details: entry.details ?? {},
    })),
  );
}
