import { sql } from 'drizzle-orm';
import type { BreakReason } from '../../contract/agent-seat.ts';
import type { DialerStatus } from '../../contract/dialer-agent.ts';
import type { Actor } from '../access/actor.ts';
import { processName } from '../campaigns/process-name-service.ts';
import { isoInstantOrNull } from '../clock.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { hasCall, modeOf, moveSeat } from './agent-state-service.ts';
import { begunAnew } from './left-call.ts';
import { endManualCalls } from './manual-calls.ts';
import { endSeat, lockSeat, setSeat } from './seat.ts';
import { isElsewhere, lastHeard } from './signs-of-life.ts';

export { noteAlive } from './signs-of-life.ts';

/**
 * A dialer agent logs in (spec 4.2): it begins ready, in its mode, or with the outcome that it still owes. What was left open by a session that ran out or a browser
 * that was killed ends when it was last heard of; a second login beside a live one ends a break, never a call.
 */
export async function logInAtSeat(tx: Db, userId: string): Promise<void> {
  const seat = await lockSeat(tx, userId);
  const heard = await lastHeard(tx, userId);
  if (seat.hasLeft || seat.wantedBreak !== null)
    await setSeat(tx, userId, { hasLeft: false, wantedBreak: null });
  const isHere = heard.isLive && seat.open !== null;
  if (isHere && hasCall(seat.open?.state ?? '')) return;
  if (!isHere) {
    await endSeat(tx, seat, heard.at ?? seat.now);
    await endManualCalls(tx, userId, heard.at ?? seat.now);
  }
  const after = { ...seat, wantedBreak: null, ...(isHere ? {} : { open: null }) };
  await moveSeat(tx, after, await begunAnew(tx, after));
}

/** An agent whose app runs takes its seat, as at a login, unless it has one or left the dialer by itself. */
export async function takeSeat({ tx, audit }: Command, userId: string): Promise<void> {
  const seat = await lockSeat(tx, userId);
  if (seat.open !== null || seat.hasLeft) return;
  await moveSeat(tx, seat, await begunAnew(tx, seat));
  audit({ action: 'dialer.seat', entity: 'user', entityId: userId });
}

/** The agent leaves the dialer: its open span ends now. `action` is what the audit trail calls it. */
export async function leaveSeat(
  { tx, audit }: Command,
  userId: string,
  action: 'dialer.logout' | 'dialer.lost' | 'dialer.sent_out' = 'dialer.logout',
): Promise<void> {
  const seat = await lockSeat(tx, userId);
  await endSeat(tx, seat);
  await endManualCalls(tx, userId, seat.now);
  await setSeat(tx, userId, { hasLeft: true });
  audit({ action, entity: 'user', entityId: userId });
}

/**
 * The agent logs out on one computer. Who goes on at another keeps a call or a break there: a computer that was left alone logs
 * itself out. A seat that only waits ends, and the app that runs elsewhere takes it again.
 */
export async function logOutOfSeat(command: Command, actor: Actor): Promise<void> {
  const { tx, audit } = command;
  const { userId, sessionId } = actor;
  const seat = await lockSeat(tx, userId);
  if (!(await isElsewhere(tx, userId, sessionId))) return leaveSeat(command, userId);
  const { open } = seat;
  if (open === null || open.state === 'BREAK' || hasCall(open.state)) return;
  await endSeat(tx, seat);
  audit({ action: 'dialer.logout', entity: 'user', entityId: userId });
}

/**
 * Begins a break. During another one that one ends first; the same reason again changes nothing. During a call it is kept in
 * mind until the outcome is chosen.
 */
