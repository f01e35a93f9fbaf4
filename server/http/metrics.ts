import type { FastifyInstance } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Context } from '../context.ts';
import { sessionOver } from '../errors.ts';
import { log } from '../log.ts';
import type { Admission } from './admission.ts';
import { readHealth } from '../organisation-dashboards/health-service.ts';
import {
  readDialer,
  readMessageQueues,
  readPhonesBySyncAge,
  readQueues,
  readUnsentByAge,
} from '../organisation-dashboards/work-figures-service.ts';
import { filesWaiting } from '../spreadsheets/file-thread.ts';

/** Seconds: from a list read from memory to the longest that a call may take. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
/** What costs statements is read anew after so long, however often somebody looks. */
const FRESH_MS = 15_000;

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A gauge that is read when somebody looks. */
function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read());
      },
    }),
  );
}

/** A gauge by one label; each reading replaces the one before, also what it no longer tells. */
function labelledGauge<Row extends object>(
  registry: Registry,
  label: string,
  name: string,
  help: string,
  of: (row: Row) => readonly [label: string, value: number],
): (rows: readonly Row[]) => void {
  const figure = new Gauge({ name, help, labelNames: [label], registers: [registry] });
  return (rows) => {
    figure.reset();
    for (const row of rows) {
      const [value, count] = of(row);
      figure.set({ [label]: value }, count);
    }
  };
}

type QueueRow = Awaited<ReturnType<typeof readQueues>>[number];
type MessageRow = Awaited<ReturnType<typeof readMessageQueues>>[number];
type AgeRow = Awaited<ReturnType<typeof readUnsentByAge>>[number];

/** One after the other: figures must not crowd out those who work. */
async function readWork(db: Context['db']) {
  return {
    jobs: await readQueues(db),
    toBorrowers: await readMessageQueues(db),
    unsentByAge: await readUnsentByAge(db),
    phonesByAge: await readPhonesBySyncAge(db),
    dialer: await readDialer(db),
  };
}

/** What waits: jobs, work on phones, messages, calls; by the statements of the status screen. */
function workFigures(registry: Registry, { db }: Context): () => Promise<void> {
  const queue = (name: string, help: string, of: (row: QueueRow) => number) =>
    labelledGauge<QueueRow>(registry, 'queue', `recoup_queue_${name}`, help, (row) => [
      row.queue,
      of(row),
    ]);
  const message = (name: string, help: string, of: (row: MessageRow) => number) =>
    labelledGauge<MessageRow>(registry, 'channel', `recoup_messages_${name}`, help, (row) => [
      row.channel,
      of(row),
    ]);
  const age = (name: string, help: string) =>
    labelledGauge<AgeRow>(registry, 'age', `recoup_${name}`, help, (row) => [row.age, row.value]);
  const queues = [
    queue('waiting', 'Jobs that wait, by queue.', ({ waiting }) => waiting),
    queue('active', 'Jobs that run, by queue.', ({ active }) => active),
    queue(
      'oldest_seconds',
      'How long the oldest job has been due, by queue.',
      (row) => row.oldestSeconds,
    ),
  ];
  const messages = [
    message('waiting', 'Messages to borrowers that are due.', ({ waiting }) => waiting),
    message('oldest_seconds', 'How long the oldest has been due.', (row) => row.oldestSeconds),
    message('failed', 'Messages of the last day that failed.', ({ failed }) => failed),
    message('unknown', 'Messages of the last day that may have been sent.', (row) => row.unknown),
  ];
  const unsent = age(
    'unsent_records',
    'Records that phones still hold, by the age of the phone’s oldest.',
  );
  const synced = age('phones', 'Field agents’ phones by how long ago they fetched their loans.');
  const dialer = labelledGauge<readonly [string, number]>(
    registry,
    'fact',
    'recoup_dialer',
    'The dialer: campaigns that run, agents, calls, answered calls that wait for an agent.',
    (row) => row,
  );
  return async () => {
    // What can not be read is not told, rather than told as it was: what watches the figures sees that.
    const read = await readWork(db).catch((error: unknown) => {
      log.error({ err: error }, 'The figures of what waits could not be read.');
      return null;
    });
    for (const set of queues) set(read?.jobs ?? []);
    for (const set of messages) set(read?.toBorrowers ?? []);
    unsent(read?.unsentByAge ?? []);
    synced(read?.phonesByAge ?? []);
    dialer(Object.entries(read?.dialer ?? {}));
  };
}

