import type { BrowserContext } from '@playwright/test';

/**
 * The app's worker never gets installed in this browser. Installing it fetches every file of the app, which costs more
 * than most tests: for those that need neither a start without a network nor a push.
 */
export async function withoutWorker(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => new Promise(() => undefined);
  });
}
