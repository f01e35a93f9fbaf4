import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { employeeRevenueCalls } from '../../contract/employee-revenue.ts';
import { newId } from '../../server/ids.ts';
import { casesOf, givenSeed } from '../support/cases.ts';
import { employeeFees, invoiceLines } from '../support/fee-oracle.ts';
import { beginStory, disputeSome, happen, MONTHS } from '../support/fee-story.ts';
import type { Story } from '../support/fee-story.ts';
import { pay, revenueOf } from '../support/revenue.ts';
import { testServer } from '../support/server.ts';

/*
 * Generated lenders, four months each: agreements that change in the middle of a month, slabs whose edge is just what came
 * in, payments told late, reversals before and after their invoice, visits that are taken back, settlements that are
 * fulfilled and fall, disputes that are accepted, rejected or open. Each draft and each sent invoice is what docs/money.md
 * says, to the paisa, and so is what people earned. SEED=... CASES=1 repeats a failure.
 */

const STORIES = casesOf(200 / MONTHS.length);
const seed = givenSeed ?? String(Math.floor(Math.random() * 1_000_000));

const server = testServer();
const { agree, draft, lines, read, sayWhoSends, sent } = revenueOf(() => server);

beforeAll(async () => {
  // Settlements fall when the story says so, not when their payments do.
  await server.upkeep.stop();
  await sayWhoSends('27AAPFU0939F1ZV');
});

const bySource = (a: { source: string }, b: { source: string }) => (a.source < b.source ? -1 : 1);

/** Drafts a month, compares it, sends it, compares it again. */
async function bill(story: Story, month: string, name: string) {
  const { books, clientId } = story;
  const id = await draft(month, clientId);
  const expected = invoiceLines(books, month).toSorted(bySource);
  const told = async () =>
    (await lines(id))
      .map(({ source, kind, onDate, fee, gst, tds }) => ({
        source,
        kind,
        onDate,
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
      isDisputeAccepted: false,
    });
  await disputeSome(server, story, id);
  return { id, invoice, stored };
}

const stories: Story[] = [];

test.each(Array.from({ length: STORIES }, (_, at) => `${seed}/${at}`))(
  'invoices of a generated lender are what the page says, to the paisa (%s)',
  async (name) => {
    const story = await beginStory(server, name);
    stories.push(story);
    const kept = [];
    for (const month of MONTHS) {
      await happen(server, story, month);
      kept.push(await bill(story, month, name));
    }
    for (const each of kept.filter((one) => one !== null)) {
      const later = { dispute: null, creditedIn: null };
      const stored = (await lines(each.id)).map((line) => Object.assign(line, later));
      expect(stored).toEqual(each.stored);
      const { state: _s, history: _h, openDisputes: _o, correctedBy: _c, ...frozen } = each.invoice;
      expect(await read(each.id)).toMatchObject(frozen);
    }
  },
  60_000,
);

test.each(MONTHS)(
  'what people earned in %s is their part of all of these fees, to the paisa',
  async (month) => {
    const told = new Map<string, number>();
    for (const { books } of stories)
      for (const [person, fee] of employeeFees(books, month))
        told.set(person, (told.get(person) ?? 0) + Number(fee));
    const query = { month, pageSize: '200' };
    const answer = await server.call('GET', '/revenues', { as: 'admin', query });
    const { data } = answer.json<CallAnswer<typeof employeeRevenueCalls.listRevenues>>();
    const earned = data.filter(({ fee }) => fee !== 0).map((row) => [row.personId ?? '', row.fee]);
    expect(new Map(earned as [string, number][]), `seed ${seed}`).toEqual(
      new Map([...told].filter(([, fee]) => fee !== 0)),
    );
  },
);

const hasEarners = ({ books }: Story): boolean =>
  MONTHS.some((month) => [...employeeFees(books, month).values()].some((fee) => fee !== 0n));

test('in some of the months somebody earned', () => {
  expect(stories.some(hasEarners)).toBe(true);
});

test('numbers of all of them have no gap', async () => {
  const { rows } = await server.db.execute<{ sequence: number }>(
    sql`select sequence from invoices where number is not null order by sequence`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => at + 1));
});

test('what a sent month missed is billed later by all of the month, however old its other payments are', async () => {
  const clientId = newId();
  await server.db.execute(sql`insert into clients (id, name) values (${clientId}, 'Late Lender')`);
  const any = { product: null, bucket: null, mode: null, ageFrom: null, ageTo: null };
  const slabs = [
    { fromAmount: 0, percent: 5 },
    { fromAmount: 3000, percent: 10 },
  ];
  const rates = [
    { ...any, mode: 'SETTLEMENT', slabs: [{ fromAmount: 0, percent: 20 }] },
    { ...any, product: 'Gold', slabs },
  ];
  expect((await agree('2025-01-01', { rates }, clientId)).statusCode).toBe(200);
  const [gold, bike] = [await server.addLoan({ clientId }), await server.addLoan({ clientId })];
  const january = { paidOn: '2025-01-10', loanThen: { product: 'Gold', bucket: null, dpd: 40 } };
  await pay(server, { ...january, loanId: gold, amount: 2000 });
  await pay(server, {
    ...january,
    loanId: bike,
    amount: 500,
    loanThen: { ...january.loanThen, product: 'Bike' },
  });
  // As they are when an invoice is sent: stored long before.
  await server.db.execute(
    sql`update payments set created_at = now() - interval '9 days' where client_id = ${clientId}`,
  );
  expect(await sent(await draft('2025-01-01', clientId))).toMatchObject({ fee: 10_000 });
  const february = await draft('2025-02-01', clientId);
  expect(await lines(february)).toEqual([]);
  await pay(server, { ...january, loanId: gold, amount: 1500 });
  const late = { fee: 15_000, onDate: '2025-01-10', percent: 10 };
  expect(await lines(february)).toMatchObject([late]);
  expect(await read(february)).toMatchObject({ fee: 15_000, lineCount: 1 });
  await server.db.execute(sql`update payments set created_at = now() - interval '9 days'
    where client_id = ${clientId} and amount = 1500`);
  const { id } = server.people.admin;
  await server.db
    .execute(sql`insert into settlements (id, loan_id, client_id, state, kind, offered_amount, due_amount,
      valid_until, instalments, reason, proposed_by, proposed_at, offered_on, maker_id, is_flagged, is_restructuring,
      grace_days, letter_at, waived_amount, waits_for)
    values (${newId()}, ${bike}, ${clientId}, 'ACTIVE', 'ONE_TIME', 4000, 5000, '2025-12-31', '[]', 'OTHER', ${id}, now(),
      '2025-01-05', ${id}, false, false, 3, now(), null,
        'PAYMENT')`);
  const both = (await lines(february)).toSorted((one, other) => other.fee - one.fee);
  expect(both).toMatchObject([late, { base: 500, percent: 20, onDate: '2025-01-10' }]);
});
