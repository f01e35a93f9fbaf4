import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import webPush from 'web-push';
import type { PushMessage } from '../../contract/push.ts';
import type { Settings } from '../settings.ts';
import { publicLookup, refusePrivateEndpoint } from './push-address.ts';
import type { PushKeys } from './push-keys.ts';
import type { Subscription } from './push-subscriptions.ts';

/** After this long a push service keeps a message no more for a device that is away. */
const KEEP_SECONDS = 12 * 3600;
/** No answer within this time is a failure. */
const ANSWER_MS = 10_000;

/** The HTTP status with which the push service answered; redirects are not followed, the body is not read. */
async function post(
  endpoint: string,
  given: { headers: Record<string, string | number>; body: Buffer },
  isPrivateAllowed: boolean,
): Promise<number> {
  const send = endpoint.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = send(
      endpoint,
      {
        method: 'POST',
        headers: given.headers,
        agent: false,
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(isPrivateAllowed ? {} : { lookup: publicLookup }),
      },
      (answer) => {
        answer.on('error', () => undefined);
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    sent.on('error', reject);
    sent.end(given.body);
  });
}

/**
 * Encrypts a message for one browser and hands it to its push service. Resolves to the status of the answer; throws when
 * there was none, or the address is refused.
 */
export async function sendPush(
  settings: Settings,
  keys: PushKeys,
  subscription: Subscription,
  message: PushMessage,
): Promise<number> {
  refusePrivateEndpoint(subscription.endpoint, settings.isPrivatePushAllowed);
  const details = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
    vapidDetails: { subject: settings.pushContact, ...keys },
    TTL: KEEP_SECONDS,
    urgency: 'normal',
  });
  return post(subscription.endpoint, details, settings.isPrivatePushAllowed);
}