/** The findings of the status screen as figures: the same eyes for a person and for an alarm. */
function healthFigures(registry: Registry, context: Context): () => Promise<void> {
  const state = new Gauge({
    name: 'recoup_check_state',
    help: 'Each check of the status screen: 0 good, 1 to be watched, 2 broken.',
    labelNames: ['check'],
    registers: [registry],
  });
  const fact = new Gauge({
    name: 'recoup_check_fact',
    help: 'The figures of each check of the status screen.',
    labelNames: ['check', 'fact'],
    registers: [registry],
  });
  const states = { GOOD: 0, WATCH: 1, BROKEN: 2 } as const;
  return async () => {
    const { checks } = await readHealth(context);
    // A fact that is not told any more (none, unreadable) must not stay as it was.
    fact.reset();
    for (const check of checks) {
      state.set({ check: check.name }, states[check.state]);
      for (const [name, value] of Object.entries(check.facts))
        if (typeof value === 'number') fact.set({ check: check.name, fact: name }, value);
    }
  };
}

/** What this process is at: its turns, its connections, its files. */
function processFigures(registry: Registry, context: Context, admission: Admission): void {
  const { pool } = context.database;
  const figures: Readonly<Record<string, readonly [string, () => number]>> = {
    requests_at_work: ['Calls being worked on.', () => admission.figures.inside],
    requests_waiting: ['Calls that wait their turn.', () => admission.figures.waiting],
    requests_refused: ['Calls turned away for want of a turn.', () => admission.figures.refused],
    pool_connections: ['Open connections to the database.', () => pool.totalCount],
    pool_idle: ['Idle connections to the database.', () => pool.idleCount],
    pool_waiting: ['Who waits for a connection.', () => pool.waitingCount],
    reports_on_replica: [
      'Reports and files read on the replica.',
      () => context.longReads.figures.onReplica,
    ],
    reports_on_database: [
      'Reports and files read on the database itself.',
      () => context.longReads.figures.onDatabase,
    ],
    files_waiting: ['Files that wait to be read.', filesWaiting],
  };
  for (const [name, [help, read]] of Object.entries(figures))
    gauge(registry, `recoup_${name}`, help, read);
}

function timeCalls(registry: Registry, app: FastifyInstance): void {
  const duration = new Histogram({
    name: 'recoup_request_seconds',
    help: 'How long calls took, by call and status.',
    labelNames: ['call', 'status'],
    buckets: DURATIONS,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config;
    if (call === undefined) return;
    const labels = { call: call.name, status: String(reply.statusCode) };
    duration.observe(labels, reply.elapsedTime / 1000);
  });
}

/** `/metrics` in Prometheus' form, for whoever has the token of `METRICS_TOKEN`; without one there is no such address. */
export function registerMetrics(
  app: FastifyInstance,
  context: Context,
  admission: Admission,
): void {
  const { metricsToken } = context.settings;
  if (metricsToken === null) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  timeCalls(registry, app);
  processFigures(registry, context, admission);
  const readings = [healthFigures(registry, context), workFigures(registry, context)];
  let readAt = Number.NEGATIVE_INFINITY;
  const readFigures = async () => {
    if (performance.now() - readAt < FRESH_MS) return;
    readAt = performance.now();
    for (const read of readings) await read();
  };
  const wanted = digestOf(`Bearer ${metricsToken}`);
  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digestOf(request.headers.authorization ?? ''), wanted))
      throw sessionOver('The token of METRICS_TOKEN is needed.');
    await readFigures();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
