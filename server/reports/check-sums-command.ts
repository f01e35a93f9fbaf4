import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { runCommandLine, say } from '../command-line.ts';
import { reachDatabase } from '../database/reach-database.ts';
import { readSettings } from '../settings.ts';
import { mendContactSums, wrongContactSums } from './contact-sums.ts';
import { mendAllLoanMonths, wrongLoanMonths } from './loan-months.ts';

/** Sums named one by one; of more, only the number is told. */
const MOST_NAMED = 100;

/**
 * Compares the sums that reports are read from with the contacts. Exit code 0: the same; 1: not; 2: not compared. `--mend` adds
 * them up anew where they differ.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { mend: { type: 'boolean' } } });
  const settings = readSettings(process.env);
  const { databaseUrl, dataDir } = settings;
  // A database made just now would be right: of a mistyped folder nothing is said about the sums that were meant.
  if (databaseUrl === null && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`);
  const database = await reachDatabase(settings);
  try {
    return await database.db.transaction(async (tx) => {
      // Years of contacts take longer than a request may.
      await tx.execute(sql`set local statement_timeout = 0`);
      const wrong = await wrongContactSums(tx);
      for (const { slot, channel, agentId, contacts, kept } of wrong.slice(0, MOST_NAMED))
        say(`${slot}, ${channel} of ${agentId}: ${contacts} contacts, kept as ${kept}.`);
      const wrongMonths = await wrongLoanMonths(tx);
      for (const { startsAt, loanId } of wrongMonths.slice(0, MOST_NAMED))
        say(`Month from ${startsAt}, loan ${loanId}: kept as another than its contacts come to.`);
      const count = wrong.length + wrongMonths.length;
      if (count === 0) {
        say('The kept sums are what the contacts add up to.');
        return 0;
      }
      say(`${count} kept sums are not what the contacts add up to.`);
      if (values.mend !== true) return 1;
      await mendContactSums(tx);
      await mendAllLoanMonths(tx);
      say('They were added up anew.');
      return 0;
    });
  } finally {
    await database.close();
  }
}

runCommandLine(main, { failedCode: 2, usage: 'npm run check-sums [-- --mend]' });
