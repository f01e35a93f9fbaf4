import { rm } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { median, percentile, repeatedRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { withFreshBrowser } from './heart/browser.mts';
import { openEngine } from './heart/engine.mts';
import { logInAtDoor } from './heart/field-door.mts';
import { startOrganisation } from './heart/organisation.mts';
import type { Agent } from './heart/organisation.mts';
import { layOrigin, serveFolder } from './heart/origin.mts';
import { buildEmptyApp, buildEnginePage } from './heart/pages.mts';
import { heapMb, noteReady, slowDown, timeStart } from './heart/start-time.mts';
import { repeated } from './repeats.mts';

const SEARCHED_LOANS = 10_000;
const STARTED_LOANS = 2000;
const SLOWER = 4;
const WARM_STARTS = 2;
const STARTS = 3;
/** A loan's card that can be read, with the search above it. */
const LIST = 'main li[data-index] a[href]';
/** The same drawn by the app itself: from now on it does what is tapped. */
const APP = '#root main li[data-index] a[href]';
/** The picture for the next start is taken when the screen has stood still, milliseconds. */
const STILL_MS = 4000;

/** Words as they are typed: names letter by letter, numbers, phones, places, two words, and what isn't there. */
const TEXTS: readonly string[] = ['asha', 'ravi k', 'meena iyer', 'station', 'ward 7 zoya']
  .flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1)))
  .concat(Array.from({ length: 40 }, (_, at) => `LN${at * 251 + 1}`))
  .concat(
    Array.from(
      { length: 40 },
      (_, at) =>
        `9${String(at * 7919)
          .padStart(9, '0')
          .slice(0, 6)}`,
    ),
  )
  .concat(
    Array.from({ length: 40 }, (_, at) => `City ${at * 7} ${at % 2 === 0 ? 'rao' : 'nobody'}`),
  );

/** p99 of searches by the shipped engine among 10,000 loans in its encrypted cache, milliseconds, by processor speed. */
async function timeSearch(pages: string, agent: Agent) {
  return withFreshBrowser(async (browser) => {
    const page = await openEngine(browser, pages, agent);
    await page.evaluate(() => window.heart.timePull());
    const devtools = await browser.newCDPSession(page);
    const search = async () =>
      percentile(await page.evaluate((texts) => window.heart.timeSearches(texts), TEXTS), 0.99);
    const usual = await search();
    await slowDown(devtools, SLOWER);
    return { usual, slowed: await search() };
  });
}

async function openEmpty(browser: BrowserContext, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.evaluate(async () => navigator.serviceWorker.ready);
  return page;
}

/** The median of some starts without a network on the slowed processor, after some that nobody counts. */
async function timeStarts(browser: BrowserContext, page: Page, url: string): Promise<number> {
  await page.waitForTimeout(STILL_MS);
  await browser.setOffline(true);
  const devtools = await browser.newCDPSession(page);
  for (let start = 0; start < WARM_STARTS; start += 1) await timeStart(page, url);
  const times: number[] = [];
  await slowDown(devtools, SLOWER);
  for (let start = 0; start < STARTS; start += 1) {
    times.push(await timeStart(page, url));
    // An agent looks at the list before the app is started again.
    await page.waitForTimeout(STILL_MS);
  }
  return median(times);
}

async function startsOf(product: string, agent: Agent, ready: string): Promise<number> {
  return withFreshBrowser(async (browser) => {
    await noteReady(browser, ready);
    const page = await logInAtDoor(browser, product, agent);
    return timeStarts(browser, page, `${product}/field-agent-loans`);
  });
}

async function compareStarts(product: string, empty: string, agent: Agent) {
  const ours = await startsOf(product, agent, LIST);
  const app = await startsOf(product, agent, APP);
  const theirs = await withFreshBrowser(async (browser) => {
    await noteReady(browser, '#root p');
    const page = await openEmpty(browser, `${empty}/`);
    return timeStarts(browser, page, `${empty}/`);
  });
  return { ours, app, empty: theirs };
}

async function heapOf(browser: BrowserContext, page: Page, url: string): Promise<number> {
  const devtools = await browser.newCDPSession(page);
  await timeStart(page, url);
  return heapMb(devtools);
}

/** MB of the JavaScript heap after forced collections: the list of 10,000 cached loans open, above the empty app. */
async function compareMemory(product: string, empty: string, agent: Agent) {
  const ours = await withFreshBrowser(async (browser) => {
    await noteReady(browser, LIST);
    return heapOf(
      browser,
      await logInAtDoor(browser, product, agent),
      `${product}/field-agent-loans`,
    );
  });
  const theirs = await withFreshBrowser(async (browser) => {
    await noteReady(browser, '#root p');
    return heapOf(browser, await openEmpty(browser, `${empty}/`), `${empty}/`);
  });
  return { above: ours - theirs, ours, empty: theirs };
}

/** Runs with an organisation of one agent who has so many loans. */
async function withAgent<Result>(
  loans: number,
  work: (url: string, pages: string, agent: Agent) => Promise<Result>,
): Promise<Result> {
  const organisation = await startOrganisation(1, loans);
  const built = await buildEnginePage();
  const origin = await layOrigin(organisation.url, built);
  try {
    const [agent] = organisation.agents;
    if (agent === undefined) throw new Error('There is no agent.');
    return await work(organisation.url, origin.pages, agent);
  } finally {
    await origin.close();
    await rm(built, { recursive: true, force: true });
    await organisation.stop();
  }
}

/**
 * What is cached, in Chromium with fresh profiles: searches by the shipped engine among 10,000 loans; warm starts of the
 * product without a network until the first of 2,000 loans' cards are painted, and until the app itself has drawn them,
 * beside an empty React app's with a worker that keeps its shell, all on a processor slowed four times; and the page's JavaScript heap with 10,000 loans above that app's.
 */
export async function run(): Promise<BenchRow[]> {
  const built = await buildEmptyApp();
  const empty = await serveFolder(built);
  try {
    const [searches, memory] = await withAgent(SEARCHED_LOANS, async (url, pages, agent) => [
      await repeated('search p99, ms', () => timeSearch(pages, agent)),
      await repeated('heap, MB', () => compareMemory(url, empty.url, agent)),
    ]);
    const starts = await withAgent(STARTED_LOANS, (url, _pages, agent) =>
      repeated('offline start, ms', () => compareStarts(url, empty.url, agent)),
    );
    const p99 = 'search among 10,000 cached loans, p99';
    return [
      repeatedRow(
        p99,
        searches.map((one) => one.usual),
        null,
        { atMost: 16 },
        'ms',
      ),
      repeatedRow(
        `${p99}, processor slowed ${SLOWER} times`,
        searches.map((one) => one.slowed),
        null,
        { atMost: 50 },
        'ms',
      ),
      repeatedRow(
        'offline start to the cards of 2,000 loans beside an empty React app',
        starts.map((one) => one.ours),
        starts.map((one) => one.empty),
        { atMost: 2 },
        'ms',
      ),
      repeatedRow(
        'offline start until the app answers, beside an empty React app',
        starts.map((one) => one.app),
        starts.map((one) => one.empty),
        { atMost: 2 },
        'ms',
      ),
      repeatedRow(
        'JavaScript heap with 10,000 loans above the empty app',
        memory.map((one) => one.above),
        null,
        { atMost: 60 },
        'MB',
      ),
    ];
  } finally {
    await empty.close();
    await rm(built, { recursive: true, force: true });
  }
}
