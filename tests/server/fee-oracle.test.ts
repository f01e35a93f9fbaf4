import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { employeeRevenueCalls } from '../../contract/employee-revenue.ts';
import { casesOf, givenSeed } from '../support/cases.ts';
import { employeeFees, invoiceLines } from '../support/fee-oracle.ts';
import { beginStory, disputeSome, happen, MONTHS } from '../support/fee-story.ts';
import type { Story } from '../support/fee-story.ts';
import { revenueOf } from '../support/revenue.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

/*
 * Generated lenders, four months each: agreements that change in the middle of a month, slabs whose edge is just what came
 * in, payments told late, reversals before and after their invoice, visits that are taken back, settlements that are
 * fulfilled and fall, disputes that are accepted, rejected or open. Each draft and each sent invoice is what docs/money.md
 * says, to the paisa, and so is what people earned. SEED=... CASES=1 repeats a failure.
 */

const STORIES = casesOf(200 / MONTHS.length);
const seed = givenSeed ?? String(Math.floor(Math.random() * 1_000_000));

let server: TestServer;
const { draft, lines, read, sayWhoSends, sent } = revenueOf(() => server);

beforeAll(async () => {
  server = await startTestServer();
  // Settlements fall when the story says so, not when their payments do.
  await server.upkeep.stop();
  await sayWhoSends();
});
afterAll(async () => server.close());

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
      const stored = (await lines(each.id)).map((line) => Object.assign(line, { dispute: null }));
      expect(stored).toEqual(each.stored);
      const { state: _state, history: _history, openDisputes: _open, ...invoice } = each.invoice;
      expect(await read(each.id)).toMatchObject(invoice);
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
    expect(told.size).toBeGreaterThan(0);
    const query = { month, pageSize: '200' };
    const answer = await server.call('GET', '/revenues', { as: 'admin', query });
    const { data } = answer.json<CallAnswer<typeof employeeRevenueCalls.listRevenues>>();
    const earned = data.filter(({ fee }) => fee !== 0).map((row) => [row.personId ?? '', row.fee]);
    expect(new Map(earned as [string, number][]), `seed ${seed}`).toEqual(
      new Map([...told].filter(([, fee]) => fee !== 0)),
    );
  },
);

test('numbers of all of them have no gap', async () => {
  const { rows } = await server.db.execute<{ sequence: number }>(
    sql`select sequence from invoices where number is not null order by sequence`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => at + 1));
});
