import type { FastifyInstance } from 'fastify';
import { notificationCalls } from '../../contract/notification.ts';
import type { NotificationQuery } from '../../contract/notification.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { notAllowed, notFound } from '../errors.ts';
import { serve } from '../http/serve.ts';
import { setNotificationsActive, setSettlementActive } from './notification-deactivation.ts';
import {
  countNotifications,
  listNotificationClients,
  listNotifications,
} from './notification-list.ts';

/** Only one's own: also a manager may not read those of its collectors. */
function refuseOther(actor: Actor, id: string | undefined): void {
  if (id !== undefined && id.toLowerCase() !== actor.userId)
    throw notAllowed('You may only ask for your own notifications.', 'FOREIGN_PERSON');
}

/** Notifications (spec 7.4): listed, counted and deactivated by their recipients. */
export function registerNotificationRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const list = (actor: Actor, query: NotificationQuery) =>
    listNotifications(db, actor, query, context.settings.businessTz);
  serve(app, context, notificationCalls, {
    countNotifications: async ({ actor }) => {
      const notificationCount = await countNotifications(db, actor);
      return { notificationCount, data: { notificationCount } };
    },
    listNotificationsOf: ({ actor, params, query }) => {
      const isOwn = [actor.userId, actor.clientId].includes(params.id.toLowerCase());
      if (!isOwn || (query.role !== undefined && query.role !== actor.role))
        throw notFound('This list of notifications');
      return list(actor, query);
    },
    listNotificationsOfManager: ({ actor, query }) => {
      refuseOther(actor, query.managerId);
      return list(actor, query);
    },
    listNotificationsOfCollector: ({ actor, query }) => {
      refuseOther(actor, query.collectorId);
      return list(actor, query);
    },
    listNotificationsOfClient: ({ actor, query }) => list(actor, query),
    listNotificationClients: async ({ actor }) => ({
      data: await listNotificationClients(db, actor),
    }),
    deactivateNotification: ({ actor, query }) =>
      runCommand(db, actor, (command) =>
        setNotificationsActive(command, actor, [query._id], query.isActive === 'true'),
      ),
    deactivateSettlementNotifications: ({ actor, query }) =>
      runCommand(db, actor, (command) =>
        setSettlementActive(command, actor, query.settalementId, query.isActive === 'true'),
      ),
    deactivateNotifications: ({ actor, body }) =>
      runCommand(db, actor, (command) =>
        setNotificationsActive(command, actor, body._ids, body.isActive),
      ),
  });
}
