import type { FastifyInstance } from 'fastify';
import { dialerAgentCalls } from '../../contract/dialer-agent.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import {
  endBreak,
  readCollectorProcess,
  readDialerStatus,
  refuseOthers,
  takeBreak,
} from './dialer-agent-service.ts';

/** Readiness of dialer agents (spec 4.2, 7.2); their login is one of the logins. */
export function registerDialerAgentRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const run = async (actor: Actor, work: (command: Command) => Promise<void>) => {
    refuseOthers(actor);
    await runCommand(db, actor, work);
    return { success: true };
  };
  registerCall(app, context, dialerAgentCalls.takeBreak, ({ actor, body }) =>
    run(actor, (command) => takeBreak(command, actor, body)),
  );
  registerCall(app, context, dialerAgentCalls.readyCall, ({ actor }) =>
    run(actor, (command) => endBreak(command, actor, 'dialer.ready')),
  );
  registerCall(app, context, dialerAgentCalls.logoutDialer, ({ actor }) =>
    run(actor, (command) => endBreak(command, actor, 'dialer.logout')),
  );
  registerCall(app, context, dialerAgentCalls.readDialerStatus, async ({ actor }) => {
    refuseOthers(actor);
    return { data: await readDialerStatus(db, actor) };
  });
  registerCall(app, context, dialerAgentCalls.readCollectorProcess, async ({ actor }) => {
    refuseOthers(actor);
    return { data: await readCollectorProcess(db, actor) };
  });
}
