import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { testChromium } from '../../support/chromium.ts';

async function openBrowser(
  profile: string,
  isOffline: boolean,
  screen: BrowserContextOptions,
  browser = testChromium,
): Promise<BrowserContext> {
  // Left behind when the browser was killed.
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    rmSync(join(profile, name), { force: true });
  return chromium.launchPersistentContext(profile, {
    ...browser,
    offline: isOffline,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    ...screen,
  });
}

/** An agent's phone: a browser with a profile of its own that outlives the browser. */
export async function openPhone(
  profile: string,
  isOffline = false,
  browser = testChromium,
): Promise<BrowserContext> {
  const screen = {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    permissions: ['geolocation', 'background-sync'],
    geolocation: { latitude: 18.5196, longitude: 73.8553, accuracy: 12 },
  };
  return openBrowser(profile, isOffline, screen, browser);
}

/** A collector's desk, likewise. No program takes the calls: a headless browser loses its keys once it asks for one. */
export async function openDesk(profile: string, isOffline = false): Promise<BrowserContext> {
  const desk = await openBrowser(profile, isOffline, { viewport: { width: 1400, height: 900 } });
  await desk.addInitScript(() => {
    document.addEventListener('click', (event) => {
      const { target } = event;
      if (target instanceof Element && target.closest('a[href^="tel:"]')) event.preventDefault();
    });
  });
  return desk;
}

/** What an empty battery does to such a browser: SIGKILL of all its processes, nothing written down any more. */
export function killPhone(profile: string): void {
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8');
      if (command.includes(`--user-data-dir=${profile}`)) process.kill(Number(entry), 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

/** Runs in a page of the app's origin: waits for whoever delivers, and lets nobody else as long as the page is there. */
async function holdDeliveries(): Promise<void> {
  const prefix = 'recoup-outbox-';
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith(prefix)) continue;
    for (const lock of ['delivery', 'files'])
      await new Promise<void>((resolve) => {
        void navigator.locks.request(`recoup-${lock}-${name.slice(prefix.length)}`, () => {
          resolve();
          return new Promise(() => undefined);
        });
      });
  }
}

/**
 * Removes all databases of a page's origin, as a browser does when the phone runs full; local storage stays. The page
 * leaves the app, which hands its work to the worker: one that read it before must not deliver it from memory after.
 */
export async function evictDatabases(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const holder = await page.context().newPage();
  await holder.goto(`${origin}/robots.txt`);
  await holder.evaluate(holdDeliveries);
  await page.goto('about:blank');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await devtools.detach();
  await holder.close();
}

/**
 * What the browser does when its radio is back: a sync event for the app's worker, whether a page is open or not. Needed
 * because a test's emulated network does not move the browser's own idea of being online.
 */
export async function fireSync(phone: BrowserContext, origin: string): Promise<void> {
  const page = await phone.newPage();
  await page.goto('about:blank');
  const devtools = await phone.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const one of registrations)
        if (one.scopeURL.startsWith(origin) && !one.isDeleted) resolve(one.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await found;
  const tag = 'recoup-outbox-test';
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag,
    lastChance: false,
  });
}
