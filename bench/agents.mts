import { countRow, percentile, repeatedRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { startOrganisation } from './heart/organisation.mts';
import type { Organisation } from './heart/organisation.mts';
import { Phone } from './heart/phone.mts';
import type { Served } from './heart/phone.mts';
import { repeated } from './repeats.mts';

const AGENTS = 300;
const LOANS = 200;
const VISITS = 30;
const WITHIN_MS = 60_000;
const MOST_P95_MS = 500;

interface Arrival {
  readonly p95: number;
  readonly login: number;
  readonly registration: number;
  readonly delivery: number;
  readonly pull: number;
  readonly slowest: number;
  readonly unserved: number;
  readonly lost: number;
  readonly doubled: number;
}

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** How many of these visits the database lacks, and how many it has more than once (by what was recorded). */
async function countAtServer(
  { pool }: Organisation,
  ids: readonly string[],
): Promise<{ lost: number; doubled: number }> {
  const { rows } = await pool.query<{ stored: number; rows: number }>(
    `select count(distinct d.op_id)::int as stored, count(*)::int as rows from dispositions d
     where d.op_id = any($1::uuid[])`,
    [ids],
  );
  const [counted] = rows;
  if (counted === undefined) throw new Error('Nothing was counted.');
  return { lost: ids.length - counted.stored, doubled: counted.rows - counted.stored };
}

async function arriveAll(organisation: Organisation): Promise<Arrival> {
  const phones = organisation.agents.map((agent) => new Phone(organisation.url, agent));
  // A few at a time: the day before is no part of the measurement.
  for (let at = 0; at < phones.length; at += 10)
    await Promise.all(phones.slice(at, at + 10).map((phone) => phone.queue(VISITS)));
  const served = await Promise.all(
    phones.map(async (phone, at): Promise<Served[]> => {
      await wait((at * WITHIN_MS) / AGENTS);
      return phone.arrive().catch((error: unknown): Served[] => {
        console.error(`  Agent ${at}: ${String(error)}`);
        return [{ what: 'login', ms: 0, isServed: false }];
      });
    }),
  );
  const all = served.flat();
  const times = (what?: Served['what']) =>
    all.filter((one) => what === undefined || one.what === what).map((one) => one.ms);
  return {
    p95: percentile(times(), 0.95),
    login: percentile(times('login'), 0.95),
    registration: percentile(times('registration'), 0.95),
    delivery: percentile(times('delivery'), 0.95),
    pull: percentile(times('pull'), 0.95),
    slowest: Math.max(...times()),
    unserved: all.filter((one) => !one.isServed).length,
    ...(await countAtServer(
      organisation,
      phones.flatMap((phone) => phone.waitingIds),
    )),
  };
}

/**
 * 300 agents arrive evenly within one minute at one server process over the embedded database, on the machine that also
 * plays the phones: each logs in, registers its phone, delivers 30 sealed visits in one batch and pulls its 200 loans.
 */
export async function run(): Promise<BenchRow[]> {
  const organisation = await startOrganisation(AGENTS, LOANS);
  try {
    const all = await repeated('300 agents', () => arriveAll(organisation));
    const p95 = (what: 'p95' | 'login' | 'registration' | 'delivery' | 'pull', name: string) =>
      repeatedRow(
        `300 agents within a minute: p95 of ${name}`,
        all.map((one) => one[what]),
        null,
        { atMost: MOST_P95_MS },
        'ms',
      );
    const worst = (what: 'unserved' | 'lost' | 'doubled') =>
      countRow(
        `300 agents within a minute: ${what} (worst repeat)`,
        Math.max(...all.map((one) => one[what])),
        null,
        what === 'unserved' ? 'requests' : 'visits',
      );
    return [
      p95('p95', 'all requests'),
      p95('login', 'logins'),
      p95('registration', 'registrations'),
      p95('delivery', 'deliveries of 30 visits'),
      p95('pull', 'pulls of 200 loans'),
      worst('unserved'),
      worst('lost'),
      worst('doubled'),
    ];
  } finally {
    await organisation.stop();
  }
}
