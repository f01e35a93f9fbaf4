import { rm } from 'node:fs/promises';
import { startFaultProxy } from '../tests/faults/support/fault-proxy.ts';
import type { FaultProxy } from '../tests/faults/support/fault-proxy.ts';
import { repeatedRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { deliveryFaultRows } from './delivery-faults.mts';
import { withFreshBrowser } from './heart/browser.mts';
import { openEngine } from './heart/engine.mts';
import { startOrganisation } from './heart/organisation.mts';
import type { Agent } from './heart/organisation.mts';
import { layOrigin } from './heart/origin.mts';
import { buildEnginePage } from './heart/pages.mts';
import { planVisits } from './heart/visits.mts';
import { repeated } from './repeats.mts';

const LOANS = 500;
const VISITS = 1000;
/** So many are sent one after the other, and their time counts for all: each takes its round trip. */
const ONE_BY_ONE = 100;
const ROUND_TRIP_MS = 150;
const PHOTOS = 100;
const PHOTO_BYTES = 300_000;
const BYTES_PER_SECOND = 5_000_000 / 8;

const fastLine = { roundTripMs: 0, bytesPerSecond: null } as const;

/** Milliseconds of delivering visits saved before, and of the same work as plain calls in turn. */
async function timeVisits(proxy: FaultProxy, agent: Agent) {
  return withFreshBrowser(async (browser) => {
    proxy.line.setSpeed(fastLine);
    const page = await openEngine(browser, `${proxy.url}/api/bench/`, agent);
    await page.evaluate((all) => window.heart.saveVisits(all), planVisits(agent.loanIds, VISITS));
    proxy.line.setSpeed({ roundTripMs: ROUND_TRIP_MS });
    const ours = await page.evaluate(() => window.heart.timeDelivery());
    const some = planVisits(agent.loanIds, ONE_BY_ONE);
    const oneByOne = await page.evaluate((all) => window.heart.timeOneByOne(all), some);
    return { ours, oneByOne: (oneByOne * VISITS) / ONE_BY_ONE };
  });
}

/** Milliseconds of delivering visits with a photo each over a slow line, and what the line needs for the photos alone. */
async function timePhotos(proxy: FaultProxy, agent: Agent) {
  return withFreshBrowser(async (browser) => {
    proxy.line.setSpeed(fastLine);
    const page = await openEngine(browser, `${proxy.url}/api/bench/`, agent);
    const visits = planVisits(agent.loanIds, PHOTOS, PHOTO_BYTES);
    await page.evaluate((all) => window.heart.saveVisits(all), visits);
    proxy.line.setSpeed({ roundTripMs: ROUND_TRIP_MS, bytesPerSecond: BYTES_PER_SECOND });
    const ours = await page.evaluate(() => window.heart.timeDelivery());
    return { ours, line: (PHOTOS * PHOTO_BYTES * 1000) / BYTES_PER_SECOND };
  });
}

/**
 * What the shipped engine needs to deliver, in Chromium with a fresh profile, against the built server behind a proxy: 1,000
 * saved visits at a round trip of 150 ms beside the same as plain calls in turn; 100 photos of 300 KB at 5 Mbit/s (and the
 * same round trip) beside the line's own time; and what is lost, doubled or reordered under faults.
 */
export async function run(): Promise<BenchRow[]> {
  const organisation = await startOrganisation(1, LOANS);
  const built = await buildEnginePage();
  const origin = await layOrigin(organisation.url, built);
  const proxy = await startFaultProxy(origin.url);
  try {
    const [agent] = organisation.agents;
    if (agent === undefined) throw new Error('There is no agent.');
    const visits = await repeated('1,000 visits, ms', () => timeVisits(proxy, agent));
    const photos = await repeated('100 photos, ms', () => timePhotos(proxy, agent));
    proxy.line.setSpeed(fastLine);
    return [
      repeatedRow(
        '1,000 dispositions at a round trip of 150 ms beside one request after the other',
        visits.map((one) => one.ours),
        visits.map((one) => one.oneByOne),
        { timesFaster: 20 },
        'ms',
      ),
      repeatedRow(
        "100 photos of 300 KB at 5 Mbit/s beside the line's own time",
        photos.map((one) => one.ours),
        photos.map((one) => one.line),
        { atMost: 1.15 },
        'ms',
      ),
      ...(await deliveryFaultRows(organisation, agent, proxy)),
    ];
  } finally {
    await proxy.close();
    await origin.close();
    await rm(built, { recursive: true, force: true });
    await organisation.stop();
  }
}
