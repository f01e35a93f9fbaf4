import { sql } from 'drizzle-orm';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../settings.ts';
import type { Upkeep } from '../upkeep.ts';
import { writeWhole } from '../whole-file.ts';
import type { Db } from './connection.ts';

/** The newest entry of the audit trail that a process saw, and what it worked with, kept outside of the database. */
const markSchema = z.object({
  origin: z.string(),
  sequence: z.number(),
  hash: z.string(),
  /** Marks of before lack them. */
  zone: z.string().optional(),
  files: z.string().optional(),
});
type LifeMark = z.infer<typeof markSchema>;

const fileOf = (dataDir: string) => join(dataDir, 'life.json');

async function readMark(dataDir: string): Promise<LifeMark | null> {
  try {
    const text = await readFile(fileOf(dataDir), 'utf8');
    return markSchema.parse(JSON.parse(text));
  } catch {
    // The first start, or a mark that a kill cut short: then phones tell what is missing.
    return null;
  }
}

/**
 * Is an entry of the audit trail gone that was there before? Then the database's files were put back to an older copy, in
 * their place: nothing in the database itself tells that. A mark of another database says nothing.
 */
export async function isPutBack(db: Db, dataDir: string, origin: string): Promise<boolean> {
  const mark = await readMark(dataDir);
  if (mark === null || mark.origin !== origin) return false;
  const { rows } = await db.execute<{ is_there: boolean }>(sql`select exists (
    select 1 from audit_log where sequence = ${mark.sequence} and hash = ${mark.hash}) as is_there`);
  return rows[0]?.is_there === false;
}

interface NewestRow extends Record<string, unknown> {
  origin: string | null;
  sequence: number;
  hash: string;
}

type Marked = Pick<Settings, 'dataDir' | 'businessTz' | 'filesS3'>;

const filesOf = ({ filesS3 }: Marked): string =>
  filesS3 === null ? '' : `${filesS3.endpoint}/${filesS3.bucket}/${filesS3.prefix}`;

const FOLDER_IS_NEW = `no server has worked on this database with this DATA_DIR before. Pictures, letters, uploads and keys that lie in another folder are not found here, and are in no backup. If there is one (a disk that is not mounted?), stop this server and name it.`;

/**
 * What is set otherwise than when a server last worked on this database, in sentences for whoever started this one: nothing
 * fails by it, and much is counted or looked for elsewhere from now on. None before anything was done.
 */
export async function changedSettings(
  db: Db,
  settings: Marked & Pick<Settings, 'databaseUrl'>,
): Promise<string[]> {
  const { rows } = await db.execute<{ origin: string | null }>(
    sql`select origin from organisation where exists (select 1 from audit_log)`,
  );
  const origin = rows[0]?.origin ?? null;
  if (origin === null) return [];
  const mark = await readMark(settings.dataDir);
  // The embedded database lies in the folder itself.
  if (mark === null)
    return settings.databaseUrl === null ? [] : [`${settings.dataDir}: ${FOLDER_IS_NEW}`];
  const said: string[] = [];
  const { businessTz } = settings;
  if (mark.zone !== undefined && mark.zone !== businessTz)
    said.push(
      `BUSINESS_TZ was ${mark.zone} and is ${businessTz}: days, months, due times and contact hours, those of the past too, are cut there from now on. Every process on this database must have the same.`,
    );
  // What lay in the folder is found beside a bucket, and a restore brings the files along.
  if (mark.files && mark.files !== filesOf(settings) && mark.origin === origin)
    said.push(
      `FILES_S3_URL was ${mark.files} and is ${filesOf(settings) || 'not set'}: files that lie in the bucket of before are not found until they are moved over.`,
    );
  return said;
}

/** Notes how far the audit trail goes, and with what this process works. */
export async function keepLifeMark(db: Db, settings: Marked): Promise<void> {
  const { dataDir, businessTz } = settings;
  const { rows } = await db.execute<NewestRow>(sql`
    select o.origin, a.sequence::float8 as sequence, a.hash
    from organisation o, audit_log a order by a.sequence desc limit 1`);
  const [newest] = rows;
  if (newest === undefined || newest.origin === null) return;
  await mkdir(dataDir, { recursive: true });
  const mark = { ...newest, zone: businessTz, files: filesOf(settings) };
  await writeWhole(fileOf(dataDir), JSON.stringify(mark));
}

/** The mark follows the trail. */
export const lifeMarkUpkeep: Upkeep = {
  name: 'life mark',
  every: 60_000,
  isAtStart: true,
  work: async ({ db, settings }) => keepLifeMark(db, settings),
};
