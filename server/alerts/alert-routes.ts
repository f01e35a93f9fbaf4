import type { FastifyInstance } from 'fastify';
import { alertCalls } from '../../contract/alert.ts';
import { atOnce } from '../access/work-origin.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { createAlert, deactivateAlert } from './alert-creation-service.ts';
import { listDueAlerts, listMissedAlerts } from './alert-list.ts';

/** Reminders of promises and callbacks (spec 7.4). */
export function registerAlertRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const { businessTz } = context.settings;
  serve(app, context, alertCalls, {
    listAlerts: async ({ actor }) => ({
      data: await listDueAlerts(db, actor, businessTz),
    }),
    listMissedAlerts: ({ actor, query }) => listMissedAlerts(db, actor, query, businessTz),
    createAlert: ({ actor, body }) =>
      runCommand(db, actor, (command) =>
        createAlert(command, actor, body, { businessTz, origin: atOnce }),
      ),
    deactivateAlert: ({ actor, params }) =>
      runCommand(db, actor, (command) => deactivateAlert(command, actor, params.id)),
  });
}
