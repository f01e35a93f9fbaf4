import type { BrowserContext, CDPSession } from '@playwright/test';

async function withDevtools<Result>(
  browser: BrowserContext,
  work: (devtools: CDPSession) => Promise<Result>,
): Promise<Result> {
  const page = await browser.newPage();
  try {
    await page.goto('about:blank');
    return await work(await browser.newCDPSession(page));
  } finally {
    await page.close();
  }
}

/** Gives the origin's service worker a sync event, as the browser does when its radio is back. */
export async function fireSync(
  browser: BrowserContext,
  origin: string,
  tag: string,
): Promise<void> {
  await withDevtools(browser, async (devtools) => {
    const found = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        for (const one of registrations)
          if (one.scopeURL.startsWith(origin) && !one.isDeleted) resolve(one.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    const registrationId = await found;
    const event = { origin, registrationId, tag, lastChance: false };
    await devtools.send('ServiceWorker.dispatchSyncEvent', event);
  });
}

/** Stops every service worker, as the browser does with one that it finds idle or too long at work. */
export async function stopWorkers(browser: BrowserContext): Promise<void> {
  await withDevtools(browser, async (devtools) => {
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.stopAllWorkers');
  });
}
