import { sql } from 'drizzle-orm';
import { DIALER_LOCATION } from '../../contract/dialer-agent.ts';
import type { BreakReason, CollectorProcess, DialerStatus } from '../../contract/dialer-agent.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstant } from '../clock.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { notAllowed } from '../errors.ts';
import { newId } from '../ids.ts';

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

/** Begins a break of the actor's. During another one that one ends first; the same reason again changes nothing. */
export async function takeBreak(
  { tx, audit }: Command,
  actor: Actor,
  { breakName, processName }: { breakName: BreakReason; processName?: string | null | undefined },
): Promise<void> {
  const ended = await tx.execute(sql`update agent_breaks set ended_at = now()
    where user_id = ${actor.userId} and ended_at is null and reason <> ${breakName} returning id`);
  const begun = await tx.execute<{ id: string }>(sql`
    insert into agent_breaks (id, user_id, reason, process_name)
    values (${newId()}, ${actor.userId}, ${breakName}, ${processName || null})
    on conflict (user_id) where ended_at is null do nothing returning id`);
  const [row] = begun.rows;
  if (!row) return;
  const details = { reason: breakName, replacesAnother: ended.rows.length > 0 };
  audit({ action: 'dialer.break', entity: 'agent_break', entityId: row.id, details });
}

/** Ends the actor's open break; harmless without one. `action` is what the audit trail calls it. */
export async function endBreak(
  { tx, audit }: Command,
  actor: Pick<Actor, 'userId'>,
  action: 'dialer.ready' | 'dialer.logout',
): Promise<void> {
  const ended = await tx.execute<{ id: string }>(sql`update agent_breaks set ended_at = now()
    where user_id = ${actor.userId} and ended_at is null returning id`);
  for (const { id } of ended.rows) audit({ action, entity: 'agent_break', entityId: id });
  if (ended.rows.length === 0 && action === 'dialer.logout')
    audit({ action, entity: 'user', entityId: actor.userId });
}

/**
 * Ends a break that was left open when the agent's last session ended by itself, at the moment that session was last
 * heard of: a night is no break. A login begins ready (spec 4.2).
 */
export async function endForgottenBreak(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`update agent_breaks b
    set ended_at = greatest(b.started_at, coalesce(
      (select max(coalesce(s.ended_at, s.last_seen_at)) from sessions s where s.user_id = b.user_id), now()))
    where b.user_id = ${userId} and b.ended_at is null`);
}

interface BreakRow extends Record<string, unknown> {
  reason: BreakReason;
  started_at: string;
}

/** Whether the actor is ready, or on which break since when. */
export async function readDialerStatus(db: Db, actor: Actor): Promise<DialerStatus> {
  const result = await db.execute<BreakRow>(sql`select reason, started_at from agent_breaks
    where user_id = ${actor.userId} and ended_at is null`);
  const [row] = result.rows;
  if (!row) return { status: 'READY', breakName: null, since: null };
  return { status: 'BREAK', breakName: row.reason, since: isoInstant(row.started_at) };
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
