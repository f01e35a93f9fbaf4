import type { FastifyInstance } from 'fastify';
import { pushCalls } from '../../contract/push.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { refusePrivateEndpoint } from './push-address.ts';
import { pushKeys } from './push-keys.ts';
import { removePushSubscription } from './push-service.ts';
import { isSubscribed, subscribe } from './push-subscriptions.ts';

/** Which browsers are told by push. */
export function registerPushRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context;
  serve(app, context, pushCalls, {
    readPushKey: async () => ({
      publicKey: (await pushKeys(db)).publicKey,
    }),
    subscribePush: async ({ actor, body }) => {
      refusePrivateEndpoint(body.endpoint, settings.isPrivatePushAllowed);
      await runCommand(db, actor, (command) => subscribe(command, actor, body));
      return { success: true };
    },
    checkPush: async ({ actor, body }) => ({
      isSubscribed: await isSubscribed(db, actor, body.endpoint),
    }),
    unsubscribePush: async ({ actor, body }) => {
      await runCommand(db, actor, async ({ tx, audit }) => {
        await removePushSubscription(tx, actor.userId, body.endpoint);
        audit({ action: 'push.unsubscribe', entity: 'push-subscription' });
      });
      return { success: true };
    },
  });
}
