import { sql } from 'drizzle-orm';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { packageRoot } from '../package-root.ts';
import { newestAuditRow, readLastAuditRun } from './audit-run.ts';
import type { Finding } from './health-service.ts';

/** An answer to `select 1` that takes longer makes every screen slow. */
const SLOW_MS = 250;
/** A trail that nobody looked at for so long should be looked at. */
const AUDIT_DAYS = 31;
/** The two clocks may differ so much before days and promises are counted differently. */
const CLOCK_SECONDS = 5;
const LEAST_POSTGRES = 15;
const DAY_MS = 86_400_000;
const MEGABYTE = 1_048_576;

/** Whether the database answers, how fast, and how large it is. */
export async function checkDatabase({ db, database }: Context): Promise<Finding> {
  const began = performance.now();
  await db.execute(sql`select 1`);
  const milliseconds = Math.round(performance.now() - began);
  const { rows } = await db.execute<{ size: number }>(
    sql`select pg_database_size(current_database()) as size`,
  );
  return {
    state: milliseconds > SLOW_MS || database.pool.waitingCount > 0 ? 'WATCH' : 'GOOD',
    facts: {
      milliseconds,
      megabytes: Math.ceil((rows[0]?.size ?? 0) / MEGABYTE),
      waiting: database.pool.waitingCount,
    },
  };
}

/** Whether the database has exactly the migrations of this program. */
export async function checkMigrations({ db }: Context): Promise<Finding> {
  const folder = join(packageRoot(), 'server/database/migrations');
  const known = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from schema_migration order by name`,
  );
  const applied = new Set(rows.map(({ name }) => name));
  const missing = known.filter((name) => !applied.has(name)).length;
  const foreign = rows.filter(({ name }) => !known.includes(name)).length;
  return {
    state: missing > 0 ? 'BROKEN' : foreign > 0 ? 'WATCH' : 'GOOD',
    facts: { applied: applied.size, missing, foreign, newest: rows.at(-1)?.name ?? null },
  };
}

/** When the audit trail was last verified, how far, and with what result. */
export async function checkAudit({ db }: Context): Promise<Finding> {
  const newest = await newestAuditRow(db);
  const last = await readLastAuditRun(db);
  if (last === null) return { state: 'WATCH', facts: { newest, verifiedAt: null, to: 0 } };
  const isOld = Date.now() - Date.parse(last.at) > AUDIT_DAYS * DAY_MS;
  const facts = {
    newest,
    verifiedAt: last.at,
    to: last.to ?? 0,
    isEnd: last.isEnd ? 1 : 0,
    brokenAt: last.brokenAt,
  };
  if (last.brokenAt !== null) return { state: 'BROKEN', facts };
  return { state: isOld || !last.isEnd ? 'WATCH' : 'GOOD', facts };
}

const packageSchema = z.object({ version: z.string() });

/** The versions at work, and how far the database's clock is from the server's. */
export async function checkVersions({ db }: Context): Promise<Finding> {
  const text = await readFile(join(packageRoot(), 'package.json'), 'utf8');
  const { version } = packageSchema.parse(JSON.parse(text));
  const { rows } = await db.execute<{ postgres: string; number: number; at: number }>(sql`
    select current_setting('server_version') as postgres, current_setting('server_version_num')::int as number,
      extract(epoch from clock_timestamp())::float8 as at`);
  const clockSeconds = Math.round(Math.abs(Date.now() / 1000 - (rows[0]?.at ?? 0)));
  const major = Math.floor((rows[0]?.number ?? 0) / 10_000);
  const postgres = (rows[0]?.postgres ?? '').split(' ')[0] ?? '';
  return {
    state: major < LEAST_POSTGRES ? 'BROKEN' : clockSeconds > CLOCK_SECONDS ? 'WATCH' : 'GOOD',
    facts: { recoup: version, node: process.versions.node, postgres, clockSeconds },
  };
}
