import { join } from 'node:path';
import { benchRow, countRow, median } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { startServer } from './import-server.mts';
import type { BenchServer } from './import-server.mts';
import { Line } from './overload/line.mts';
import { makeRequests } from './overload/mix.mts';
import type { Ready } from './overload/mix.mts';
import { isDelivery, offer, saturate } from './overload/offered.mts';
import type { Outcome } from './overload/offered.mts';
import { openWorld, processorSeconds, registerPhones } from './overload/world.mts';
import type { KnownPhone, World } from './overload/world.mts';

/** Another build's `dist/server/main.js` to measure beside ours, in turns: before and after. */
const peerProgram = process.env['OVERLOAD_PEER'];
const TURNS = Number(process.env['OVERLOAD_TURNS'] ?? 3);
const SECONDS = Number(process.env['OVERLOAD_SECONDS'] ?? 6);
const FACTORS = (process.env['OVERLOAD_FACTORS'] ?? '1,2,5,10').split(',').map(Number);
/** Many enough to keep it busy, few enough that none is turned away. */
const PEOPLE = 24;
/** So that no measurement pays for what a server learns by its first requests. */
const WARMING_UP = 500;
const WARMING_SECONDS = 20;
/** As many as are under way at most: those who wait, and who were just refused. */
const CONNECTIONS = 3000;
/** No machine of today answers more a second. */
const MOST_A_SECOND = 1500;

/** What the server does at most, and what each request costs. */
interface Peak {
  readonly outcome: Outcome;
  /** Processor time of the server and of the database for each request, milliseconds. */
  readonly serverMs: number;
  readonly databaseMs: number;
}

interface Measured {
  readonly server: BenchServer;
  readonly line: Line;
  readonly phones: readonly KnownPhone[];
}

/** The zone where it is noon: outside hours each contact is a breach that managers are told of, which costs more. */
function noonZone(): string {
  const behind = new Date().getUTCHours() - 12;
  return behind === 0 ? 'UTC' : `Etc/GMT${behind > 0 ? '+' : '-'}${Math.abs(behind)}`;
}

async function start(world: World, name: string, program?: string): Promise<Measured> {
  const folder = join(world.folder, name);
  const server = await startServer(world.databaseUrl, folder, program, { BUSINESS_TZ: noonZone() });
  const phones = await registerPhones(server.url, world.agents);
  const line = new Line(server.url);
  const requests = await makeRequests(world, phones, WARMING_UP);
  await saturate(line, requests, PEOPLE, WARMING_SECONDS);
  // A database that has worked for a day knows how many rows there are; a new one finds out after its first minute.
  await world.pool.query('analyze');
  await saturate(line, requests.slice(0, WARMING_UP), PEOPLE, WARMING_SECONDS);
  return { server, phones, line };
}

async function peakOf(world: World, { server, line, phones }: Measured): Promise<Peak> {
  const requests = await makeRequests(world, phones, MOST_A_SECOND * SECONDS);
  const before = [await processorSeconds(server.pid), await world.databaseSeconds()] as const;
  const outcome = await saturate(line, requests, PEOPLE, SECONDS);
  const after = [await processorSeconds(server.pid), await world.databaseSeconds()] as const;
  const answered = outcome.answered;
  return {
    outcome,
    serverMs: ((after[0] - before[0]) * 1000) / answered,
    databaseMs: ((after[1] - before[1]) * 1000) / answered,
  };
}

const told = (what: string, figures: object) =>
  console.error(
    `  ${what}: ${JSON.stringify(figures, (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value))}`,
  );

/** Peaks in turns with those of the other build, where there is one: a busy moment of the machine weighs on both. */
async function peaks(world: World, ours: Measured, peer: Measured | null): Promise<BenchRow[]> {
  const all: { ours: Peak; peer: Peak | null }[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const first = turn % 2 === 1 && peer !== null ? await peakOf(world, peer) : null;
    const own = await peakOf(world, ours);
    const other = first ?? (peer === null ? null : await peakOf(world, peer));
    all.push({ ours: own, peer: other });
    told(`peak ${turn + 1}/${TURNS}`, { ours: own, peer: other });
  }
  const row = (name: string, of: (peak: Peak) => number, unit: string, isCost: boolean) =>
    benchRow(
      name,
      median(all.map((one) => of(one.ours))),
      peer === null
        ? null
        : median(all.flatMap((one) => (one.peer === null ? [] : [of(one.peer)]))),
      isCost ? { atMost: peer === null ? 1000 : 1 } : { atLeast: peer === null ? 0 : 1 },
      unit,
    );
  return [
    row('peak: requests a second', ({ outcome }) => outcome.goodput, '/s', false),
    row('server, processor time of a request', ({ serverMs }) => serverMs, 'ms', true),
    row('database, processor time of a request', ({ databaseMs }) => databaseMs, 'ms', true),
  ];
}

