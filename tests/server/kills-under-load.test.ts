import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoanImport } from '../../contract/loan-import.ts';
import type { Receipt } from '../../contract/queued-work.ts';
import { verifyAudit } from '../../server/audit/audit-verification.ts';
import { createPool } from '../../server/database/connection.ts';
import { newId } from '../../server/ids.ts';
import { backupKey, backUp, restoreInto } from '../support/backups.ts';
import { brokenBalances } from '../support/books.ts';
import { triesAll } from '../support/cases.ts';
import { paidVisit } from '../support/money.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import { callOf } from '../support/work.ts';

/*
 * People work on a server that is killed again and again: whatever it acknowledged is there once, whatever it did not is
 * there once or not at all, and the books balance. So they do in a backup that was made meanwhile.
 */

const KILLS = triesAll ? 50 : 3;
/** A server lives so long at most before it is killed. */
const LIFE_MS = 1500;

let server: TestServer;
let product: Product;
const work = new AbortController();

/** What was acknowledged, and how many requests a kill left without an answer. */
const acknowledged = {
  calls: [] as string[],
  visits: new Map<string, number>(),
  loans: [] as string[],
};
let unanswered = 0;

beforeAll(async () => {
  server = await startTestServer();
  const { url, ownerUrl } = server.context.database;
  product = await startProduct({
    isDemo: false,
    // Two processes share database and files; the other one is the test's.
    dataDir: server.context.settings.dataDir,
    env: { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl },
  });
});

afterAll(async () => {
  await product?.remove();
  await server.close();
});

/** Asks the server that is killed; null: it gave no answer that one can build on. */
async function ask<Answer>(
  method: 'POST' | 'PUT' | 'GET',
  path: string,
  token: string,
  body?: object | FormData,
): Promise<Answer | null> {
  const isForm = body instanceof FormData;
  try {
    const answer = await fetch(`${product.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    // A server that ends or begins says so; anything else is a fault.
    if (answer.status === 503) return null;
    expect(answer.status, `${path}: ${text.slice(0, 300)}`).toBe(200);
    return JSON.parse(text) as Answer;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    unanswered += 1;
    return null;
  }
}

/** A loan that was given to somebody, as the product gives it. */
async function given(name: 'collector' | 'collector2' | 'fieldagent'): Promise<string> {
  const loanId = await server.addLoan({ totalDueAmount: 90_000_000 });
  const give = async (kind: string, holder: object) => {
    const body = [{ _id: loanId, ...holder }];
    await server.taken('PUT', `/loans/assign/${kind}`, { as: 'admin', body });
  };
  const { manager, [name]: agent } = server.people;
  await give('manager', { managerId: manager.id });
  if (name === 'fieldagent') await give('field-agent', { fieldAgentId: agent.id });
  else await give('collector', { collectorId: agent.id });
  return loanId;
}

const tokenOf = (name: PersonName) => server.people[name].token;

/** Asks until there is an answer, as the app does. */
async function insist<Answer>(asking: () => Promise<Answer | null>): Promise<Answer> {
  for (;;) {
    const answer = await asking();
    if (answer !== null) return answer;
    await sleep(50);
  }
}

async function call(name: 'collector' | 'collector2'): Promise<void> {
  const loanId = await given(name);
  while (!work.signal.aborted) {
    const body = callOf(loanId);
    await insist(async () => ask('POST', '/call-disposition', tokenOf(name), body));
    acknowledged.calls.push(body._id);
  }
}

async function visit(): Promise<void> {
  const loanId = await given('fieldagent');
  const phone = await registerTestDevice(server, 'fieldagent');
  for (let amount = 1; !work.signal.aborted; amount += 1) {
    const opId = newId();
    const body = { ...paidVisit(loanId, amount), _id: opId };
    const operation = await phone.seal({ call: 'createFieldDisposition', loanId, opId, body });
    const { receipts } = await insist(async () =>
      ask<{ receipts: Receipt[] }>('POST', '/device/delivery', phone.grant.deliveryToken, {
        device: { appVersion: '1.0.0', unsentCount: 0, oldestUnsentAt: null },
        operations: [operation],
      }),
    );
    expect(receipts, JSON.stringify(receipts)).toMatchObject([{ opId, outcome: 'DONE' }]);
    acknowledged.visits.set(opId, amount);
  }
}

/** Gives loans to one and to the other; the last answer says whose they are. */
async function allocate(): Promise<void> {
  const loanIds = await Promise.all([1, 2, 3, 4].map(async () => given('collector')));
  let turn = 0;
  let holder = '';
  while (!work.signal.aborted) {
    holder = server.people[turn % 2 === 0 ? 'collector2' : 'collector'].id;
    const body = loanIds.map((_id) => ({ _id, collectorId: holder }));
    await insist(async () => ask('PUT', '/loans/assign/collector', tokenOf('admin'), body));
    turn += 1;
  }
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select distinct collector_id::text as id from loans where id = any(${sql.param(loanIds)}::uuid[])`,
  );
  expect(rows).toEqual([{ id: holder }]);
}

/** Sends lists of loans and has them stored; who is not sure of an upload sends it again. */
async function importLists(): Promise<void> {
  const token = tokenOf('admin');
  for (let list = 1; !work.signal.aborted; list += 1) {
    const numbers = Array.from({ length: 20 }, (_, row) => `KILL-${list}-${row}`);
    const form = () => {
      const made = new FormData();
      const rows = numbers.map((number) => `${number},Asha,9876543210,5000`);
      const text = ['Loan_ID,Customer_Name,Mobile_Number,Total_Due_Amount', ...rows].join('\n');
      made.append('Client_Name', server.clients.Y.name);
      made.append('file', new Blob([text]), `list-${list}.csv`);
      return made;
    };
    const { _id } = await insist(async () =>
      ask<LoanImport>('POST', '/loans/csv/upload', token, form()),
    );
    const inState = async (...states: LoanImport['state'][]) =>
      insist(async () => {
        const found = await ask<LoanImport>('GET', `/loans/imports/${_id}`, token);
        return found !== null && states.includes(found.state) ? found : null;
      });
    let found = await inState('PENDING', 'FAILED');
    while (found.state === 'PENDING') {
      await ask('PUT', '/loans/csv/verify', token, { _id }).catch(() => null);
      found = await inState('PENDING', 'DONE', 'FAILED');
    }
    expect(found.state, JSON.stringify(found)).toBe('DONE');
    acknowledged.loans.push(...numbers);
  }
}

async function killAgainAndAgain(): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(LIFE_MS * (0.3 + Math.random() * 0.7));
    await product.kill();
    await product.restart();
  }
  // Slow or fast: some of each kind of work was done.
  const { calls, visits, loans } = acknowledged;
  while (Math.min(calls.length, visits.size, loans.length) <= KILLS) await sleep(50);
  work.abort();
}

