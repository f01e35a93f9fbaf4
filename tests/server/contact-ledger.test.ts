import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { ContactFacts, ContactQuestion } from '../../contract/contact-rules.ts';
import { claimContact, noteContacts } from '../../server/contact-gate/contact-gate-service.ts';
import { newId } from '../../server/ids.ts';
import { seededRandom } from '../../server/random.ts';
import type { Random } from '../../server/random.ts';
import { casesOf, givenSeed } from '../support/cases.ts';
import { oracleAllows } from '../support/contact-oracle.ts';
import { testServer } from '../support/server.ts';

const CONTACTS = casesOf(2000);
const SEED = givenSeed ?? '7';
const STORIES = 6;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Two weeks around the night on which New York's clocks change. */
const START = Date.parse('2026-03-01T00:00:00Z');
const ZONE = 'America/New_York';

const server = testServer();

beforeAll(async () => {
  await server.db
    .execute(sql`update contact_policies set per_day = 2, per_week = 5, days_after_talk = 2,
    messages_per_day = 2, own_from = '08:00', own_to = '19:00', time_zone = ${ZONE}, closed_weekdays = '{0}',
    festival_days = '{2026-03-10}'`);
});

const LIMITS = {
  isWorked: true,
  zone: ZONE,
  from: '08:00',
  to: '19:00',
  closedWeekdays: [0],
  festivalDays: ['2026-03-10'],
  perDay: 2,
  perWeek: 5,
  daysAfterTalk: 2,
  messagesPerDay: 2,
  allowsThirdParties: false,
  avoidTimes: [],
  numbers: [],
};

interface Known {
  id: string;
  loanId: string;
  channel: ContactQuestion['channel'];
  number: string | null;
  at: Date;
  isTalk: boolean;
}

/** A borrower with two loans and one number, as the test itself remembers everything. */
class Borrower {
  readonly known: Known[] = [];
  readonly holds = new Map<string, ContactFacts['holds']>();
  readonly #random: Random;
  readonly number: string;
  readonly loans: readonly string[];

  constructor(random: Random, number: string, loans: readonly string[]) {
    this.#random = random;
    this.number = number;
    this.loans = loans;
  }

  facts(loanId: string): ContactFacts {
    return {
      ...LIMITS,
      holds: this.holds.get(loanId) ?? [],
      attempts: this.known.map((each) => ({
        id: each.id,
        channel: each.channel,
        number: each.number,
        at: each.at.toISOString(),
        isTalk: each.isTalk,
        isOfLoan: each.loanId === loanId,
      })),
    };
  }

  next(): Known {
    const random = this.#random;
    const channel = random.pick(['CALL', 'CALL', 'DIALER', 'VISIT', 'SMS', 'WHATSAPP'] as const);
    return {
      id: newId(),
      loanId: random.pick(this.loans),
      channel,
      number: channel === 'VISIT' ? null : this.number,
      // Mostly by day, in any order.
      at: new Date(START + random.between(0, 14) * DAY + random.between(11 * 60, 26 * 60) * 60_000),
      isTalk: random.chance(0.15),
    };
  }

  allows(contact: Known, isHappened: boolean): boolean {
    const { id, channel, number, at } = contact;
    const isTalk = isHappened && contact.isTalk;
    return oracleAllows(this.facts(contact.loanId), { attemptId: id, channel, number, at, isTalk });
  }
}

const decisionOf = async (id: string) => {
  const { rows } = await server.db.execute<{ decision: string; reason: string | null }>(
    sql`select decision, reason from contact_attempts where id = ${id}`,
  );
  return rows[0];
};

const explain = (contact: Known, borrower: Borrower) =>
  JSON.stringify({ contact, facts: borrower.facts(contact.loanId) });

async function claimOne(borrower: Borrower): Promise<void> {
  const contact = borrower.next();
  const expected = borrower.allows(contact, false);
  const answer = await server.db.transaction((tx) => claimContact(tx, claimOf(contact), ZONE));
  expect(answer.isAllowed, explain(contact, borrower)).toBe(expected);
  expect((await decisionOf(contact.id))?.decision).toBe(expected ? 'ALLOWED' : 'REFUSED');
  if (expected) borrower.known.push({ ...contact, isTalk: false });
}

const claimOf = ({ id, loanId, channel, number, at }: Known) => ({
  attemptId: id,
  loanId,
  channel,
  number,
  at,
  agentId: server.people.collector.id,
});

