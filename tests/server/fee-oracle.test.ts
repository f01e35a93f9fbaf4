import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeeTerms } from '../../contract/fee-agreement.ts';
import { newId } from '../../server/ids.ts';
import { seededRandom } from '../../server/random.ts';
import { casesOf, givenSeed } from '../support/cases.ts';
import { broughtBy, invoiceLines } from '../support/fee-oracle.ts';
import type { OracleAgreement, OracleBooks, OraclePayment } from '../support/fee-oracle.ts';
import { pay, revenueOf } from '../support/revenue.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

/*
 * Generated lenders, four months each: agreements that change in the middle of a month, slabs whose edge is just what came
 * in, payments told late, reversals before and after their invoice. Each draft and each sent invoice is what docs/money.md
 * says, to the paisa. SEED=... CASES=1 repeats a failure.
 */

const MONTHS = ['2024-06-01', '2024-07-01', '2024-08-01', '2024-09-01'] as const;
const STORIES = casesOf(200 / MONTHS.length);
const seed = givenSeed ?? String(Math.floor(Math.random() * 1_000_000));

let server: TestServer;
const { draft, lines, read, sayWhoSends, sent } = revenueOf(() => server);

beforeAll(async () => {
  server = await startTestServer();
  await sayWhoSends();
});
afterAll(async () => server.close());

type Random = ReturnType<typeof seededRandom>;

const oneOf = <Value>(random: Random, values: readonly Value[]): Value =>
  values[random.between(0, values.length - 1)] as Value;
const percentOf = (random: Random) => random.between(0, 2500) / 100;
const dayOf = (random: Random, month: string) =>
  `${month.slice(0, 8)}${String(random.between(1, 30)).padStart(2, '0')}`;

function rateOf(random: Random): FeeTerms['rates'][number] {
  const edges = [0, random.between(1, 20_000), random.between(20_001, 90_000)];
  return {
    product: oneOf(random, [null, null, 'PL', 'gl']),
    bucket: oneOf(random, [null, null, '1']),
    mode: oneOf(random, [null, null, 'upi']),
    ageFrom: oneOf(random, [null, null, 30]),
    ageTo: oneOf(random, [null, null, 60]),
    slabs: edges
      .slice(random.between(0, 1), random.between(2, 3))
      .map((fromAmount) => ({ fromAmount, percent: percentOf(random) })),
  };
}

const termsOf = (random: Random): FeeTerms => ({
  rates: Array.from({ length: random.between(1, 3) }, () => rateOf(random)),
  minimumFee: oneOf(random, [null, null, 500, 20_000]),
  visitFee: oneOf(random, [0, 75, 151]),
  settlementFee: 0,
  gstPercent: oneOf(random, [18, 12, 0, 5.25]),
  tdsPercent: oneOf(random, [2, 10, 0, 0.75]),
});

function paymentOf(random: Random, loanIds: readonly string[], month: string): OraclePayment {
  return {
    id: '',
    loanId: oneOf(random, loanIds),
    amount: random.between(1, 30_000),
    paidOn: dayOf(random, month),
    mode: oneOf(random, [null, 'UPI', 'CASH']),
    loanThen: {
      product: oneOf(random, [null, 'PL', 'GL']),
      bucket: oneOf(random, [null, '1', '2']),
      dpd: oneOf(random, [null, 29, 30, 60, 61]),
    },
    isReversed: false,
  };
}

/** Puts an edge of a slab where a month's money just reaches it, or is a rupee short of it. */
function atTheEdge(random: Random, books: OracleBooks, month: string, agreement: OracleAgreement) {
  for (const [at, rate] of agreement.terms.rates.entries()) {
    const brought = broughtBy(books, month, agreement, at);
    const last = rate.slabs.at(-1);
    if (brought > 1 && last !== undefined && random.between(0, 1) === 0)
      last.fromAmount = brought + random.between(0, 1);
  }
  for (const rate of agreement.terms.rates)
    rate.slabs = [...new Map(rate.slabs.map((slab) => [slab.fromAmount, slab])).values()];
}

/** One of a lender's stories as it goes on. */
interface Story {
  readonly random: Random;
  readonly books: OracleBooks;
  readonly clientId: string;
  readonly loanIds: string[];
}

async function begin(name: string): Promise<Story> {
  const clientId = newId();
  await server.db.execute(
    sql`insert into clients (id, name) values (${clientId}, ${`Lender ${name}`})`,
  );
  const loanIds = [await server.addLoan({ clientId }), await server.addLoan({ clientId })];
  const books = {
    agreements: [],
    payments: [],
    visits: [],
    billed: new Map(),
    sentMonths: new Set<string>(),
  };
  return { random: seededRandom(name), books, clientId, loanIds };
}

