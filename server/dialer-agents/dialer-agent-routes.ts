import type { FastifyInstance } from 'fastify';
import { dialerAgentCalls } from '../../contract/dialer-agent.ts';
import type { Actor } from '../access/actor.ts';
import {
  becomeReady,
  beginBreak,
  logOutOfSeat,
  readSeat,
  setMode,
  takeSeat,
} from '../agent-states/seat-service.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { readCollectorProcess, refuseOthers } from './dialer-agent-service.ts';
import { followOwnSeat } from './own-seat-stream.ts';

/** Readiness of dialer agents (spec 4.2, 7.2); their login is one of the logins. */
export function registerDialerAgentRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const run = async (actor: Actor, work: (command: Command) => Promise<unknown>) => {
    refuseOthers(actor);
    await runCommand(db, actor, work);
    return { success: true };
  };
  serve(app, context, dialerAgentCalls, {
    takeBreak: ({ actor, body }) =>
      run(actor, (command) =>
        beginBreak(command, actor.userId, {
          reason: body.breakName,
          processName: body.processName || null,
        }),
      ),
    readyCall: ({ actor }) => run(actor, (command) => becomeReady(command, actor.userId)),
    logoutDialer: ({ actor }) => run(actor, (command) => logOutOfSeat(command, actor)),
    takeSeat: async ({ actor }) => {
      await run(actor, (command) => takeSeat(command, actor.userId));
      return { data: await readSeat(db, actor.userId) };
    },
    setDialerMode: async ({ actor, body }) => {
      await run(actor, (command) => setMode(command, actor.userId, body.isPredictive));
      return { data: await readSeat(db, actor.userId) };
    },
    readDialerStatus: async ({ actor }) => {
      refuseOthers(actor);
      return { data: await readSeat(db, actor.userId) };
    },
    followOwnSeat: async ({ actor, request, reply }) => {
      refuseOthers(actor);
      followOwnSeat(app, context, actor, { request, reply });
      return undefined;
    },
    readCollectorProcess: async ({ actor }) => {
      refuseOthers(actor);
      return { data: await readCollectorProcess(db, actor) };
    },
  });
}
