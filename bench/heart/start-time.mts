import type { BrowserContext, CDPSession, Page } from '@playwright/test';

declare global {
  interface Window {
    /** Milliseconds from the navigation to the frame in which what was waited for was painted. */
    benchReadyAt: number | undefined;
  }
}

/** From now on every page notes when the first element that fits is there and painted. */
export async function noteReady(browser: BrowserContext, selector: string): Promise<void> {
  await browser.addInitScript((wanted) => {
    // Functions with a name of their own can't be sent to the page: what runs this file wraps them.
    new MutationObserver((_, observer) => {
      if (document.querySelector(wanted) === null) return;
      observer.disconnect();
      // The next frame shows it; the one after that begins when it was painted.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          window.benchReadyAt = performance.now();
        }),
      );
    }).observe(document, { childList: true, subtree: true });
  }, selector);
}

/** Opens an address and returns the milliseconds until it was ready. */
export async function timeStart(page: Page, url: string): Promise<number> {
  await page.goto(url);
  const found = await page.waitForFunction(() => window.benchReadyAt, undefined, {
    timeout: 60_000,
  });
  return (await found.jsonValue()) ?? Number.NaN;
}

/** Slows the page's processor so many times, workers not; 1: not at all. */
export async function slowDown(devtools: CDPSession, times: number): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times });
}

/** What the page's JavaScript heap holds after everything that can go has gone, MB. */
export async function heapMb(devtools: CDPSession): Promise<number> {
  await devtools.send('Performance.enable');
  for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize');
  if (used === undefined) throw new Error('The browser does not say how large its heap is.');
  return used.value / 1024 / 1024;
}
