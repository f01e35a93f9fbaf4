import { sql } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import type { organisationDashboardCalls } from '../../contract/organisation-dashboard.ts';
import { verifyAuditPart } from '../audit/audit-verification.ts';
import { isoInstant } from '../clock.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';

type AuditRun = CallAnswer<typeof organisationDashboardCalls.verifyAuditTrail>;

/** Rows that one run checks: some seconds of the database's work. */
const MOST_ROWS = 100_000;
/** Runs are noted in the trail itself: no other place says as surely when it was looked at. */
const ACTION = 'audit.verify';

interface RunRow extends Record<string, unknown> {
  at: string;
  details: AuditRun;
}

/** The last run and when it was; null when there was none. */
export async function readLastAuditRun(db: Db): Promise<(AuditRun & { at: string }) | null> {
  const { rows } = await db.execute<RunRow>(sql`select at, details from audit_log
    where entity = 'audit' and action = ${ACTION} order by sequence desc limit 1`);
  const row = rows[0];
  return row ? { ...row.details, at: isoInstant(row.at) } : null;
}

/** The number of the newest row; 0 when the trail is empty. */
export async function newestAuditRow(db: Db): Promise<number> {
  const { rows } = await db.execute<{ newest: number | null }>(
    sql`select max(sequence) as newest from audit_log`,
  );
  return rows[0]?.newest ?? 0;
}

/**
 * Checks the next part of the audit trail: on from where the last run ended, from the first row when that one came to
 * the end or found the chain broken.
 */
export async function verifyNextAuditPart({ tx, audit }: Command): Promise<AuditRun> {
  const last = await readLastAuditRun(tx);
  const after = last === null || last.isEnd || last.brokenAt !== null ? 0 : (last.to ?? 0);
  const part = await verifyAuditPart(tx, after, MOST_ROWS);
  const newest = await newestAuditRow(tx);
  const run: AuditRun = { ...part, newest, isEnd: (part.to ?? 0) >= newest };
  audit({ action: ACTION, entity: 'audit', details: run });
  return run;
}