/** What happens in a month: payments of it and late ones, visits, reversals, new agreements. */
async function happen({ random, books, clientId, loanIds }: Story, month: string): Promise<void> {
  const fresh = Array.from({ length: random.between(3, 12) }, () => {
    const isLate = random.between(0, 3) === 0;
    return paymentOf(random, loanIds, isLate ? oneOf(random, MONTHS) : month);
  });
  for (const payment of fresh) {
    const { loanId, amount, paidOn, mode, loanThen } = payment;
    const told = { loanId, amount, paidOn, loanThen, ...(mode !== null && { mode }) };
    books.payments.push({ ...payment, id: await pay(server, told) });
  }
  for (const payment of books.payments)
    if (!payment.isReversed && random.between(0, 6) === 0) {
      payment.isReversed = true;
      await server.db.execute(
        sql`update payments set reversed_at = now() where id = ${payment.id}`,
      );
    }
  for (let left = random.between(0, 4); left > 0; left -= 1) {
    const visit = { loanId: oneOf(random, loanIds), day: dayOf(random, month) };
    books.visits.push(visit);
    await server.db
      .execute(sql`insert into dispositions (id, loan_id, channel, agent_id, code, disposition_class, recorded_at)
      values (gen_random_uuid(), ${visit.loanId}, 'FIELD', ${server.people.fieldagent.id}, 'FIELD_DOOR_LOCKED',
        'NOT_CONTACTED', (${visit.day}::date + time '23:30') at time zone 'Asia/Kolkata')`);
  }
  const isFirst = books.agreements.length === 0;
  if (!isFirst && random.between(0, 1) === 0) return;
  const validFrom = isFirst ? month : dayOf(random, month);
  const validTo = random.between(0, 4) === 0 ? `${month.slice(0, 8)}30` : null;
  const agreement = { validFrom, validTo, terms: termsOf(random) };
  const others = books.agreements.filter((each) => each.validFrom !== validFrom);
  books.agreements.splice(0, books.agreements.length, ...others, agreement);
  atTheEdge(random, books, month, agreement);
  const answer = await server.call('PUT', `/fee-agreements/${clientId}`, {
    as: 'admin',
    body: agreement,
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

const bySource = (a: { source: string }, b: { source: string }) => (a.source < b.source ? -1 : 1);

/** Drafts a month, compares it, sends it, compares it again. */
async function bill({ books, clientId }: Story, month: string, name: string) {
  const id = await draft(month, clientId);
  const expected = invoiceLines(books, month).toSorted(bySource);
  const told = async () =>
    (await lines(id))
      .map(({ source, kind, fee, gst, tds }) => ({
        source,
        kind,
        fee: BigInt(fee),
        gst: BigInt(gst),
        tds: BigInt(tds),
      }))
      .toSorted(bySource);
  expect(await told(), `${name}, draft of ${month}`).toEqual(expected);
  if (expected.length === 0) return null;
  const invoice = await sent(id);
  expect(await told(), `${name}, invoice of ${month}`).toEqual(expected);
  const sumOf = (of: 'fee' | 'gst' | 'tds') =>
    Number(expected.reduce((sum, line) => sum + line[of], 0n));
  expect(invoice).toMatchObject({ fee: sumOf('fee'), gst: sumOf('gst'), tds: sumOf('tds') });
  books.sentMonths.add(month);
  const stored = await lines(id);
  for (const line of expected)
    books.billed.set(line.source, {
      ...line,
      id: stored.find(({ source }) => source === line.source)?._id ?? '',
    });
  return { id, invoice, stored };
}

test.each(Array.from({ length: STORIES }, (_, at) => `${seed}/${at}`))(
  'invoices of a generated lender are what the page says, to the paisa (%s)',
  async (name) => {
    const story = await begin(name);
    const kept = [];
    for (const month of MONTHS) {
      await happen(story, month);
      kept.push(await bill(story, month, name));
    }
    for (const each of kept.filter((one) => one !== null)) {
      expect(await lines(each.id)).toEqual(each.stored);
      expect(await read(each.id)).toEqual(each.invoice);
    }
  },
  60_000,
);

test('numbers of all of them have no gap', async () => {
  const { rows } = await server.db.execute<{ sequence: number }>(
    sql`select sequence from invoices where number is not null order by sequence`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => at + 1));
});
