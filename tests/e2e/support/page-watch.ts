import { expect } from '@playwright/test';
import type { Page, Request } from '@playwright/test';

/** What went wrong on a page since it was last asked, and when the page is quiet. */
export interface PageWatch {
  /**
   * Everything wrong since the last call: page errors, console errors and warnings, refused or failed requests,
   * answers of the API that a cache may keep.
   */
  takeProblems(): string[];
  /** Waits until nothing is being fetched and no placeholder is shown. */
  settled(): Promise<void>;
}

/** How long nothing may be fetched before a page counts as quiet. */
const QUIET_MS = 250;

/** Watches a page from now on. */
export function watchPage(page: Page): PageWatch {
  let problems: string[] = [];
  let lastChange = Date.now();
  /** What is being fetched, and by which of the page's documents. */
  const running = new Map<Request, number>();
  let document = 0;
  /** The address of the document that is on its way. */
  let coming: string | null = null;
  const isNewDocument = (request: Request) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();
  const end = (request: Request) => {
    running.delete(request);
    lastChange = Date.now();
  };
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (isNewDocument(request)) coming = request.url();
    // A stream of events goes on as long as its screen.
    if (request.headers()['accept'] !== 'text/event-stream') running.set(request, document);
    lastChange = Date.now();
  });
  // The old document goes on asking until the new one is there, and may change its own address until then.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || frame.url() !== coming) return;
    coming = null;
    document += 1;
  });
  // What a document was still asking for goes with it; the browser does not always say so when a worker was to answer.
  page.on('domcontentloaded', () => {
    for (const [request, asker] of running) if (asker < document) running.delete(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', (request) => {
    end(request);
    const reason = request.failure()?.errorText ?? '';
    // Leaving a screen drops what it was still asking for.
    if (!reason.includes('ERR_ABORTED')) problems.push(`${reason}: ${request.url()}`);
  });
  page.on('response', (response) => {
    const url = response.url();
    if (response.status() >= 400) problems.push(`answer ${response.status()}: ${url}`);
    const rules = (response.headers()['cache-control'] ?? '').split(', ');
    const isStorable = !rules.includes('no-store');
    if (isStorable && new URL(url).pathname.includes('/api/'))
      problems.push(`a cache may keep ${url}`);
  });
  const asked = () => [...running.keys()].map((request) => request.url());
  /** A page that computes fetches nothing and is not at rest: what it was at must be over. */
  const pause = () =>
    page
      .evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(resolve))))
      // The page was left meanwhile.
      .catch(() => undefined);
  const isQuiet = () => Date.now() - lastChange >= QUIET_MS;
  return {
    takeProblems: () => {
      const taken = problems;
      problems = [];
      return taken;
    },
    settled: async () => {
      await expect
        .poll(
          async () => {
            if (isQuiet()) await pause();
            return isQuiet() ? asked() : ['just now'];
          },
          { intervals: [50], message: 'the page comes to rest' },
        )
        .toEqual([]);
      await expect(page.locator('.mantine-Skeleton-root, [aria-busy="true"]')).toHaveCount(0);
    },
  };
}

/** Goes to an address as a click on a link does, without loading the app anew. */
export async function goInside(page: Page, to: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState({ key: address, idx: history.length }, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, to);
  // The app has begun to draw it, or to fetch what it needs for that: whoever looks for quiet finds it at work. Or it loads itself anew.
  const begun = page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30))),
  );
  await begun.catch(() => undefined);
}
