import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../server/database/connection.ts';
import { openSession } from '../../server/identity/session.ts';
import { insertUser } from '../../server/identity/users.ts';
import { newId } from '../../server/ids.ts';
import { seededRandom } from '../../server/random.ts';
import { startMessageDouble } from '../support/message-double.ts';
import type { Manner, MessageDouble } from '../support/message-double.ts';
import { testDatabase } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';

/*
 * A gateway that fails in every way, and a server that is killed in between: nobody gets a message twice, and none is lost
 * from the books.
 */

const loans = 150;
const kills = 2;

let database: TestDatabase;
let pool: pg.Pool;
let product: Product;
let gateway: MessageDouble;
let authorization: string;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, 4);
  gateway = await startMessageDouble();
  const id = await insertUser(drizzle({ client: pool }), {
    role: 'ADMIN',
    username: 'admin',
    email: 'admin@test.recoup',
    fullName: 'Admin',
    password: 'a-password-of-tests',
  });
  const session = await openSession(drizzle({ client: pool }), { id, role: 'ADMIN' });
  authorization = `Bearer ${session.token}`;
  product = await startProduct({
    isDemo: false,
    env: {
      DATABASE_URL: database.url,
      MESSAGE_SMS_URL: gateway.url,
      MESSAGE_SMS_TIMEOUT: '1',
    },
  });
});

afterAll(async () => {
  await product.remove();
  await gateway.close();
  await pool.end();
  await database.close();
});

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${product.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as Answer;
}

/** Loans whose borrowers may be written to at any hour. */
async function addLoans(): Promise<void> {
  const client = newId();
  await pool.query(
    `insert into clients (id, name, contact_from, contact_to) values ($1, 'Kill Finance', '00:00', '24:00')`,
    [client],
  );
  for (let n = 0; n < loans; n += 1)
    await pool.query(
      `insert into loans (id, loan_number, client_id, customer_name, mobile_number, total_due_amount)
       values ($1, $2, $3, 'Asha Verma', $4, 5000)`,
      [newId(), `KF-${n}`, client, String(9_800_000_000 + n)],
    );
}

async function states(): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; state: string }>(
    'select id, state from messages',
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** What waits for its time or for a dead process's claim to run out, waits no longer. */
const hurry = async () => {
  await pool.query(`update messages set next_at = now() where state = 'QUEUED'`);
  await pool.query(
    `update messages set claimed_until = now() where state = 'SENDING' and updated_at < now() - interval '5 seconds'`,
  );
};

/** Whether a state says what may be known of a message that the gateway took, or did not. */
const isTrue = (state: string, wasTaken: boolean) =>
  (wasTaken ? ['SENT', 'UNKNOWN'] : ['FAILED', 'UNKNOWN']).includes(state);

const patience = { timeout: 90_000, interval: 250 };

test('each message is taken at most once, and each stands in the books with what is known of it', async () => {
  await addLoans();
  const random = seededRandom('gateway');
  const manners: Manner[] = [200, 200, 200, 200, 200, 503, 429, 'CUT', 'TAKE_AND_500', 400];
  // One that hangs holds up the others of its batch for the whole patience: few do.
  gateway.treat(() => (random.chance(0.01) ? 'HANG' : random.pick(manners)));
  const template = await post<{ _id: string }>('/message-templates', {
    channel: 'SMS',
    language: 'en',
    name: 'Reminder',
    body: 'Loan {Loan_ID}: {Total_Due_Amount} is due.',
  });
  const run = { templateId: template._id, choice: { matching: {} } };
  await post('/messages/runs', run);
  for (let kill = 1; kill <= kills; kill += 1) {
    // Each kill comes while messages are on their way.
    const share = (loans * kill) / (kills + 1) / 2;
    await expect.poll(() => gateway.received.length, patience).toBeGreaterThan(share);
    await product.kill();
    await product.restart();
  }
  const waiting = async () => {
    await hurry();
    const all = [...(await states()).values()];
    return all.length < loans || all.some((state) => state === 'QUEUED' || state === 'SENDING');
  };
  await expect.poll(waiting, patience).toBe(false);
  const taken = gateway.taken();
  const known = await states();
  expect(known.size).toBe(loans);
  expect([...taken.values()].filter((times) => times > 1)).toEqual([]);
  // What was taken is never called failed; what is called sent was taken; of the rest it is so, or nobody knows.
  expect([...known].filter(([id, state]) => !isTrue(state, taken.has(id)))).toEqual([]);
  expect([...known.values()].filter((state) => state === 'SENT').length).toBeGreaterThan(loans / 4);
}, 240_000);
