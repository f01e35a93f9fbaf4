import { sql } from 'drizzle-orm';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Upkeep } from '../upkeep.ts';
import type { Db } from './connection.ts';

/** The newest entry of the audit trail that a process saw, kept outside of the database. */
const markSchema = z.object({ origin: z.string(), sequence: z.number(), hash: z.string() });
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

/** Notes how far the audit trail goes. */
export async function keepLifeMark(db: Db, dataDir: string): Promise<void> {
  const { rows } = await db.execute<NewestRow>(sql`
    select o.origin, a.sequence::float8 as sequence, a.hash
    from organisation o, audit_log a order by a.sequence desc limit 1`);
  const [newest] = rows;
  if (newest === undefined || newest.origin === null) return;
  await mkdir(dataDir, { recursive: true });
  const next = `${fileOf(dataDir)}.${process.pid}`;
  await writeFile(next, JSON.stringify(newest));
  await rename(next, fileOf(dataDir));
}

/** The mark follows the trail. */
export const lifeMarkUpkeep: Upkeep = {
  name: 'life mark',
  every: 60_000,
  isAtStart: true,
  work: async ({ db, settings }) => keepLifeMark(db, settings.dataDir),
};