const happenedOf = ({ id, loanId, channel, number, at, isTalk }: Known) => ({
  attemptId: id,
  loanId,
  channel,
  number,
  at,
  agentId: server.people.fieldagent.id,
  isConversation: isTalk,
  isReplay: true,
});

/** Work of a phone: some contacts at once, some of them twice; none is refused, those against a rule are breaches. */
async function deliver(borrower: Borrower, count: number): Promise<void> {
  const contacts = Array.from({ length: count }, () => borrower.next());
  const expected = contacts.map((contact) => {
    const isAllowed = borrower.allows(contact, true);
    borrower.known.push(contact);
    return isAllowed ? 'ALLOWED' : 'BREACH';
  });
  for (let again = 0; again < 2; again += 1)
    await server.db.transaction((tx) => noteContacts(tx, contacts.map(happenedOf), ZONE));
  for (const [place, contact] of contacts.entries())
    expect((await decisionOf(contact.id))?.decision, explain(contact, borrower)).toBe(
      expected[place],
    );
}

/** Several claims of the same moment at once: exactly as many are allowed as one after the other would be. */
async function race(borrower: Borrower): Promise<void> {
  const contact = { ...borrower.next(), channel: 'CALL' as const, number: borrower.number };
  const racers = Array.from({ length: 4 }, () => ({ ...contact, id: newId() }));
  let expected = 0;
  const before = [...borrower.known];
  for (const racer of racers)
    if (borrower.allows(racer, false)) {
      expected += 1;
      borrower.known.push({ ...racer, isTalk: false });
    }
  borrower.known.splice(0, borrower.known.length, ...before);
  const answers = await Promise.all(
    racers.map((racer) => server.db.transaction((tx) => claimContact(tx, claimOf(racer), ZONE))),
  );
  const allowed = racers.filter((_, place) => answers[place]?.isAllowed === true);
  expect(allowed, explain(contact, borrower)).toHaveLength(expected);
  for (const racer of allowed) borrower.known.push({ ...racer, isTalk: false });
}

async function hold(borrower: Borrower, random: Random): Promise<void> {
  const loanId = random.pick(borrower.loans);
  const from = new Date(START + random.between(0, 14 * 24) * HOUR);
  const until = new Date(from.getTime() + random.between(1, 72) * HOUR);
  await server.db.execute(sql`insert into contact_holds (id, loan_id, kind, starts_at, ends_at)
    values (${newId()}, ${loanId}, 'HARDSHIP', ${from.toISOString()}, ${until.toISOString()})`);
  const span = { from: from.toISOString(), until: until.toISOString() };
  const standing = borrower.holds.get(loanId) ?? [];
  borrower.holds.set(loanId, [...standing, { kind: 'HARDSHIP', channel: null, ...span }]);
}

async function tell(story: number, contacts: number): Promise<void> {
  const random = seededRandom(`${SEED}/${story}`);
  let made = 0;
  for (let borrowers = 0; made < contacts; borrowers += 1) {
    const number = String(6_000_000_000 + story * 10_000_000 + borrowers);
    const loan = { collectorId: server.people.collector.id, mobileNumber: number };
    const loans = [await server.addLoan(loan), await server.addLoan(loan)];
    const borrower = new Borrower(random, number, loans);
    for (let step = 0; step < 20 && made < contacts; step += 1) {
      const kind = random.between(0, 9);
      if (kind < 5) await claimOne(borrower);
      else if (kind < 8) await deliver(borrower, random.between(1, 3));
      else if (kind < 9) await race(borrower);
      else await hold(borrower, random);
      made = made + 1 + (kind >= 5 && kind < 9 ? 2 : 0);
    }
  }
}

it(
  `of some ${CONTACTS} random contacts none is allowed that the oracle forbids`,
  { timeout: 0 },
  async () => {
    const each = Math.ceil(CONTACTS / STORIES);
    await Promise.all(Array.from({ length: STORIES }, (_, story) => tell(story, each)));
    const { rows } = await server.db.execute<{ decision: string; count: number }>(
      sql`select decision, count(*)::int as count from contact_attempts group by 1`,
    );
    const counts = Object.fromEntries(rows.map(({ decision, count }) => [decision, count]));
    expect(counts['ALLOWED']).toBeGreaterThan(CONTACTS / 20);
    expect(counts['REFUSED']).toBeGreaterThan(CONTACTS / 20);
    expect(counts['BREACH']).toBeGreaterThan(CONTACTS / 20);
  },
);
