import autocannon from 'autocannon';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { loanCalls } from '../contract/loan-calls.ts';
import type { Actor } from '../server/access/actor.ts';
import { activeLoansAsk, newestDispositionsStatement } from '../server/loans/active-loans.ts';
import { loanPageStatement } from '../server/loans/loan-page.ts';
import type { PeerOrder } from './active-loans-peer.mts';
import { benchRow, median } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { makeMillionLoans } from './million-loans.mts';
import { onOwnDatabase, onServer } from './own-database.mts';

const ROUNDS = 3;
const SECONDS = 8;
const CONNECTIONS = 10;
const PAGE_SIZE = 50;
const ZONE = 'Asia/Kolkata';
const LEAST_SHARE = 0.7;
const MOST_P99 = 2;

const dialect = new PgDialect();
/** A statement as text and parameters. */
export const compiled = (statement: SQL) => {
  const { sql, params } = dialect.sqlToQuery(statement);
  return { sql, params };
};

/** Somebody who asks, as the server's statements are made for. */
export const actorOf = (role: Actor['role'], userId: string): Actor => ({
  userId,
  role,
  username: 'bench',
  fullName: 'Bench',
  managerId: null,
  clientId: null,
  clientName: null,
  location: null,
  sessionId: null,
});

function peerOrder(url: string, role: Actor['role'], userId: string): PeerOrder {
  const actor = actorOf(role, userId);
  const query = loanCalls.listActiveLoans.query.parse({ pageSize: PAGE_SIZE });
  return {
    url,
    page: compiled(loanPageStatement(activeLoansAsk(ZONE, actor, query))),
    newest: compiled(newestDispositionsStatement([])),
  };
}

/** Starts the peer of an order, in a process of its own. */
export async function startPeer(order: PeerOrder): Promise<{ url: string; child: ChildProcess }> {
  const file = join(import.meta.dirname, 'active-loans-peer.mts');
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    env: { ...process.env, PEER: JSON.stringify(order) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', () => reject(new Error('The peer ended before it was ready.')));
  });
  return { url, child };
}

interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Loads an address for some seconds. Throws when an answer is not 2xx. */
export async function load(url: string, token: string, duration = SECONDS): Promise<Load> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration,
    headers: { authorization: `Bearer ${token}` },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors from ${url}`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}

async function compare(
  who: string,
  ours: string,
  databaseUrl: string,
  role: Actor['role'],
  person: { id: string; token: string },
): Promise<BenchRow[]> {
  const peer = await startPeer(peerOrder(databaseUrl, role, person.id));
  try {
    const address = `${ours}/api/v1/loans/active/loans?pageSize=${PAGE_SIZE}`;
    const loads: { ours: Load; peer: Load }[] = [];
    // In turns, so that a busy moment of the machine weighs on both.
    for (let round = 0; round < ROUNDS; round += 1)
      loads.push({
        ours: await load(address, person.token),
        peer: await load(peer.url, person.token),
      });
    const middle = (pick: (pair: { ours: Load; peer: Load }) => number) =>
      median(loads.map((pair) => pick(pair)));
    return [
      benchRow(
        `active loans, ${who}: requests`,
        middle((pair) => pair.ours.perSecond),
        middle((pair) => pair.peer.perSecond),
        { atLeast: LEAST_SHARE },
        '1/s',
      ),
      benchRow(
        `active loans, ${who}: p99`,
        middle((pair) => pair.ours.p99Ms),
        middle((pair) => pair.peer.p99Ms),
        { atMost: MOST_P99 },
        'ms',
      ),
    ];
  } finally {
    peer.child.kill();
  }
}

/**
 * A page of 50 active loans out of a million, for a collector and for a manager, from the built server: held against the
 * same statements behind a bare route of the same framework, in a process of its own like ours.
 */
export async function run(): Promise<BenchRow[]> {
  return onOwnDatabase(async (own) => {
    const { collector, manager } = await makeMillionLoans(own.pool);
    return onServer(own, async ({ url }) => [
      ...(await compare('collector', url, own.url, 'COLLECTOR', collector)),
      ...(await compare('manager', url, own.url, 'MANAGER', manager)),
    ]);
  });
}
