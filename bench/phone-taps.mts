import { median, percentile, benchRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { withFreshBrowser } from './heart/browser.mts';
import { logInAtDoor } from './heart/field-door.mts';
import { startOrganisation } from './heart/organisation.mts';
import { slowDown } from './heart/start-time.mts';
import type { Page } from '@playwright/test';

const LOANS = 2000;
const SLOWER = 4;
/** Taps that nobody counts: the first of a kind loads its screen's code. */
const UNCOUNTED = 2;
const ROUNDS = 10;
const PHONE = { width: 390, height: 844 };
const MOST_MS = 100;
const STILL_MS = 1500;

/** What is tapped, and what is on the screen then: an element at an address with this text in it. */
interface Tap {
  readonly name: string;
  readonly tapped: string;
  readonly address: string;
  readonly shown: string;
  /** Part of what it says, so that no skeleton counts. */
  readonly says: string;
}

const CARDS = '#root main li[data-index] a[href]';
const LIST = '#root main:has(li[data-index] a[href])';
const tab = (to: string) => `nav a[href$="${to}"]`;

/** In this order they lead from the day through the screens and back to it. */
const TAPS: readonly Tap[] = [
  {
    name: 'all loans',
    tapped: tab('/field-agent-loans?view=all'),
    address: 'view=all',
    shown: LIST,
    says: '2,000',
  },
  {
    name: "a loan's card",
    tapped: CARDS,
    address: '/field-agent/loan?id=',
    shown: '#root main section',
    says: '₹',
  },
  {
    name: 'the outbox',
    tapped: 'a[href$="/outbox"]',
    address: '/outbox',
    shown: '#root main h1',
    says: '',
  },
  {
    name: 'my day',
    tapped: tab('/field-agent-loans'),
    address: '/field-agent-loans',
    shown: LIST,
    says: '₹',
  },
];

/** Milliseconds from a tap until what it leads to is painted. */
async function timeTap(page: Page, tap: Tap): Promise<number> {
  await page.locator(tap.tapped).first().waitFor();
  // Nothing of the screen before is still at work.
  await page.waitForTimeout(STILL_MS);
  return page.evaluate(
    ({ tapped, address, shown, says }) =>
      new Promise<number>((resolve, reject) => {
        const start = performance.now();
        // Functions with a name of their own can't be sent to the page: what runs this file wraps them.
        new MutationObserver((_, observer) => {
          const isThere =
            window.location.href.includes(address) &&
            document.querySelector(shown)?.textContent.includes(says) === true;
          if (!isThere) return;
          observer.disconnect();
          // The next frame shows it; its task ends when it is drawn.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
        }).observe(document, { childList: true, subtree: true, characterData: true });
        setTimeout(() => reject(new Error(`A tap on ${tapped} led nowhere.`)), 30_000);
        document.querySelector<HTMLElement>(tapped)?.click();
      }),
    tap,
  );
}

/**
 * The phone without a network and with 2,000 loans, on a processor slowed four times: from a tap until the figures of the
 * screen that it leads to are painted, 95 of 100.
 */
export async function run(): Promise<BenchRow[]> {
  const organisation = await startOrganisation(1, LOANS);
  try {
    const [agent] = organisation.agents;
    if (agent === undefined) throw new Error('There is no agent.');
    const times = new Map<string, number[]>(TAPS.map(({ name }) => [name, []]));
    await withFreshBrowser(async (browser) => {
      const page = await logInAtDoor(browser, organisation.url, agent);
      await page.setViewportSize(PHONE);
      await browser.setOffline(true);
      await slowDown(await browser.newCDPSession(page), SLOWER);
      for (let round = 0; round < UNCOUNTED + ROUNDS; round += 1) {
        for (const tap of TAPS) {
          const ms = await timeTap(page, tap);
          if (round >= UNCOUNTED) times.get(tap.name)?.push(ms);
        }
      }
    });
    for (const [name, found] of times)
      console.error(`  ${name}: median ${Math.round(median(found))} ms of ${found.length} taps`);
    return [...times].map(([name, found]) =>
      benchRow(
        `tap on ${name} until its figures are painted, processor slowed ${SLOWER} times, 95 of 100`,
        percentile(found, 0.95),
        null,
        { atMost: MOST_MS },
        'ms',
      ),
    );
  } finally {
    await organisation.stop();
  }
}
