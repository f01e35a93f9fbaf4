import { readSettings } from '../settings.ts';
import { runCommandLine, say } from '../command-line.ts';
import { beginLifeAfterRestore } from './database-life.ts';
import { reachDatabase } from './reach-database.ts';

/** Run once after a backup was put back: phones deliver again what that backup does not have, and pull everything anew. */
async function main(): Promise<number> {
  const database = await reachDatabase(readSettings(process.env));
  try {
    const epoch = await beginLifeAfterRestore(database.db);
    say(`The database begins a new life (${epoch}).`);
    say('Phones deliver again what they had confirmed; nothing is doubled by that.');
    return 0;
  } finally {
    await database.close();
  }
}

runCommandLine(main);
