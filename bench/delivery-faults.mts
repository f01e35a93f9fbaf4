import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operationDelivery } from '../tests/faults/support/faults.ts';
import { startFaultProxy } from '../tests/faults/support/fault-proxy.ts';
import type { FaultProxy } from '../tests/faults/support/fault-proxy.ts';
import { countRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { COUNTED_FAULTS, runUnderFault } from './heart/fault-runs.mts';
import type { CountedFault, Queue } from './heart/fault-runs.mts';
import { openEngine } from './heart/engine.mts';
import type { Agent, Organisation } from './heart/organisation.mts';
import { buildQueuePeer } from './heart/pages.mts';
import { installPeers } from './heart/peers.mts';
import { arrivedAtServer, compareArrival, planVisits } from './heart/visits.mts';
import type { Arrived } from './heart/visits.mts';

const VISITS = 30;
const VISITED_LOANS = 6;

/** The shipped engine: saved by the page, delivered by the product's own service worker. */
function ourQueue(proxy: FaultProxy, agent: Agent): Queue {
  const pages = `${proxy.url}/api/bench/`;
  return {
    proxy,
    delivery: operationDelivery,
    syncTag: 'recoup-outbox-bench',
    open: async (browser, isFirst) => {
      const page = await openEngine(browser, pages, agent, isFirst);
      await page.evaluate(() => window.heart.startWorker());
      return page;
    },
    save: (page, visits) => page.evaluate((all) => window.heart.saveVisits(all), visits),
    countWaiting: (page) => page.evaluate(() => window.heart.countUnsent()),
  };
}

declare global {
  interface Window {
    /** Of the peer's page. */
    queue: {
      startWorker(): Promise<void>;
      save(visits: readonly unknown[]): Promise<void>;
      countWaiting(): Promise<number>;
    };
  }
}

/** A small app whose worker queues with workbox-background-sync. */
function peerQueue(proxy: FaultProxy): Queue {
  return {
    proxy,
    delivery: { method: 'POST', path: /^\/visits$/ },
    syncTag: 'workbox-background-sync:visits',
    open: async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${proxy.url}/index.html`);
      await page.evaluate(() => window.queue.startWorker());
      return page;
    },
    save: (page, visits) => page.evaluate((all) => window.queue.save(all), visits),
    countWaiting: (page) => page.evaluate(() => window.queue.countWaiting()),
  };
}

/** Serves the peer's app and writes down every visit that arrives, in its order. */
async function startCounter(files: ReadonlyMap<string, string>) {
  const arrived: string[] = [];
  const server = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://counter');
    if (incoming.method !== 'POST') {
      const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
      const text = files.get(pathname);
      answer.writeHead(text === undefined ? 404 : 200, { 'content-type': type }).end(text);
      return;
    }
    let body = '';
    incoming.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    incoming.on('end', () => {
      const { opId, remarks } = JSON.parse(body) as { opId: string; remarks: string };
      arrived.push(remarks);
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ opId }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    close: () => server.close().closeAllConnections(),
  };
}

function rowsOf(number: CountedFault, ours: Arrived, peer: Arrived): BenchRow[] {
  const name = `fault ${number} (${COUNTED_FAULTS[number]}), of ${VISITS} visits beside workbox-background-sync`;
  return (['lost', 'doubled', 'reordered'] as const).map((what) =>
    countRow(`${name}: ${what}`, ours[what], peer[what], 'visits'),
  );
}

/** Counts what the shipped engine and workbox-background-sync lose, double and reorder under the same faults. */
export async function deliveryFaultRows(
  organisation: Organisation,
  agent: Agent,
  proxy: FaultProxy,
): Promise<BenchRow[]> {
  installPeers();
  const counter = await startCounter(await buildQueuePeer());
  const peerProxy = await startFaultProxy(counter.url);
  const rows: BenchRow[] = [];
  try {
    for (const number of [2, 5, 6, 9, 12] as const) {
      const loans = agent.loanIds.slice(0, VISITED_LOANS);
      const visits = planVisits(loans, VISITS);
      await runUnderFault(ourQueue(proxy, agent), number, visits);
      const ours = compareArrival(visits, await arrivedAtServer(organisation, visits));
      await runUnderFault(peerQueue(peerProxy), number, visits);
      const peer = compareArrival(visits, counter.arrived.splice(0));
      console.error(`  fault ${number}: ${JSON.stringify({ ours, peer })}`);
      rows.push(...rowsOf(number, ours, peer));
    }
    return rows;
  } finally {
    await peerProxy.close();
    counter.close();
  }
}
