import { reachDatabase } from '../database/reach-database.ts';
import { readSettings } from '../settings.ts';
import { eraseUnusedServerKeys, rotateServerKey } from './server-key-rotation.ts';

/** Prepares a new key for phones to seal to, before its 90 days, and erases the keys that nothing needs any more. */
async function main(): Promise<void> {
  const database = await reachDatabase(readSettings(process.env));
  try {
    const prepared = await rotateServerKey(database.db, { isForced: true });
    if (prepared) {
      const was = prepared.isNew ? 'was made' : 'was made before';
      console.log(`A new key ${was}. Phones seal to it from ${prepared.activeFrom} on:`);
      console.log(
        'back the database up before then, or a restored server can not open their work.',
      );
    }
    const erased = await eraseUnusedServerKeys(database.db);
    console.log(`${erased.length} old keys were erased.`);
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
