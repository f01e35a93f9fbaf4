import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addDays, businessDay } from '../../server/clock.ts';
import { createPool } from '../../server/database/connection.ts';
import type { Db } from '../../server/database/connection.ts';
import { newId } from '../../server/ids.ts';
import { openSession } from '../../server/identity/session.ts';
import { byPort } from '../support/cluster-address.ts';
import { givenSeed } from '../support/cases.ts';
import { countOf, faultsOf, makeFloor, NO_FAULTS } from '../support/call-floor.ts';
import type { CallFloor } from '../support/call-floor.ts';
import { newDayLog, workSeat } from '../support/floor-seat.ts';
import type { Day, DayLog, SeatUser } from '../support/floor-seat.ts';
import { floorServer } from '../support/floor-server.ts';
import type { FloorServer } from '../support/floor-server.ts';
import { layNetwork } from '../support/network.ts';
import type { Network } from '../support/network.ts';
import { testDatabase } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';

/*
 * A day of a call floor against a running server. A small one here; `npm run soak` tells that of fifty agents and 5,000 calls,
 * with the database away for 30 s.
 */

const AGENTS = Number(process.env['FLOOR_AGENTS'] ?? 6);
const CALLS = Number(process.env['FLOOR_CALLS'] ?? 60);
const AWAY_MS = Number(process.env['FLOOR_AWAY_MS'] ?? 3_000);
const LONG = Number(process.env['FLOOR_LIMIT_MS'] ?? 240_000);
const ZONE = 'Asia/Kolkata';
/** One in so many loans is on hold from the start. */
const HELD = 10;

let database: TestDatabase;
let wire: Network;
let pool: Pool;
let db: Db;
let folder: string;
let server: FloorServer;

beforeEach(async () => {
  database = await testDatabase();
  wire = await layNetwork(byPort(database.url));
  folder = await mkdtemp(join(tmpdir(), 'recoup-floor-day-'));
  pool = createPool(database.url, 4);
  db = drizzle({ client: pool });
  server = await floorServer(byPort(database.url, new URL(wire.url).port), folder, {
    SIM_SPEED: '20',
    SIM_TALK_SECONDS: '30',
    SIM_ANSWER_PERCENT: '60',
  });
  await server.start();
});

