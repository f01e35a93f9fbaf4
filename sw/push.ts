import { readPushReader } from '../src/offline/push-reader.ts';
import { noticeOf } from './push-notice.ts';

/** A window of the app. */
interface OpenPage {
  readonly url: string;
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** What a push needs of the worker that it wakes. */
interface PushedWorker {
  readonly registration: {
    readonly scope: string;
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(which: {
      type: 'window';
      includeUncontrolled?: boolean;
    }): Promise<readonly OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
}

/** Shows a push as a notification of the system and tells open pages to look. */
export async function showPush(self: PushedWorker, text: string | null): Promise<void> {
  const { title, body, tag, path } = noticeOf(text, await readPushReader());
  const icon = new URL('icons/icon-192.png', self.registration.scope).href;
  await self.registration.showNotification(title, { body, tag, icon, badge: icon, data: { path } });
  for (const page of await self.clients.matchAll({ type: 'window' }))
    page.postMessage({ type: 'NOTIFIED' }, []);
}

/**
 * Opens the app where a clicked notification leads. An open page is asked to go there itself, so that what is half filled
 * in is not thrown away; one at the login is sent, and comes there after it.
 */
export async function openNotice(self: PushedWorker, data: unknown): Promise<void> {
  const { path } = (data ?? {}) as { path?: unknown };
  const address = new URL(typeof path === 'string' ? path : '', self.registration.scope);
  if (!address.href.startsWith(self.registration.scope)) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((each) => each.visibilityState === 'visible') ?? pages[0];
  if (page === undefined) {
    await self.clients.openWindow(address.href);
    return;
  }
  await page.focus();
  if (new URL(page.url).pathname.endsWith('login')) await page.navigate(address.href);
  else page.postMessage({ type: 'OPEN', path: `/${typeof path === 'string' ? path : ''}` }, []);
}
