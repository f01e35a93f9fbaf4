import { pushCalls } from '../../contract/push.ts';
import type { ServerClient } from '../remote/server-client.ts';

/** At a logout: this browser is no longer told of what is for the person who leaves. Rejects without a network. */
export async function leavePush(server: ServerClient): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  // First the browser's own end: from here on nothing arrives, whether the server hears of it or not.
  await subscription.unsubscribe().catch(() => false);
  await server.call(pushCalls.unsubscribePush, { body: { endpoint } });
}
