import { sql } from 'drizzle-orm';
import { reachDatabase } from '../database/reach-database.ts';
import { readSettings } from '../settings.ts';
import { runCommandLine, say } from '../command-line.ts';
import { verifyAudit } from './audit-verification.ts';

/** Rows named one by one; of more, only the number is told. */
const MOST_NAMED = 100;

/** Verifies the audit trail and says what it found. Exit code 0: whole; 1: rows were edited or removed; 2: not checked. */
async function main(): Promise<number> {
  const database = await reachDatabase(readSettings(process.env));
  try {
    const { checked, broken } = await database.db.transaction(async (tx) => {
      // Years of rows take longer than a request may.
      await tx.execute(sql`set local statement_timeout = 0`);
      return verifyAudit(tx);
    });
    for (const { sequence, reason } of broken.slice(0, MOST_NAMED))
      say(`Audit row ${sequence}: ${reason}.`);
    say(
      broken.length === 0
        ? `The audit trail is whole: ${checked} rows checked.`
        : `The audit trail is broken at ${broken.length} of ${checked} rows.`,
    );
    return broken.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

runCommandLine(main, { failedCode: 2 });
