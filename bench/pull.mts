import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { CallAnswer } from '../contract/call.ts';
import type { deviceCalls } from '../contract/device.ts';
import { repeatedRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { withFreshBrowser } from './heart/browser.mts';
import { openEngine } from './heart/engine.mts';
import { startOrganisation } from './heart/organisation.mts';
import type { Agent, Organisation } from './heart/organisation.mts';
import { layOrigin } from './heart/origin.mts';
import { buildEnginePage } from './heart/pages.mts';
import { installPeers, peersFolder, startPeer } from './heart/peers.mts';
import { repeated } from './repeats.mts';

const LOANS = 10_000;
/** PouchDB's own default; 1,000 made no difference that could be told from noise. */
const POUCH_BATCH = 100;
const LEAST_TIMES_FASTER = 3;
const MOST_OF_BARE = 1.5;

interface Pulled {
  readonly ms: number;
  readonly loans: number;
}

declare global {
  interface Window {
    replicate(batchSize: number): Promise<Pulled>;
  }
}

/** The agent's loans as the pull brings them, one CouchDB document per line. */
async function writeDocuments(url: string, agent: Agent, file: string): Promise<void> {
  const out = createWriteStream(file);
  let cursor = '';
  for (;;) {
    const more = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`${url}/api/v1/device/pull?limit=500${more}`, {
      headers: { authorization: `Bearer ${agent.token}` },
    });
    const page = (await answer.json()) as CallAnswer<typeof deviceCalls.pullLoans>;
    for (const row of page.loans) out.write(`${JSON.stringify({ _id: row.loan._id, ...row })}\n`);
    ({ cursor } = page);
    if (!page.hasMore) break;
  }
  await new Promise((resolve) => out.end(resolve));
}

function checked({ ms, loans }: Pulled): number {
  if (loans !== LOANS) throw new Error(`${loans} loans came instead of ${LOANS}.`);
  return ms;
}

interface Measured {
  readonly ours: number;
  readonly bare: number;
  readonly pouch: number;
}

function measurer(pages: string, couch: string, agent: Agent) {
  const engine = async (work: (page: Page) => Promise<Pulled>) =>
    withFreshBrowser(async (browser) =>
      checked(await work(await openEngine(browser, pages, agent))),
    );
  let pageSize = 200;
  const ours = () =>
    engine(async (page) => {
      page.on('request', (request) => {
        const limit = /device\/pull\?.*limit=(\d+)/.exec(request.url())?.[1];
        if (limit !== undefined) pageSize = Number(limit);
      });
      return page.evaluate(() => window.heart.timePull());
    });
  const bare = () =>
    engine((page) => page.evaluate((limit) => window.heart.rawPull(limit), pageSize));
  const pouch = () =>
    withFreshBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${couch}/page/pouch.html`);
      return checked(await page.evaluate((size) => window.replicate(size), POUCH_BATCH));
    });
  return async (index: number): Promise<Measured> => {
    // In turns, and each first in its turn: a busy moment of the machine weighs on all.
    if (index % 2 === 0) return { ours: await ours(), bare: await bare(), pouch: await pouch() };
    const first = { pouch: await pouch(), bare: await bare() };
    return { ...first, ours: await ours() };
  };
}

async function measure(organisation: Organisation, folder: string): Promise<Measured[]> {
  const [agent] = organisation.agents;
  if (agent === undefined) throw new Error('There is no agent.');
  const documents = join(folder, 'loans.ndjson');
  // Warms the server too.
  await writeDocuments(organisation.url, agent, documents);
  const couch = await startPeer('couch-server.mjs', [documents, peersFolder]);
  const built = await buildEnginePage();
  const origin = await layOrigin(organisation.url, built);
  try {
    return await repeated('first pull, ms', measurer(origin.pages, couch.url, agent));
  } finally {
    await origin.close();
    couch.stop();
    await rm(built, { recursive: true, force: true });
  }
}

/**
 * A first pull of 10,000 loans by the shipped engine into its encrypted cache, in Chromium with a fresh profile: beside
 * PouchDB's replication of the same loans from a CouchDB-protocol server in memory into its IndexedDB adapter, and beside a
 * bare fetch of the same pages with a raw IndexedDB write without encryption.
 */
export async function run(): Promise<BenchRow[]> {
  installPeers();
  const folder = await mkdtemp(join(tmpdir(), 'recoup-bench-pull-'));
  const organisation = await startOrganisation(1, LOANS);
  try {
    const all = await measure(organisation, folder);
    const ours = all.map((one) => one.ours);
    const pouch = all.map((one) => one.pouch);
    const bare = all.map((one) => one.bare);
    return [
      repeatedRow(
        'pull 10,000 loans beside PouchDB replication',
        ours,
        pouch,
        { timesFaster: LEAST_TIMES_FASTER },
        'ms',
      ),
      repeatedRow(
        'pull 10,000 loans beside fetch + raw IndexedDB, unencrypted',
        ours,
        bare,
        { atMost: MOST_OF_BARE },
        'ms',
      ),
    ];
  } finally {
    await organisation.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
