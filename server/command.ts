import type { Actor } from './access/actor.ts';
import { writeAudit } from './audit/audit-trail.ts';
import type { AuditEntry } from './audit/audit-trail.ts';
import type { Db } from './database/connection.ts';

/** What a command works with inside its transaction. */
export interface Command {
  readonly tx: Db;
  /** Notes an audit row; all of them are written at the transaction's end, in the same commit. */
  readonly audit: (entry: AuditEntry) => void;
}

/**
 * Runs one write command: one transaction with its audit rows, committed together or not at all. Audit rows go last
 * because the chain admits one writer at a time.
 */
export async function runCommand<Result>(
  db: Db,
  actor: Pick<Actor, 'userId' | 'role'> | null,
  work: (command: Command) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    const entries: AuditEntry[] = [];
    const result = await work({ tx, audit: (entry) => entries.push(entry) });
    await writeAudit(tx, actor, entries);
    return result;
  });
}