const idsOf = async (text: ReturnType<typeof sql>, db = server.db) =>
  (await db.execute<{ id: string }>(text)).rows.map(({ id }) => id);

const CONTACTS = sql`select id from dispositions where code <> 'CALL_STARTED'`;

/** What a backup that was made while all of this went on holds: all that was acknowledged before it, and the books. */
async function backUpMeanwhile(): Promise<() => Promise<void>> {
  const { calls, visits, loans } = acknowledged;
  while (Math.min(calls.length, visits.size, loans.length) === 0) await sleep(20);
  const { database, settings } = server.context;
  const key = await backupKey();
  const makeOne = async () => {
    const before = [...calls, ...visits.keys()];
    const { bytes } = await backUp(database.url, settings.dataDir, key.recipient);
    return { before, bytes, after: calls.length + visits.size };
  };
  let made = await makeOne();
  // The server may have been starting all the while: then there was nothing to be torn.
  while (made.after === made.before.length && !work.signal.aborted) made = await makeOne();
  const { before, bytes, after } = made;
  return async () => {
    const target = await emptyDatabase();
    const pool = createPool(target.url, 2);
    try {
      await restoreInto(target.url, bytes, key.identity);
      const copy = drizzle({ client: pool });
      const found = new Set(await idsOf(CONTACTS, copy));
      expect(before.filter((id) => !found.has(id))).toEqual([]);
      expect(after, 'nothing was done while it was made').toBeGreaterThan(before.length);
      expect(await brokenBalances(copy)).toEqual([]);
      expect((await verifyAudit(copy)).broken).toEqual([]);
    } finally {
      await pool.end();
      await target.close();
    }
  };
}

it(
  `what was acknowledged under ${KILLS} kills is there once, and the books balance`,
  async () => {
    const [seeTheCopy] = await Promise.all([
      backUpMeanwhile(),
      killAgainAndAgain(),
      ...(['collector', 'collector', 'collector2'] as const).map(call),
      ...[1, 2, 3].map(visit),
      allocate(),
      importLists(),
    ]);
    const { calls, visits, loans } = acknowledged;
    expect(unanswered, 'kills that met nobody at work').toBeGreaterThan(KILLS);
    const told = await idsOf(CONTACTS);
    expect(told.toSorted()).toEqual([...calls, ...visits.keys()].toSorted());
    const { rows: receipts } = await server.db.execute<{ id: string; amount: string }>(
      sql`select disposition_id as id, amount from receipts`,
    );
    expect(new Map(receipts.map(({ id, amount }) => [id, Number(amount)]))).toEqual(visits);
    expect(receipts).toHaveLength(visits.size);
    const stored = await idsOf(sql`select loan_number as id from loans
      where loan_number like 'KILL-%' and status <> 'DELETED'`);
    expect(stored.toSorted()).toEqual(loans.toSorted());
    expect(await brokenBalances(server.db)).toEqual([]);
    expect((await verifyAudit(server.db)).broken).toEqual([]);
    await seeTheCopy();
  },
  120_000 + KILLS * 60_000,
);
