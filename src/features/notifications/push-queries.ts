import { pushCalls } from '../../../contract/push.ts';
import { useCommand } from '../../data/call-command.ts';
import { useReadQuery } from '../../data/read-query.ts';
import { server } from '../../remote/session-client.ts';

/** Whether this browser can be told, is told, or refuses. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/** The browser itself failed or refused while switching on: not the server. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
  readonly reason: 'denied' | 'failed';
  constructor(reason: 'denied' | 'failed', cause?: unknown) {
    super(`Push is ${reason}.`, { cause });
    this.reason = reason;
  }
}

/** The worker that is told; null in a browser without push, or where the app has no worker (development). */
async function registration(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

async function readState(): Promise<PushState> {
  const worker = await registration();
  if (worker === null) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await worker.pushManager.getSubscription().catch(() => null);
  if (subscription === null || Notification.permission !== 'granted') return 'off';
  const body = { endpoint: subscription.endpoint };
  const { isSubscribed } = await server.call(pushCalls.checkPush, { body });
  return isSubscribed ? 'on' : 'off';
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const plain = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function isSameKey(subscription: PushSubscription, key: Uint8Array): boolean {
  const own = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  return own.length === key.length && own.every((byte, at) => byte === key[at]);
}

async function turnOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused('denied');
  const worker = await navigator.serviceWorker.ready;
  const { publicKey } = await server.call(pushCalls.readPushKey);
  const key = bytesOf(publicKey);
  const known = await worker.pushManager.getSubscription();
  // One that another server's key made is of no use to this one.
  if (known !== null && !isSameKey(known, key)) await known.unsubscribe();
  const subscription = await worker.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch((error: unknown) => {
      throw new PushRefused('failed', error);
    });
  const { endpoint, keys } = subscription.toJSON();
  await server.call(pushCalls.subscribePush, {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    },
  });
}

async function turnOff(): Promise<void> {
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (!subscription) return;
  await server.call(pushCalls.unsubscribePush, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe().catch(() => false);
}

/** Whether the user is told on this browser. */
export function usePushState() {
  return useReadQuery({ key: ['push', 'state'], read: readState });
}

/** Switches being told on this browser on or off. Fails with PushRefused, or as the call does. */
export function useSetPush() {
  return useCommand((isOn: boolean) => (isOn ? turnOn() : turnOff()), {
    changes: ['push'],
    isQuiet: true,
  });
}
