import type { FastifyInstance } from 'fastify';
import { agentSeatCalls } from '../../contract/agent-seat.ts';
import type { SEAT_ACTIONS, BreakReason, SeatRow } from '../../contract/agent-seat.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { serve } from '../http/serve.ts';
import { endAccountSessions } from '../identity/account-service.ts';
import { followSeats } from './monitor-stream.ts';
import { readSeatRows } from './seat-rows.ts';
import { becomeReady, beginBreak, leaveSeat } from './seat-service.ts';

interface Order {
  readonly action: (typeof SEAT_ACTIONS)[number];
  readonly breakName?: BreakReason | undefined;
}

async function oneSeat(context: Context, actor: Actor, id: string): Promise<SeatRow> {
  const [row] = await readSeatRows(context, actor, [id]);
  if (!row) throw notFound('This agent');
  return row;
}

/** A supervisor moves an agent. Throws 404 for somebody else's, 409 for one that has no seat or is in a call. */
async function changeSeat(
  context: Context,
  actor: Actor,
  id: string,
  { action, breakName }: Order,
): Promise<{ data: SeatRow }> {
  const before = await oneSeat(context, actor, id);
  if (action !== 'LOGOUT' && before.status === 'LOGGED_OUT')
    throw conflict('LOGGED_OUT', 'This agent is logged out. It has to log in first.');
  await runCommand(context.db, actor, async (command) => {
    command.audit({
      action: 'dialer.supervise',
      entity: 'user',
      entityId: id,
      details: { action, from: before.status, ...(breakName ? { breakName } : {}) },
    });
    if (action === 'BREAK')
      await beginBreak(command, id, { reason: breakName ?? 'assistances', processName: null });
    else if (action === 'READY') {
      if (!(await becomeReady(command, id)))
        throw conflict('IN_CALL', 'This agent is in a call: it is ready after its outcome.');
    } else {
      await leaveSeat(command, id, 'dialer.sent_out');
      await endAccountSessions(command.tx, id, 'logged out by the supervisor');
    }
  });
  return { data: await oneSeat(context, actor, id) };
}

/** The live monitor of dialer agents (spec 2.2 /agent-monitor). */
export function registerAgentStateRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, agentSeatCalls, {
    readAgentStatus: async ({ actor }) => ({
      data: await readSeatRows(context, actor),
      serverTime: new Date().toISOString(),
    }),
    followAgentStatus: async (handled) => {
      followSeats(app, context, handled.actor, handled);
      return undefined;
    },
    changeSeat: ({ actor, params, body }) => changeSeat(context, actor, params.id, body),
  });
}
