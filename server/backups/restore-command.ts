import { createReadStream, existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import { jobSentence } from '../../contract/job-words.ts';
import { WrongUse, remark, runCommandLine, say } from '../command-line.ts';
import { createPool } from '../database/connection.ts';
import { beginLifeAfterRestore } from '../database/database-life.ts';
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { refuseSharedSessions, refuseUnfit } from '../database/fit-database.ts';
import { migrate } from '../database/migrate.ts';
import { reachDatabase } from '../database/reach-database.ts';
import { newId } from '../ids.ts';
import { readSettings } from '../settings.ts';
import type { Settings } from '../settings.ts';
import { backupPlace, fileBucket } from './backup-places.ts';
import { restoreData } from './data-restoring.ts';
import { drill } from './drill.ts';
import { readKeyFile } from './key-file.ts';
import { restoreRows } from './restoring.ts';
import type { Restored } from './restoring.ts';
import { connectForBackup } from './snapshot.ts';

const usage = 'npm run restore -- FILE --key FILE [--into postgres://...] [--check]';

interface Wish {
  /** A file of this machine, or a name in the place of the settings. */
  readonly file: string;
  readonly identity: string;
  readonly isCheck: boolean;
  readonly settings: Settings;
}

async function readWish(): Promise<Wish> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, into: { type: 'string' }, check: { type: 'boolean' } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new WrongUse('Name one backup.');
  if (values.key === undefined)
    throw new WrongUse('Give the file of the key that the backup was made for: --key FILE.');
  const settings = readSettings({
    ...process.env,
    ...(values.into !== undefined && { DATABASE_URL: values.into, DATABASE_OWNER_URL: undefined }),
  });
  const identity = await readKeyFile(values.key);
  return { file, identity, isCheck: values.check === true, settings };
}

async function openSource({ file, settings }: Wish): Promise<Readable> {
  if (existsSync(file)) return createReadStream(file);
  return backupPlace(settings).read(basename(file));
}

/** Restores it into a scratch database beside the one of the settings. */
async function check(wish: Wish): Promise<number> {
  const database = await reachDatabase(wish.settings);
  const { url } = database;
  const lock = await connectForBackup(url);
  try {
    const source = await openSource(wish);
    const result = await drill(lock, { id: newId(), url, source, identity: wish.identity });
    if (result.problem !== null) remark(result.problem);
    say(
      {
        PASSED: 'The backup can be restored.',
        FAILED: 'The backup can not be restored.',
        NOT_POSSIBLE: 'This could not be tried here.',
      }[result.state],
    );
    return { PASSED: 0, FAILED: 1, NOT_POSSIBLE: 2 }[result.state];
  } finally {
    await lock.end();
    await database.close();
  }
}

/** Brings the restored database up to date and begins its new life. */
async function revive(url: string): Promise<void> {
  await migrate(url);
  const pool = createPool(url, 2);
  try {
    await beginLifeAfterRestore(drizzle({ client: pool }));
  } finally {
    await pool.end();
  }
}

/** Before anything is written: what a server would refuse to start on. */
async function refuseUnfitTarget(url: string, { businessTz }: Settings): Promise<void> {
  await refuseSharedSessions(url);
  const pool = createPool(url, 1);
  try {
    await refuseUnfit(pool, businessTz);
  } finally {
    await pool.end();
  }
}

async function restoreInto(wish: Wish, url: string): Promise<void> {
  await refuseUnfitTarget(url, wish.settings);
  const data = restoreData(wish.settings.dataDir, new Date(), fileBucket(wish.settings));
  const moved = { to: null as string | null };
  let restored: Restored;
  try {
    restored = await restoreRows({
      source: await openSource(wish),
      identity: wish.identity,
      url,
      onFile: data.onFile,
      onHead: ({ at, appVersion }) =>
        remark(`Restoring what was saved until ${at} (Recoup ${appVersion}) ...`),
      beforeCommit: async () => {
        moved.to = await data.finish();
      },
    });
  } catch (error) {
    await data.giveUp();
    throw error;
  }
  await revive(url);
  const { tables, files, goneFiles } = restored.manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  say(`Restored and compared: ${rows} rows of ${tables.length} tables, ${files.length} files.`);
  const [gone] = goneFiles;
  if (gone !== undefined)
    remark(jobSentence('files-lacking', { count: goneFiles.length, path: gone }));
  if (moved.to !== null) say(`Files that stood there before are in ${moved.to}.`);
  say('The database begins a new life: phones deliver again what the backup lacks.');
}

/** Restores a backup into an empty database and the data folder of the settings. */
async function main(): Promise<number> {
  const wish = await readWish();
  if (wish.isCheck) return check(wish);
  const { databaseUrl, databaseOwnerUrl, dataDir } = wish.settings;
  if (databaseUrl !== null) {
    await restoreInto(wish, databaseOwnerUrl ?? databaseUrl);
    return 0;
  }
  const embedded = await startEmbeddedPostgres(dataDir);
  try {
    await restoreInto(wish, embedded.ownerUrl);
    return 0;
  } finally {
    await embedded.stop();
  }
}

runCommandLine(main, { usage });
