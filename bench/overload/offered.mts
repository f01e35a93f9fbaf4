import { percentile } from '../bench-row.mts';
import type { Line, Reply } from './line.mts';
import type { Asked, Ready } from './mix.mts';

/** An answer that comes later than this helps nobody: it is no goodput. */
const IN_TIME_MS = 2000;
const TICK_MS = 5;
const HEALTH_EVERY_MS = 250;
const LAST_ANSWERS_MS = 12_000;

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** How a time of load went. */
export interface Outcome {
  /** Requests a second: offered, and answered as asked within two seconds. */
  readonly offered: number;
  readonly goodput: number;
  /** The same of what phones deliver alone. */
  readonly goodDeliveries: number;
  /** How many in all were answered as asked, however late. */
  readonly answered: number;
  /** Of what was answered as asked, milliseconds. */
  readonly p99: number;
  /** The slowest answer to "are you alive?", milliseconds. */
  readonly health: number;
  /** Shares, 0 to 1, of what was asked that was answered as asked: what phones deliver, and the rest. */
  readonly delivered: number;
  readonly others: number;
  /** Neither answered as asked nor refused with 503. */
  readonly broken: number;
}

interface Kept extends Reply {
  readonly asked: Asked;
}

/** What a phone brings, which goes before all else. */
export const isDelivery = ({ asked }: Pick<Ready, 'asked'>): boolean => asked === 'phone: delivery';
const isGood = ({ status }: Reply): boolean => status === 200;
const share = (all: readonly Reply[]): number =>
  all.length === 0 ? 1 : all.filter(isGood).length / all.length;

function outcomeOf(kept: readonly Kept[], seconds: number, health: readonly Reply[]): Outcome {
  const good = kept.filter(isGood).map(({ ms }) => ms);
  const inTime = kept.filter((one) => isGood(one) && one.ms <= IN_TIME_MS);
  return {
    offered: kept.length / seconds,
    goodput: inTime.length / seconds,
    goodDeliveries: inTime.filter(isDelivery).length / seconds,
    answered: good.length,
    p99: percentile(good, 0.99),
    health: Math.max(...health.map(({ status, ms }) => (status === 200 ? ms : Infinity))),
    delivered: share(kept.filter(isDelivery)),
    others: share(kept.filter((one) => !isDelivery(one))),
    broken: kept.filter((one) => !isGood(one) && one.status !== 503).length,
  };
}

const healthz = Buffer.from('GET /healthz HTTP/1.1\r\nhost: bench\r\n\r\n');

/** Asks whether the server lives, until told to stop. */
function watchHealth(line: Line): () => Promise<Reply[]> {
  const asked: Promise<Reply>[] = [line.send(healthz)];
  const timer = setInterval(() => asked.push(line.send(healthz)), HEALTH_EVERY_MS);
  return async () => {
    clearInterval(timer);
    return Promise.all(asked);
  };
}

/** So many people who ask again as soon as they are answered: what the server can do at most. */
export async function saturate(
  line: Line,
  requests: readonly Ready[],
  people: number,
  seconds: number,
): Promise<Outcome> {
  const kept: Kept[] = [];
  const until = performance.now() + seconds * 1000;
  let next = 0;
  const health = watchHealth(line);
  const person = async () => {
    while (performance.now() < until && next < requests.length) {
      const ready = requests[next];
      next += 1;
      if (ready !== undefined) kept.push({ asked: ready.asked, ...(await line.send(ready.bytes)) });
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: people }, person));
  return outcomeOf(kept, (performance.now() - begun) / 1000, await health());
}

/** Requests come at a rate, whether or not the ones before were answered, as they do from many people. */
export async function offer(
  line: Line,
  requests: readonly Ready[],
  seconds: number,
): Promise<Outcome> {
  const sent: Promise<Kept>[] = [];
  const health = watchHealth(line);
  const begun = performance.now();
  while (sent.length < requests.length) {
    const due = ((performance.now() - begun) / (seconds * 1000)) * requests.length;
    for (const { asked, bytes } of requests.slice(sent.length, Math.ceil(due)))
      sent.push(line.send(bytes).then((reply) => ({ asked, ...reply })));
    await wait(TICK_MS);
  }
  const took = (performance.now() - begun) / 1000;
  const late = wait(LAST_ANSWERS_MS).then((): Kept[] => {
    throw new Error(`Answers were missing ${LAST_ANSWERS_MS / 1000} s after the load.`);
  });
  const kept = await Promise.race([Promise.all(sent), late]);
  late.catch(() => undefined);
  return outcomeOf(kept, took, await health());
}
