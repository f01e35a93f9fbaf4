import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { killPhone } from '../../tests/e2e/support/phone.ts';
import type { FaultProxy } from '../../tests/faults/support/fault-proxy.ts';
import { fault } from '../../tests/faults/support/faults.ts';
import type { RequestMatch } from '../../tests/faults/support/faults.ts';
import { openBrowser } from './browser.mts';
import type { Visit } from './page/engine.ts';
import { fireSync, stopWorkers } from './worker.mts';

/** A queue under test: its page, its worker, and how one sees that nothing waits any more. */
export interface Queue {
  readonly proxy: FaultProxy;
  /** Its requests that deliver. */
  readonly delivery: RequestMatch;
  /** The tag of its sync events. */
  readonly syncTag: string;
  /** Opens its page with the worker running; the first time on a new profile, then on the same again. */
  open(browser: BrowserContext, isFirst: boolean): Promise<Page>;
  /** Saves without a network. */
  save(page: Page, visits: readonly Visit[]): Promise<void>;
  countWaiting(page: Page): Promise<number>;
}

/** The faults that a queue is counted under, by their numbers in the fault matrix. */
export const COUNTED_FAULTS = {
  2: 'browser killed mid-upload',
  5: 'answer lost after commit',
  6: '500 after commit',
  9: 'worker stopped before the answer',
  12: 'captive portal answers 200',
} as const;

/** The number of a counted fault. */
export type CountedFault = keyof typeof COUNTED_FAULTS;

/** How often an answer is spoilt before the network is as good as new. */
const SPOILT = 3;
const DRAIN_WITHIN_MS = 60_000;
const LOOK_MS = 200;
/** Longer than the browser takes to send its own sync event once it is online. */
const QUIET_MS = 1000;

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

const spoilt = {
  5: fault.answerLost,
  6: fault.serverErrorAfterCommit,
  12: fault.captivePortal,
} as const;

/** Resolves when nothing is under way and nothing has begun for a while: sync events never overlap in a browser. */
async function quiet({ proxy }: Queue): Promise<void> {
  const isBusy = () =>
    proxy.requests.some(({ at, endedAt }) => endedAt === null || Date.now() - at < QUIET_MS);
  const until = Date.now() + DRAIN_WITHIN_MS;
  while (isBusy() && Date.now() < until) await pause(LOOK_MS);
}

/** Fires sync events until nothing waits; gives up after a minute, so that what is left counts as lost. */
async function drain(queue: Queue, browser: BrowserContext, page: Page): Promise<void> {
  const until = Date.now() + DRAIN_WITHIN_MS;
  while (Date.now() < until) {
    await pause(QUIET_MS);
    await quiet(queue);
    if ((await queue.countWaiting(page)) === 0) return;
    await fireSync(browser, queue.proxy.url, queue.syncTag);
  }
}

/** Saves visits without a network, then lets them go while the fault happens, and afterwards without it. */
export async function runUnderFault(
  queue: Queue,
  number: CountedFault,
  visits: readonly Visit[],
): Promise<void> {
  const { proxy, delivery } = queue;
  const profile = await mkdtemp(join(tmpdir(), 'recoup-bench-profile-'));
  let browser = await openBrowser(profile);
  try {
    let page = await queue.open(browser, true);
    await browser.setOffline(true);
    await queue.save(page, visits);
    if (number === 2 || number === 9) {
      const isDone = number === 9;
      const hung = proxy.inject(delivery, { kind: 'hung', isDone });
      await browser.setOffline(false);
      await pause(QUIET_MS);
      if (hung.hits() === 0) await fireSync(browser, proxy.url, queue.syncTag);
      await hung.happened();
      // The server has answered by now, or will never hear of it.
      await pause(QUIET_MS);
      if (number === 9) await stopWorkers(browser);
      else {
        killPhone(profile);
        await browser.close().catch(() => undefined);
        browser = await openBrowser(profile);
        page = await queue.open(browser, false);
      }
      proxy.heal();
    } else {
      proxy.inject({ ...delivery, times: SPOILT }, spoilt[number]);
      await browser.setOffline(false);
    }
    await drain(queue, browser, page);
  } finally {
    proxy.heal();
    await browser.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
