import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import { JOB_WORDS, jobSentence } from '../../contract/job-words.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { trySessionLock } from '../database/locks.ts';
import { log } from '../log.ts';
import { isRecipient } from './age-stream.ts';
import { tellAdmins } from './backup-notices.ts';
import { fileBucket } from './backup-places.ts';
import type { BackupManifest } from './backup-format.ts';
import { backupFileName } from './backup-place.ts';
import type { BackupPlace } from './backup-place.ts';
import { BackupProblem } from './backup-problem.ts';
import { findBackup, moveBackup } from './backup-record.ts';
import { writeBackup } from './backup-writing.ts';
import { drill, sweepScratch } from './drill.ts';
import { removeOutlived } from './outlived.ts';
import { connectForBackup } from './snapshot.ts';
import { APP_VERSION } from './app-version.ts';

const IN_WORK = ['WAITING', 'WRITING', 'DRILLING'] as const;
const PROGRESS_MS = 1000;
const DAY_MS = 86_400_000;

/** Ends a backup that came to nothing, and tells the admins. */
export async function failBackup({ db }: Context, id: string, problem: string): Promise<void> {
  await runCommand(db, null, async ({ tx, audit }) => {
    const change = sql`state = 'FAILED', finished_at = now(), problem = ${problem}`;
    if (!(await moveBackup(tx, id, IN_WORK, change))) return;
    await tellAdmins(tx, 'BACKUP_FAILED');
    audit({ action: 'backup.failed', entity: 'backup', entityId: id, details: { problem } });
  });
}

/**
 * Tells admins that this backup is for another key than the one before: whoever set that key, here or in the database, can
 * read it, and nobody else.
 */
async function tellOtherKey(tx: Db, id: string, recipient: string): Promise<void> {
  const { rows } = await tx.execute<{
    isOther: boolean;
  }>(sql`select recipient <> ${recipient} as "isOther"
    from backups where state in ('DONE', 'GONE') and recipient is not null and id <> ${id}
    order by snapshot_at desc limit 1`);
  if (rows[0]?.isOther === true) await tellAdmins(tx, 'BACKUP_KEY_CHANGED');
}

/** Removes what killed processes left: ours at once, what nobody here knows after a day (another organisation's may be in work). */
async function sweepParts(db: Db, place: BackupPlace, id: string): Promise<void> {
  const { rows } = await db.execute<{
    name: string;
    isInWork: boolean;
  }>(sql`select file_name as name,
    state = 'WRITING' and id <> ${id} as "isInWork" from backups where file_name is not null`);
  const ours = new Map(rows.map(({ name, isInWork }) => [name, isInWork]));
  await place.sweep((name, touchedAt) =>
    ours.has(name) ? ours.get(name) === false : Date.now() - touchedAt.getTime() > DAY_MS,
  );
}

/** Takes away what killed processes left, and names the file. */
async function begin(
  { db }: Context,
  place: BackupPlace,
  lock: Client,
  id: string,
): Promise<{ fileName: string; recipient: string }> {
  const settings = await db.execute<{ recipient: string | null }>(
    sql`select recipient from backup_settings`,
  );
  const recipient = settings.rows[0]?.recipient ?? null;
  if (recipient === null) throw new BackupProblem('backup-without-key');
  if (!isRecipient(recipient)) throw new BackupProblem('backup-key-mistyped');
  const known = (await findBackup(db, id))?.fileName ?? null;
  const fileName = known ?? backupFileName(new Date(), id);
  await db.transaction(async (tx) => {
    await moveBackup(
      tx,
      id,
      IN_WORK,
      sql`state = 'WRITING', started_at = now(), file_name = ${fileName},
      recipient = ${recipient}, done_rows = 0, expected_rows = null, size = null, sha256 = null`,
    );
    if (known === null) await tellOtherKey(tx, id, recipient);
  });
  await sweepParts(db, place, id);
  await sweepScratch(lock);
  return { fileName, recipient };
}

