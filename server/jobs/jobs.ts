import PgBoss from 'pg-boss';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db } from '../database/connection.ts';
import { holdSessionLock } from '../database/locks.ts';
import { log } from '../log.ts';
import { repeat } from '../upkeep.ts';
import { workQueue } from './queue-worker.ts';
import type { JobHandler, QueueWorker } from './queue-worker.ts';

/** Long work that survives the process that began it. One job at a time per queue and process. */
export interface Jobs {
  /** Takes jobs of the queue in this process from now on. */
  handle(queue: string, handler: JobHandler): Promise<void>;
  /**
   * Adds a job in the caller's transaction: it exists when the transaction commits. A job with the same key that
   * still waits is not added twice.
   */
  add(tx: Db, queue: string, key: string): Promise<void>;
  /** Has waiting jobs looked for at once, after a commit; without it they are found within a second. */
  wake(queue: string): void;
  /** Interrupts what runs (it is picked up again by the next process) and stops taking jobs. */
  stop(): Promise<void>;
}

const schema = 'jobs';
const LOOK_MS = 1000;
/** Which of these queues have a job that may begin: one statement for all of them. */
const WAITING = `select /* prepared */ name from ${schema}.job
  where name = any(array(select unnest($1::text[]))) and state < 'active' and start_after < now() group by name`;
/** A job that runs longer is held for lost and tried again. */
const expireInSeconds = 4 * 3600;

/** Runs pg-boss's parametrised SQL on a Drizzle transaction. */
function onTransaction(tx: Db): PgBoss.Db {
  return {
    executeSql: async (text, values: unknown[]) => {
      const pieces = text.split(/\$(\d+)/);
      const chunks = pieces.map((piece, index) =>
        index % 2 === 0 ? sql.raw(piece) : sql`${sql.param(values[Number(piece) - 1] ?? null)}`,
      );
      return tx.execute(sql.join(chunks));
    },
  };
}

/** Several servers that start at once would deadlock over the tables of the queue: one after the other makes its own. */
async function oneAtATime(pool: pg.Pool, setUp: () => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  try {
    await holdSessionLock(client, 'queueTables');
    await setUp();
  } finally {
    // Ending the connection gives the lock back.
    client.release(true);
  }
}

/**
 * Starts the job queue on the process's own database pool; its tables are made at the first start. Errors of its
 * upkeep are logged and tried again.
 */
export async function startJobs(pool: pg.Pool): Promise<Jobs> {
  const boss = new PgBoss({
    schema,
    schedule: false,
    maintenanceIntervalSeconds: 300,
    db: { executeSql: async (text, values) => pool.query(text, values) },
  });
  boss.on('error', (error) => log.error(`Job queue: ${error.message}`));
  await oneAtATime(pool, () => boss.start());
  const workers = new Map<string, QueueWorker>();
  const look = repeat(
    LOOK_MS,
    async () => {
      const { rows } = await pool.query<{ name: string }>(WAITING, [[...workers.keys()]]);
      for (const { name } of rows) workers.get(name)?.wake();
    },
    (err) => log.error({ err }, 'The job queues can not be read.'),
  );
  return {
    handle: async (queue, handler) => {
      const options = { name: queue, policy: 'short', retryLimit: 4, expireInSeconds } as const;
      await oneAtATime(pool, () => boss.createQueue(queue, options));
      workers.set(queue, workQueue(boss, queue, handler));
    },
    add: async (tx, queue, key) => {
      const options = { singletonKey: key, retryLimit: 4, retryDelay: 3, expireInSeconds };
      await boss.send(queue, { key }, { ...options, db: onTransaction(tx) });
    },
    wake: (queue) => workers.get(queue)?.wake(),
    stop: async () => {
      await look.stop();
      await Promise.all([...workers.values()].map(async (worker) => worker.stop()));
      await boss.stop({ graceful: false });
    },
  };
}
