import { reachDatabase } from '../database/reach-database.ts';
import { readSettings } from '../settings.ts';
import { runCommandLine, say } from '../command-line.ts';
import { eraseUnusedServerKeys, rotateServerKey } from './server-key-rotation.ts';

/** Prepares a new key for phones to seal to, before its 90 days, and erases the keys that nothing needs any more. */
async function main(): Promise<number> {
  const database = await reachDatabase(readSettings(process.env));
  try {
    const prepared = await rotateServerKey(database.db, { isForced: true });
    if (prepared) {
      const was = prepared.isNew ? 'was made' : 'was made before';
      say(`A new key ${was}. Phones seal to it from ${prepared.activeFrom} on:`);
      say('back the database up before then, or a restored server can not open their work.');
    }
    const erased = await eraseUnusedServerKeys(database.db);
    say(`${erased.length} old keys were erased.`);
    return 0;
  } finally {
    await database.close();
  }
}

runCommandLine(main);
