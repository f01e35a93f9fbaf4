import { sql } from 'drizzle-orm';
import { DIALER_LOCATION } from '../../contract/dialer-agent.ts';
import type { CollectorProcess } from '../../contract/dialer-agent.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { notAllowed } from '../errors.ts';

/** Whether somebody works at the dialer: a collector at location D (spec 9). */
export function isDialerAgent(user: { role: string; location: string | null }): boolean {
  return user.role === 'COLLECTOR' && user.location === DIALER_LOCATION;
}

/** Throws 403 for everybody but dialer agents. */
export function refuseOthers(actor: Actor): void {
  if (!isDialerAgent(actor))
    throw notAllowed(
      'Only agents at the dialer (location D) are ready or on break.',
      'NOT_A_DIALER',
    );
}

/** The actor's process at the dialer, in manual and in predictive mode. */
export async function readCollectorProcess(db: Db, actor: Actor): Promise<CollectorProcess> {
  const result = await db.execute<{ manual: string | null; predictive: string | null }>(sql`
    select manual_process as manual, predictive_process as predictive from users where id = ${actor.userId}`);
  const [row] = result.rows;
  return {
    manualProcess: row?.manual ?? null,
    assignedPredictiveProcess: row?.predictive ?? null,
  };
}
