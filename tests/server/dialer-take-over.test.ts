import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '../../server/database/connection.ts';
import type { Db } from '../../server/database/connection.ts';
import { byPort } from '../support/cluster-address.ts';
import { countOf, faultsOf, makeFloor, NO_FAULTS, workFloor } from '../support/call-floor.ts';
import type { CallFloor } from '../support/call-floor.ts';
import { layNetwork } from '../support/network.ts';
import type { Network } from '../support/network.ts';
import { testDatabase } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { SOAK } from '../support/soak.ts';

const LONG = 240_000;
const WAIT = { timeout: 100_000, interval: 100 };

let database: TestDatabase;
let pool: Pool;
let db: Db;
let folder: string;
let processes: ChildProcess[];
let network: Network | null;
let work: { stop(): Promise<void> } | null;
let floor: CallFloor;

beforeEach(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'recoup-dialer-'));
  pool = createPool(database.url, 5);
  db = drizzle({ client: pool });
  [processes, network, work] = [[], null, null];
});

afterEach(async () => {
  await work?.stop();
  await Promise.all(processes.map(kill));
  await network?.close();
  await pool.end();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A server process of its own on the database; resolves when it listens. */
async function startProcess(url: string = database.url): Promise<ChildProcess> {
  const main = join(import.meta.dirname, '../../dist/server/main.js');
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: url,
      DATABASE_CONNECTIONS: '8',
      DATA_DIR: join(folder, String(processes.length)),
      DEMO: '0',
      PORT: '0',
      SIM_SPEED: '20',
      SIM_TALK_SECONDS: '30',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  processes.push(child);
  child.stderr?.resume();
  await once(child.stdout ?? child, 'data');
  child.stdout?.resume();
  return child;
}

const calls = (where = sql`true`) => countOf(db, sql`from dialer_calls where ${where}`);
const epochNow = async () => {
  const { rows } = await db.execute<{ epoch: number }>(sql`select epoch from dialer_engine`);
  return Number(rows[0]?.epoch);
};
const unfinished = async () =>
  (await countOf(db, sql`from campaign_leads where state = 'READY' and next_at <= now()`)) +
  (await calls(sql`state <> 'ENDED'`));

describe('over several server processes', () => {
  it(
    'one engine runs; when its process is killed another follows and calls nobody a second time',
    async () => {
      const first = await startProcess();
      await expect.poll(epochNow, WAIT).toBe(1);
      await startProcess();
      floor = await makeFloor(db, { agents: 8, leads: 50 });
      work = workFloor(db);
      await expect.poll(() => calls(sql`result = 'ANSWERED'`), WAIT).toBeGreaterThan(2);
      expect(await calls(sql`engine_epoch <> 1`)).toBe(0);
      await kill(first);
      await expect.poll(epochNow, WAIT).toBe(2);
      await expect.poll(unfinished, WAIT).toBe(0);
      expect(await faultsOf(db)).toEqual(NO_FAULTS);
      expect(await calls()).toBe(50);
      expect(await calls(sql`engine_epoch = 2`)).toBeGreaterThan(0);
      // What the first one had on its lines is lost, and told so; a talk that was cut stays an answered call.
      expect(await calls(sql`engine_epoch = 1 and state <> 'ENDED'`)).toBe(0);
      // Every agent could go on: whoever lost its call wrapped it up.
      await expect
        .poll(
          () => countOf(db, sql`from agent_spans where ended_at is null and state = 'READY'`),
          WAIT,
        )
        .toBe(floor.agentIds.length);
    },
    LONG,
  );

  it(
    'waits while the database is away, and then goes on with what it knows',
    { ...SOAK, timeout: LONG },
    async () => {
      network = await layNetwork(byPort(database.url));
      await startProcess(byPort(database.url, new URL(network.url).port));
      floor = await makeFloor(db, { agents: 8, leads: 50 });
      work = workFloor(db);
      await expect.poll(() => calls(sql`result = 'ANSWERED'`), WAIT).toBeGreaterThan(2);
      network.cut();
      // What a cut connection had open is rolled back.
      const before = await countOf(db, sql`from dialer_calls`);
      await expect
        .poll(
          () =>
            countOf(
              db,
              sql`from dialer_engine where expires_at < clock_timestamp() - interval '3 seconds'`,
            ),
          WAIT,
        )
        .toBe(1);
      expect(await calls()).toBe(before);
      network.restore();
      await expect.poll(unfinished, WAIT).toBe(0);
      expect(await faultsOf(db)).toEqual(NO_FAULTS);
      expect(await calls()).toBe(50);
      expect(await epochNow()).toBe(1);
    },
  );
});
