import { rm } from 'node:fs/promises';
import { startFaultProxy } from '../tests/faults/support/fault-proxy.ts';
import { repeatedRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { withFreshBrowser } from './heart/browser.mts';
import { openEngine } from './heart/engine.mts';
import { startOrganisation } from './heart/organisation.mts';
import { layOrigin } from './heart/origin.mts';
import { buildEnginePage } from './heart/pages.mts';
import { arrivedAtServer, compareArrival, planVisits } from './heart/visits.mts';
import { repeated } from './repeats.mts';

const VISITS = 5;
const PHOTO_BYTES = 280_000;
/** 24 kbit/s. */
const BYTES_PER_SECOND = 3000;
const ROUND_TRIP_MS = 300;

/**
 * Visits with photos, 1.4 MB, delivered by the shipped engine over a line of 24 kbit/s, beside what the line needs for the
 * photos' bytes alone. A repeat takes ten minutes, so that there is one unless `--repeats` says more.
 */
export async function run(): Promise<BenchRow[]> {
  const organisation = await startOrganisation(1, VISITS);
  const built = await buildEnginePage();
  const origin = await layOrigin(organisation.url, built);
  const proxy = await startFaultProxy(origin.url);
  try {
    const [agent] = organisation.agents;
    if (agent === undefined) throw new Error('There is no agent.');
    const times = process.argv.includes('--repeats') ? undefined : 1;
    const lineMs = (VISITS * PHOTO_BYTES * 1000) / BYTES_PER_SECOND;
    const measure = () =>
      withFreshBrowser(async (browser) => {
        proxy.line.setSpeed({ roundTripMs: 0, bytesPerSecond: null });
        const page = await openEngine(browser, `${proxy.url}/api/bench/`, agent);
        const visits = planVisits(agent.loanIds, VISITS, PHOTO_BYTES);
        await page.evaluate((all) => window.heart.saveVisits(all), visits);
        proxy.line.setSpeed({ roundTripMs: ROUND_TRIP_MS, bytesPerSecond: BYTES_PER_SECOND });
        const ours = await page.evaluate(() => window.heart.timeDelivery());
        const arrived = compareArrival(visits, await arrivedAtServer(organisation, visits));
        if (arrived.lost + arrived.doubled + arrived.reordered > 0)
          throw new Error(`Not once and in order: ${JSON.stringify(arrived)}`);
        return ours;
      });
    const took = await repeated('1.4 MB at 24 kbit/s, ms', measure, times);
    return [
      repeatedRow(
        "5 visits with photos, 1.4 MB, at 24 kbit/s beside the line's own time",
        took,
        took.map(() => lineMs),
        { atMost: 1.6 },
        'ms',
      ),
    ];
  } finally {
    await proxy.close();
    await origin.close();
    await rm(built, { recursive: true, force: true });
    await organisation.stop();
  }
}