/** Tells how far it is, once a second at most. */
function progressTeller({ db }: Context, id: string) {
  let toldMs = performance.now();
  return (rows: number, expectedRows: number): void => {
    if (performance.now() - toldMs < PROGRESS_MS) return;
    toldMs = performance.now();
    moveBackup(db, id, IN_WORK, sql`done_rows = ${rows}, expected_rows = ${expectedRows}`).catch(
      (error: unknown) => log.warn({ err: error }, 'The progress of a backup was not stored.'),
    );
  };
}

/** What the backup can't bring back because it was lost before, in a sentence. */
function lackProblem({ goneFiles }: BackupManifest): string | null {
  const [path] = goneFiles;
  return path === undefined
    ? null
    : jobSentence('files-lacking', { count: goneFiles.length, path });
}

/** A file that was lost stays lost: admins are told of it once, and again when it is another lack. */
async function isOtherLack(tx: Db, manifest: BackupManifest): Promise<boolean> {
  const problem = lackProblem(manifest);
  if (problem === null) return false;
  const { rows } = await tx.execute<{ problem: string | null }>(
    sql`select drill_problem as problem from backups where state in ('DONE', 'GONE')
      order by snapshot_at desc, id desc limit 1`,
  );
  return rows[0]?.problem !== problem;
}

async function write(
  context: Context,
  place: BackupPlace,
  lock: Client,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { fileName, recipient } = await begin(context, place, lock, id);
  const { url } = context.database;
  const made = await writeBackup({
    id,
    url,
    dataDir: context.settings.dataDir,
    fileBucket: fileBucket(context.settings),
    backupDir: context.settings.backupDir,
    appVersion: APP_VERSION,
    recipients: [recipient],
    signal,
    onProgress: progressTeller(context, id),
  });
  const { size, sha256 } = await place.put(fileName, made.bytes);
  // A store may say yes to what it has not; where no drill is possible nothing else would find out.
  if (((await place.sizeOf(fileName)) ?? size) !== size)
    throw new BackupProblem('backup-not-as-written', { file: fileName, place: place.name });
  const { head, manifest } = made.written();
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  await moveBackup(
    context.db,
    id,
    ['WRITING'],
    sql`state = 'DRILLING', size = ${size}, sha256 = ${sha256},
    snapshot_at = ${head.at}, done_rows = ${rows}, expected_rows = ${rows}, file_count = ${manifest.files.length}`,
  );
  const source = await place.read(fileName);
  const result = await drill(lock, { id, url, source, identity: made.drillIdentity, signal });
  const problem = result.problem ?? lackProblem(manifest);
  await runCommand(context.db, null, async ({ tx, audit }) => {
    const change = sql`state = 'DONE', finished_at = now(), drill_state = ${result.state},
      drill_problem = ${problem}, drill_at = now()`;
    const isNews = result.state === 'FAILED' || (await isOtherLack(tx, manifest));
    if (!(await moveBackup(tx, id, ['DRILLING'], change))) return;
    if (isNews) await tellAdmins(tx, 'BACKUP_FAILED');
    const details = { size, sha256, rows, drill: result.state };
    audit({ action: 'backup.made', entity: 'backup', entityId: id, details });
  });
}

/**
 * Makes a backup and tries it out; again from the start after a kill. Does nothing while another process is at it, or when it
 * is made already. When the process ends it throws.
 */
export async function makeBackup(
  context: Context,
  place: BackupPlace,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const lock = await connectForBackup(context.database.url);
  try {
    if (!(await trySessionLock(lock, 'backup', id))) return;
    const state = (await findBackup(context.db, id))?.state;
    if (!IN_WORK.some((each) => each === state)) return;
    await write(context, place, lock, id, signal);
    await removeOutlived(context, place);
  } catch (error) {
    signal.throwIfAborted();
    log.error({ err: error }, 'A backup failed.');
    const ourFault = JOB_WORDS['fault-of-backup'];
    await failBackup(context, id, error instanceof BackupProblem ? error.message : ourFault);
  } finally {
    // Ending the connection gives the lock back.
    await lock.end().catch(() => undefined);
  }
}