const LEAST_OF_PEAK = 0.9;
const MOST_P99_MS = 2000;
const MOST_HEALTH_MS = 1000;

/** What the server does at most of what phones bring and of the rest, each asked for alone: requests a second. */
interface Ends {
  readonly deliveries: number;
  readonly others: number;
}

async function endsOf(world: World, { line, phones }: Measured): Promise<Ends> {
  const asked = await makeRequests(world, phones, MOST_A_SECOND * SECONDS * 2);
  const peak = async (of: readonly Ready[]) => (await saturate(line, of, PEOPLE, SECONDS)).goodput;
  return {
    deliveries: await peak(asked.filter(isDelivery)),
    others: await peak(asked.filter((one) => !isDelivery(one))),
  };
}

/** One factor of the peak, between two measurements of the peak itself. */
async function overload(
  world: World,
  ours: Measured,
  ends: Ends,
  factor: number,
): Promise<BenchRow[]> {
  const before = await peakOf(world, ours);
  const rate = before.outcome.goodput * factor;
  const requests = await makeRequests(world, ours.phones, Math.round(rate * SECONDS));
  await ours.line.openUpTo(CONNECTIONS);
  const ownBefore = process.cpuUsage();
  const busyBefore = [await processorSeconds(ours.server.pid), await world.databaseSeconds()];
  const outcome = await offer(ours.line, requests, SECONDS);
  const own = process.cpuUsage(ownBefore);
  const busy = [await processorSeconds(ours.server.pid), await world.databaseSeconds()].map(
    (seconds, at) => (seconds - (busyBefore[at] ?? 0)) / SECONDS,
  );
  const callers = (own.user + own.system) / 1e6 / SECONDS;
  const after = await peakOf(world, ours);
  const peak = (before.outcome.goodput + after.outcome.goodput) / 2;
  told(`${factor} times the peak`, {
    peak,
    callers,
    server: busy[0],
    database: busy[1],
    ...outcome,
  });
  const name = `${factor} times the peak: `;
  return [
    benchRow(`${name}goodput`, outcome.goodput, peak, { atLeast: LEAST_OF_PEAK }, '/s'),
    // Deliveries cost twice the average and go first: the same work is fewer answers.
    benchRow(
      `${name}share of what it can do`,
      outcome.goodDeliveries / ends.deliveries +
        (outcome.goodput - outcome.goodDeliveries) / ends.others,
      null,
      { atLeast: LEAST_OF_PEAK },
      '',
    ),
    benchRow(`${name}p99 of what is admitted`, outcome.p99, null, { atMost: MOST_P99_MS }, 'ms'),
    benchRow(`${name}slowest /healthz`, outcome.health, null, { atMost: MOST_HEALTH_MS }, 'ms'),
    benchRow(
      `${name}share of deliveries beside that of the rest`,
      outcome.delivered,
      outcome.others,
      { atLeast: 1 },
      '',
    ),
    benchRow(`${name}the people who ask`, callers, null, { atMost: 1 }, 'cores'),
    countRow(`${name}neither answered nor refused`, outcome.broken, null, 'requests'),
  ];
}

/**
 * One server process over the embedded database, on the machine that also plays the people: what it does at most on all cores,
 * then, with a core for the people alone, what it does at most on the others and at 1, 2, 5 and 10 times of that. `OVERLOAD_PEER=DIST/server/main.js` measures another build beside it.
 */
export async function run(): Promise<BenchRow[]> {
  const world = await openWorld();
  const ours = await start(world, 'ours');
  const peer = peerProgram === undefined ? null : await start(world, 'peer', peerProgram);
  try {
    const rows = await peaks(world, ours, peer);
    await peer?.server.stop();
    await world.keepApart(ours.server);
    const ends = await endsOf(world, ours);
    told('alone, a second', ends);
    for (const factor of FACTORS) rows.push(...(await overload(world, ours, ends, factor)));
    return rows;
  } finally {
    for (const one of [ours, peer]) {
      one?.line.close();
      await one?.server.stop();
    }
    await world.close();
  }
}
