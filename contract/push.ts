import { z } from 'zod';
import { callsOf } from './call.ts';
import { NOTIFICATION_KINDS } from './notification.ts';
import { idSchema } from './values.ts';

const any = { roles: 'any' } as const;

/** The address that a browser's push service gave it. */
const endpointSchema = z.string().max(2000);

/** Base64 for addresses, as browsers give a subscription's keys: 65 bytes and 16 bytes. */
const keyOf = (characters: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}={0,2}$`));

/**
 * What travels to a device, encrypted, and may stand on its lock screen: no names, no amounts. `to` is the person it is
 * meant for; `url` is relative to the app.
 */
export const pushMessageSchema = z.object({
  kind: z.enum(NOTIFICATION_KINDS),
  count: z.int().nullable(),
  tag: z.string().max(100),
  url: z.string().max(200),
  to: idSchema,
});

/** What travels to a device. */
export type PushMessage = z.infer<typeof pushMessageSchema>;

/** Being told by the browser's push service, for those who allow it. */
export const pushCalls = callsOf('push', {
  readPushKey: {
    ...any,
    method: 'GET',
    path: '/api/v2/push/key',
    summary: "This server's public key for push subscriptions.",
    answer: z.object({ publicKey: z.string() }),
  },
  subscribePush: {
    ...any,
    isDoneOnce: false,
    method: 'POST',
    path: '/api/v2/push/subscriptions',
    summary:
      'Tell the caller on this browser from now on. A browser belongs to who subscribed last.',
    body: z.object({
      endpoint: endpointSchema,
      keys: z.object({ p256dh: keyOf(87), auth: keyOf(22) }),
    }),
    answer: z.object({ success: z.boolean() }),
  },
  checkPush: {
    ...any,
    isDoneOnce: false,
    method: 'POST',
    path: '/api/v2/push/subscriptions/check',
    summary: 'Whether it is the caller who is told on this browser.',
    body: z.object({ endpoint: endpointSchema }),
    answer: z.object({ isSubscribed: z.boolean() }),
  },
  unsubscribePush: {
    ...any,
    method: 'PUT',
    path: '/api/v2/push/subscriptions/remove',
    summary: 'No longer tell the caller on this browser; again is harmless.',
    body: z.object({ endpoint: endpointSchema }),
    answer: z.object({ success: z.boolean() }),
  },
});