export async function beginBreak(
  { tx, audit }: Command,
  userId: string,
  asked: { reason: BreakReason; processName: string | null },
): Promise<void> {
  const { reason, processName } = asked;
  const seat = await lockSeat(tx, userId);
  const { open } = seat;
  if (open?.state === 'BREAK' && open.breakReason === reason) return;
  const details = { reason, replacesAnother: open?.state === 'BREAK' };
  if (open !== null && hasCall(open.state)) {
    if (seat.wantedBreak === reason) return;
    await setSeat(tx, userId, { wantedBreak: asked });
    audit({ action: 'dialer.break_asked', entity: 'user', entityId: userId, details });
    return;
  }
  const process = processName === null ? {} : { processName };
  await moveSeat(tx, seat, { state: 'BREAK', breakReason: reason, ...process });
  if (seat.hasLeft) await setSeat(tx, userId, { hasLeft: false });
  audit({ action: 'dialer.break', entity: 'user', entityId: userId, details });
}

/**
 * The agent is ready again, in its mode: a break ends, one asked for during a call is forgotten, and a manual call whose
 * outcome is still missing no longer holds the seat. A call of the engine does, until its outcome is chosen: false. Harmless
 * when it is ready.
 */
export async function becomeReady({ tx, audit }: Command, userId: string): Promise<boolean> {
  const seat = await lockSeat(tx, userId);
  const { open } = seat;
  if (seat.wantedBreak !== null || seat.hasLeft)
    await setSeat(tx, userId, { wantedBreak: null, hasLeft: false });
  if (open?.state === 'READY') return true;
  const isCalling = open !== null && hasCall(open.state);
  if (isCalling && !(await endManualCalls(tx, userId, seat.now))) return false;
  const next = await begunAnew(tx, seat);
  await moveSeat(tx, { ...seat, wantedBreak: null }, next);
  audit({ action: 'dialer.ready', entity: 'user', entityId: userId });
  return next.state === 'READY';
}

/** Sets predictive or manual mode (spec 4.2). Whoever waits or has a break changes at once; a call stays its process's until its outcome. */
export async function setMode(
  { tx, audit }: Command,
  userId: string,
  isPredictive: boolean,
): Promise<void> {
  const seat = await lockSeat(tx, userId);
  const open = hasCall(seat.open?.state ?? '') ? null : seat.open;
  if (seat.isPredictive === isPredictive && (open?.isPredictive ?? isPredictive) === isPredictive)
    return;
  await setSeat(tx, userId, { isPredictive });
  if (open !== null) {
    const { state, breakReason } = open;
    await moveSeat(
      tx,
      // The break that was asked for waits on.
      { ...seat, wantedBreak: null },
      { state, breakReason, ...modeOf({ ...seat, isPredictive }) },
    );
  }
  audit({ action: 'dialer.mode', entity: 'user', entityId: userId, details: { isPredictive } });
}

interface StatusRow extends Record<string, unknown> {
  state: Exclude<DialerStatus['status'], 'LOGGED_OUT'> | null;
  break_reason: BreakReason | null;
  started_at: string | null;
  process_name: string | null;
  call_id: string | null;
  loan_id: string | null;
  is_predictive: boolean;
  wanted_break: BreakReason | null;
  is_dialers: boolean;
}

/** How an agent stands at the dialer. */
export async function readSeat(db: Db, userId: string): Promise<DialerStatus> {
  const result = await db.execute<StatusRow>(sql`
    select s.state, s.break_reason, s.started_at, ${processName('s')} as process_name, s.call_id, s.loan_id,
      coalesce(k.is_predictive, false) as is_predictive, k.wanted_break,
      exists (select 1 from dialer_calls d where d.id = s.call_id and d.source = 'ENGINE') as is_dialers
    from users u left join agent_seats k on k.user_id = u.id
      left join agent_spans s on s.user_id = u.id and s.ended_at is null
    where u.id = ${userId}`);
  const [row] = result.rows;
  return {
    status: row?.state ?? 'LOGGED_OUT',
    breakName: row?.break_reason ?? null,
    since: isoInstantOrNull(row?.started_at ?? null),
    isPredictive: row?.is_predictive ?? false,
    wantedBreak: row?.wanted_break ?? null,
    processName: row?.process_name ?? null,
    callId: row?.call_id ?? null,
    loanId: row?.loan_id ?? null,
    isDialersCall: row?.is_dialers ?? false,
  };
}
