import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { loanCalls } from '../contract/loan-calls.ts';
import type { Actor } from '../server/access/actor.ts';
import { countPlanOf } from '../server/loans/loan-count.ts';
import { loanListAsk } from '../server/loans/loan-list-service.ts';
import { loanPageStatement } from '../server/loans/loan-page.ts';
import { actorOf, compiled, load, startPeer } from './active-loans.mts';
import { benchRow, median } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { makeMillionLoans } from './million-loans.mts';
import { repeats } from './repeats.mts';
import { onOwnDatabase, onServer } from './own-database.mts';
import type { OwnDatabase } from './own-database.mts';

const MOST_P99 = 2;
/** Ten contacts of every second loan: five million. */
const CONTACTS_OF_EACH = 10;
const SECONDS = 4;
const ROUNDS = Math.min(3, repeats);

type Query = Record<string, string>;

/** Lists as people open them; an admin's are of all loans. */
const ADMIN_LISTS: readonly { name: string; query: Query }[] = [
  { name: 'newest first', query: {} },
  { name: 'page 20,000', query: { page: '20000' } },
  { name: 'by name', query: { sort: 'Customer_Name' } },
  { name: 'by city, last first, page 20,000', query: { sort: '-City', page: '20000' } },
  { name: 'largest due', query: { sort: '-Total_Due_Amount' } },
  { name: 'by lender', query: { sort: 'Client_Name' } },
  { name: 'of a lender and a bucket', query: { client: 'Lender 3', bucket: '2' } },
  { name: 'of a city, by DPD', query: { city: 'City 7', sort: '-DPD' } },
  { name: 'never worked', query: { disposition: 'NONE' } },
  { name: 'search of a common name', query: { search: 'ravi patil' } },
  { name: 'search of a phone', query: { search: '90000791' } },
];

interface ListCase {
  readonly name: string;
  readonly query: Query;
  readonly actor: Actor;
  readonly token: string;
}

async function pageStatement(pool: Pool, { query, actor }: ListCase) {
  const ask = loanListAsk(actor, loanCalls.listLoans.query.parse(query));
  const plan = await countPlanOf(drizzle({ client: pool }), ask.counted);
  return compiled(loanPageStatement(ask, plan));
}

async function compare(one: ListCase, ours: string, { url, pool }: OwnDatabase): Promise<BenchRow> {
  const page = await pageStatement(pool, one);
  const peer = await startPeer({ url, page, newest: null });
  try {
    const address = `${ours}/api/v1/loans?${new URLSearchParams(one.query).toString()}`;
    const p99s: { ours: number; peer: number }[] = [];
    // In turns, so that a busy moment of the machine weighs on both.
    for (let round = 0; round < ROUNDS; round += 1)
      p99s.push({
        ours: (await load(address, one.token, SECONDS)).p99Ms,
        peer: (await load(peer.url, one.token, SECONDS)).p99Ms,
      });
    const middle = (pick: (pair: { ours: number; peer: number }) => number) =>
      median(p99s.map((pair) => pick(pair)));
    const [mine, bare] = [middle((pair) => pair.ours), middle((pair) => pair.peer)];
    console.error(`  ${one.name}: ${mine} ms beside ${bare} ms`);
    return benchRow(`list page, ${one.name}: p99`, mine, bare, { atMost: MOST_P99 }, 'ms');
  } finally {
    peer.child.kill();
  }
}

/**
 * Pages of lists among a million loans with five million contacts, from the built server: p99 at ten connections, held
 * against the same statement behind a bare route of the same framework.
 */
export async function run(): Promise<BenchRow[]> {
  return onOwnDatabase(async (own) => {
    const { admin, manager } = await makeMillionLoans(own.pool, CONTACTS_OF_EACH);
    const ofAdmin = { actor: actorOf('ADMIN', admin.id), token: admin.token };
    const ofManager = { actor: actorOf('MANAGER', manager.id), token: manager.token };
    const cases: ListCase[] = [
      ...ADMIN_LISTS.map(({ name, query }) =>
        Object.assign({ name: `admin, ${name}`, query }, ofAdmin),
      ),
      { name: 'manager, all', query: {}, ...ofManager },
      { name: 'manager, by name', query: { sort: 'Customer_Name' }, ...ofManager },
    ];
    return onServer(own, async ({ url }) => {
      const rows: BenchRow[] = [];
      for (const one of cases) rows.push(await compare(one, url, own));
      return rows;
    });
  });
}
