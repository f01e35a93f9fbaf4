import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { reachDatabase } from '../database/reach-database.ts';
import { readSettings } from '../settings.ts';
import { runCommandLine, say } from '../command-line.ts';
import { compareAnchors } from './audit-anchor.ts';
import { verifyAudit } from './audit-verification.ts';
import { changedReads } from './read-log.ts';

/** Rows named one by one; of more, only the number is told. */
const MOST_NAMED = 100;

/** Verifies the audit trail and says what it found. Exit code 0: whole; 1: rows were edited or removed; 2: not checked. */
async function main(): Promise<number> {
  const settings = readSettings(process.env);
  const { databaseUrl, dataDir } = settings;
  // A database made just now would be whole: of a mistyped folder nothing is said about the trail that was meant.
  if (databaseUrl === null && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`);
  const database = await reachDatabase(settings);
  try {
    const { checked, broken, reads, anchors } = await database.db.transaction(async (tx) => {
      // Years of rows take longer than a request may.
      await tx.execute(sql`set local statement_timeout = 0`);
      return {
        ...(await verifyAudit(tx)),
        reads: await changedReads(tx),
        anchors: await compareAnchors(tx, dataDir),
      };
    });
    for (const { sequence, reason } of broken.slice(0, MOST_NAMED))
      say(`Audit row ${sequence}: ${reason}.`);
    for (const { from, to } of reads.slice(0, MOST_NAMED))
      say(`Reads ${from} to ${to}: changed or removed after they were sealed.`);
    for (const { anchor, reason } of anchors.broken.slice(0, MOST_NAMED))
      say(`Signed head of ${anchor.at}, row ${anchor.sequence}: ${reason}.`);
    say(
      anchors.newest === null
        ? 'No signed head of this database was found beside it.'
        : `${anchors.compared} signed heads compared; the newest is row ${anchors.newest.sequence}, ${anchors.newest.hash}.`,
    );
    const isWhole = broken.length + reads.length + anchors.broken.length === 0;
    say(
      isWhole
        ? `The audit trail is whole: ${checked} rows checked.`
        : `The audit trail is broken: ${broken.length} of ${checked} rows, ${reads.length} stretches of reads, ${anchors.broken.length} signed heads.`,
    );
    return isWhole ? 0 : 1;
  } finally {
    await database.close();
  }
}

runCommandLine(main, { failedCode: 2 });
