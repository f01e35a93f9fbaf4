import { readSettings } from '../settings.ts';
import { beginLifeAfterRestore } from './database-life.ts';
import { reachDatabase } from './reach-database.ts';

/** Run once after a backup was put back: phones deliver again what that backup does not have, and pull everything anew. */
async function main(): Promise<void> {
  const database = await reachDatabase(readSettings(process.env));
  try {
    const epoch = await beginLifeAfterRestore(database.db);
    console.log(`The database begins a new life (${epoch}).`);
    console.log('Phones deliver again what they had confirmed; nothing is doubled by that.');
  } finally {
    await database.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