afterEach(async () => {
  await server.kill();
  await wire.close();
  await pool.end();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function makeTemplate(): Promise<string> {
  const id = newId();
  await db.execute(
    sql`insert into message_templates (id, channel, language, name) values (${id}, 'SMS', 'en', 'Floor')`,
  );
  await db.execute(sql`insert into message_template_versions (template_id, version, body)
    values (${id}, 1, 'Your dues are {Total_Due_Amount}.')`);
  return id;
}

/** The floor's agents, logged in, with the campaign as their process; no seat taken yet. */
async function logInAgents(floor: CallFloor): Promise<SeatUser[]> {
  await db.execute(sql`delete from agent_spans`);
  await db.execute(sql`update users set predictive_process = (select name from campaigns where id = ${floor.campaignId})
    where id = any(${sql.param(floor.agentIds)}::uuid[])`);
  return Promise.all(
    floor.agentIds.map(async (id) => {
      const { token } = await openSession(db, { id, role: 'COLLECTOR' });
      return { id, username: `seat-${id}`, token };
    }),
  );
}

async function holdSome(floor: CallFloor): Promise<string[]> {
  const held = floor.loanIds.filter((_, at) => at % HELD === 0);
  for (const loanId of held)
    await db.execute(
      sql`insert into contact_holds (id, loan_id, kind) values (${newId()}, ${loanId}, 'DO_NOT_CALL')`,
    );
  return held;
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const callCount = async () => countOf(db, sql`from dialer_calls`);

async function untilCalls(count: number): Promise<void> {
  await expect.poll(callCount, { timeout: LONG, interval: 300 }).toBeGreaterThanOrEqual(count);
}

/** Morning, a kill at noon, the database away in the afternoon, evening. */
async function spendDay(log: DayLog): Promise<void> {
  await untilCalls(CALLS * 0.4);
  await server.kill();
  await server.start();
  await untilCalls(CALLS * 0.7);
  wire.cut();
  await sleep(AWAY_MS);
  wire.restore();
  await untilCalls(CALLS);
  // On a slow machine many answered calls find no agent: the day lasts until enough did.
  await expect.poll(() => log.outcomes.size, { timeout: LONG }).toBeGreaterThan(CALLS / 5);
  await db.execute(sql`update campaigns set state = 'PAUSED'`);
  await expect.poll(() => countOf(db, sql`from dialer_calls where state <> 'ENDED'`)).toBe(0);
}

/** Every call that an agent had has one outcome: its own, recorded by that agent; no other call has any. */
async function checkOutcomes(log: DayLog): Promise<void> {
  const { rows } = await db.execute<{
    id: string;
    agent_id: string;
    loan_id: string;
    code: string;
  }>(sql`select id, agent_id, loan_id, code from dispositions order by id`);
  const stored = new Map(
    rows.map((row) => [row.id, { agentId: row.agent_id, loanId: row.loan_id, code: row.code }]),
  );
  expect(stored).toEqual(log.outcomes);
  const connected = await countOf(db, sql`from dialer_calls where connected_at is not null`);
  expect(stored.size).toBe(connected);
  expect(
    await countOf(
      db,
      sql`from dialer_calls k join dispositions d on d.id = k.id
        where k.connected_at is not null and k.agent_id = d.agent_id and k.loan_id = d.loan_id and k.disposition_id = d.id
          and k.wrapped_at is not null and k.wrapup_seconds >= 0`,
    ),
  ).toBe(connected);
}

/** No span overlaps another of its agent, none is missing between two, and no agent is left with an open one. */
async function checkTimes(): Promise<void> {
  const gaps = sql`from (select s.*, lead(started_at) over (partition by user_id order by started_at, ended_at) as next
    from agent_spans s) t where next is not null and next <> ended_at`;
  expect(await countOf(db, gaps)).toBe(0);
  expect(await countOf(db, sql`from agent_spans where ended_at is null`)).toBe(0);
  const { rows } = await db.execute<{ spans: number; day: number }>(sql`
    select round(sum(extract(epoch from ended_at - started_at)), 3)::float8 as spans,
      round(extract(epoch from max(ended_at) - min(started_at)), 3)::float8 as day
    from agent_spans group by user_id`);
  expect(rows).toHaveLength(AGENTS);
  for (const { spans, day } of rows) expect(spans).toBe(day);
}

it(
  'a day with a kill at noon and the database away: each call has its outcome, times add up, the gate holds, nothing is lost',
  async () => {
    const floor = await makeFloor(db, { agents: AGENTS, leads: CALLS * 2 });
    const held = await holdSome(floor);
    const agents = await logInAgents(floor);
    const templateId = await makeTemplate();
    const log = newDayLog();
    let isOver = false;
    const day: Day = {
      url: server.url,
      templateId,
      promiseDay: addDays(businessDay(ZONE), 3),
      log,
      isOver: () => isOver,
      random: randomOf(Number(givenSeed ?? 7)),
    };
    const seats = agents.map((agent) => workSeat(day, agent));
    const everyone = Promise.all(seats);
    await Promise.race([spendDay(log), everyone]);
    isOver = true;
    await everyone;

    expect(log.wrongs).toEqual([]);
    expect(await faultsOf(db)).toEqual(NO_FAULTS);
    await checkOutcomes(log);
    await checkTimes();
    // Nobody on hold was called or written to, and no contact is in the ledger that broke a rule.
    const ofHeld = sql`loan_id = any(${sql.param(held)}::uuid[])`;
    expect(await countOf(db, sql`from dialer_calls where ${ofHeld}`)).toBe(0);
    expect(await countOf(db, sql`from contact_attempts where decision = 'BREACH'`)).toBe(0);
    const promised = [...log.outcomes.values()].filter(({ code }) => code === 'PTP').length;
    expect(await countOf(db, sql`from promises`)).toBe(promised);
    await expect
      .poll(() =>
        countOf(
          db,
          sql`from messages where state not in ('SENT', 'DELIVERED', 'UNKNOWN', 'REFUSED')`,
        ),
      )
      .toBe(0);
    const { rows } = await db.execute<{ id: string }>(sql`select id from messages`);
    expect(new Set(rows.map(({ id }) => id))).toEqual(log.messages);
    expect(log.outcomes.size).toBeGreaterThan(CALLS / 5);
  },
  LONG + 120_000,
);
