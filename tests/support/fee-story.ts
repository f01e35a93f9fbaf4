import { sql } from 'drizzle-orm';
import type { FeeTerms } from '../../contract/fee-agreement.ts';
import { newId } from '../../server/ids.ts';
import { attributePayments } from '../../server/payments/attribution-service.ts';
import { seededRandom } from '../../server/random.ts';
import { broughtBy } from './fee-oracle.ts';
import type {
  OracleAgreement,
  OracleBooks,
  OraclePayment,
  OracleSettlement,
} from './fee-oracle.ts';
import { pay } from './revenue.ts';
import type { TestServer } from './server.ts';

/* A generated lender's months: what happens in them, stored and told. */

/** The months of a story. */
export const MONTHS = ['2024-06-01', '2024-07-01', '2024-08-01', '2024-09-01'] as const;

type Random = ReturnType<typeof seededRandom>;

const percentOf = (random: Random) => random.between(0, 2500) / 100;
const dayOf = (random: Random, month: string) =>
  `${month.slice(0, 8)}${String(random.between(1, 30)).padStart(2, '0')}`;

function rateOf(random: Random): FeeTerms['rates'][number] {
  const edges = [0, random.between(1, 20_000), random.between(20_001, 90_000)];
  return {
    product: random.pick([null, null, 'PL', 'gl']),
    bucket: random.pick([null, null, '1']),
    mode: random.pick([null, null, 'upi', 'settlement']),
    ageFrom: random.pick([null, null, 30]),
    ageTo: random.pick([null, null, 60]),
    slabs: edges
      .slice(random.between(0, 1), random.between(2, 3))
      .map((fromAmount) => ({ fromAmount, percent: percentOf(random) })),
  };
}

const termsOf = (random: Random): FeeTerms => ({
  rates: Array.from({ length: random.between(1, 3) }, () => rateOf(random)),
  minimumFee: random.pick([null, null, 500, 20_000]),
  visitFee: random.pick([0, 75, 151]),
  settlementFee: random.pick([0, 250, 999]),
  gstPercent: random.pick([18, 12, 0, 5.25]),
  tdsPercent: random.pick([2, 10, 0, 0.75]),
});

/** Shares under the story's rule: so many percent are the holder's, the rest is of whom the payment names. */
function sharesOf({ random, agents, holderPercent }: Story, amount: number) {
  const part = Math.floor((amount * holderPercent) / 100);
  const shares = [
    { personId: random.pick(agents), amount: part },
    { personId: random.pick(agents), amount: amount - part },
  ] as const;
  return { holder: shares[0], credited: shares[1] };
}

function paymentOf({ random, loanIds }: Story, month: string): Omit<OraclePayment, 'shares'> {
  return {
    id: '',
    loanId: random.pick(loanIds),
    amount: random.between(1, 30_000),
    paidOn: dayOf(random, month),
    mode: random.pick([null, 'UPI', 'CASH']),
    loanThen: {
      product: random.pick([null, 'PL', 'GL']),
      bucket: random.pick([null, '1', '2']),
      dpd: random.pick([null, 29, 30, 60, 61]),
    },
    isReversed: false,
  };
}

/** Puts an edge of a slab where a month's money just reaches it, or is a rupee short of it. */
function atTheEdge({ random, books }: Story, month: string, agreement: OracleAgreement): void {
  for (const [at, rate] of agreement.terms.rates.entries()) {
    const brought = broughtBy(books, month, agreement, at);
    const last = rate.slabs.at(-1);
    if (brought > 1 && last !== undefined && random.chance(0.5))
      last.fromAmount = brought + random.between(0, 1);
  }
  for (const rate of agreement.terms.rates)
    rate.slabs = [...new Map(rate.slabs.map((slab) => [slab.fromAmount, slab])).values()];
}

/** One of a lender's stories as it goes on. */
export interface Story {
  readonly random: Random;
  readonly books: OracleBooks;
  readonly clientId: string;
  readonly loanIds: readonly string[];
  /** Ids of who may be paid to, visit and propose. */
  readonly agents: readonly string[];
  readonly holderPercent: number;
}

const AGENTS = ['collector', 'collector2', 'fieldagent', 'fieldagent2'] as const;

/** A lender with two loans that nothing happened to yet. */
export async function beginStory(server: TestServer, name: string): Promise<Story> {
  const clientId = newId();
  const random = seededRandom(name);
  const gst = random.pick([null, '27AAPFU0939F1ZV', '29AAGCB7383J1Z4']);
  await server.db.execute(
    sql`insert into clients (id, name, gst) values (${clientId}, ${`Lender ${name}`}, ${gst})`,
  );
  const holderPercent = random.between(1, 99);
  const parts = [
    { basis: 'HOLDER', percent: holderPercent, withinDays: 0 },
    { basis: 'CREDITED', percent: 100 - holderPercent, withinDays: 0 },
  ];
  await server.db
    .execute(sql`insert into attribution_rules (id, client_id, valid_from, parts, set_by)
    values (${newId()}, ${clientId}, '2024-01-01', ${JSON.stringify(parts)}::jsonb, ${server.people.admin.id})`);
  return {
    random,
    holderPercent,
    books: {
      isOfState: gst?.startsWith('27') === true,
      agreements: [],
      payments: [],
      visits: [],
      settlements: [],
      billed: new Map(),
      sentMonths: new Set<string>(),
    },
    clientId,
    loanIds: [await server.addLoan({ clientId }), await server.addLoan({ clientId })],
    agents: AGENTS.map((agent) => server.people[agent].id),
  };
}

async function payAndReverse(server: TestServer, story: Story, month: string): Promise<void> {
  const { random, books } = story;
  for (let left = random.between(3, 12); left > 0; left -= 1) {
    const payment = paymentOf(story, random.chance(0.25) ? random.pick(MONTHS) : month);
    const { loanId, amount, paidOn, mode, loanThen } = payment;
    const { holder, credited } = sharesOf(story, amount);
    const collectorId = credited.personId;
    const told = { loanId, amount, paidOn, loanThen, collectorId, ...(mode !== null && { mode }) };
    const id = await pay(server, told);
    await server.db.execute(sql`update payments set had_id = ${holder.personId} where id = ${id}`);
    books.payments.push({ ...payment, id, shares: [holder, credited] });
  }
  await attributePayments(server.db, story.loanIds);
  for (const payment of books.payments)
    if (!payment.isReversed && random.chance(1 / 7)) {
      payment.isReversed = true;
      await server.db.execute(
        sql`update payments set reversed_at = now() where id = ${payment.id}`,
      );
    }
}

async function visitAndTakeBack({ db }: TestServer, story: Story, month: string): Promise<void> {
  const { random, books, loanIds, agents } = story;
  for (let left = random.between(0, 4); left > 0; left -= 1) {
    const visit = {
      id: newId(),
      loanId: random.pick(loanIds),
      day: dayOf(random, month),
      // In UTC the first and the last of them are on other days; no two are at the same time.
      time: `${random.pick(['00', '12', '23'])}:${String(books.visits.length).padStart(2, '0')}`,
      agentId: random.pick(agents),
    };
    books.visits.push(visit);
    await db.execute(sql`insert into dispositions (id, loan_id, channel, agent_id, code, disposition_class, recorded_at)
      values (${visit.id}, ${visit.loanId}, 'FIELD', ${visit.agentId}, 'FIELD_DOOR_LOCKED',
        'NOT_CONTACTED', (${visit.day}::date + ${visit.time}::time) at time zone 'Asia/Kolkata')`);
  }
  const gone = books.visits.length > 0 && random.chance(0.3) ? random.pick(books.visits) : null;
  if (gone === null) return;
  books.visits.splice(books.visits.indexOf(gone), 1);
  await db.execute(sql`delete from dispositions where id = ${gone.id}`);
}

async function storeSettlement({ db }: TestServer, clientId: string, told: OracleSettlement) {
  const { id, loanId, state, proposerId, offeredOn, hasLetter, fulfilledOn } = told;
  const waitsFor = state === 'ACTIVE' ? 'PAYMENT' : null;
  const waived = state === 'FULFILLED' ? 1000 : null;
  const fulfilledAt = fulfilledOn === null ? null : `${fulfilledOn}T10:00:00Z`;
  const letterAt = hasLetter ? `${offeredOn}T10:00:00Z` : null;
  await db.execute(sql`insert into settlements (id, loan_id, client_id, state, kind, offered_amount, due_amount,
      valid_until, instalments, reason, proposed_by, proposed_at, offered_on, maker_id, is_flagged, is_restructuring,
      grace_days, letter_at, waived_amount, fulfilled_at, fulfilled_on, waits_for)
    values (${id}, ${loanId}, ${clientId}, ${state}, 'ONE_TIME', 4000, 5000, '2024-12-31', '[]', 'OTHER', ${proposerId},
      now(), ${offeredOn}, ${proposerId}, false, false, 3, ${letterAt}, ${waived}, ${fulfilledAt}, ${fulfilledOn},
      ${waitsFor})
    on conflict (id) do update set state = excluded.state,
      waived_amount = excluded.waived_amount, fulfilled_at = excluded.fulfilled_at, fulfilled_on = excluded.fulfilled_on,
      waits_for = excluded.waits_for`);
}

const billedDays = (books: Story['books'], id: string): string[] =>
  [...books.billed.values()]
    .filter(({ source }) => source.startsWith(`settlement:${id}:`))
    .map(({ onDate }) => onDate);

/** Settlements that are offered, fulfilled, fall when a payment is reversed, and are fulfilled again on that day or later. */
async function settle(server: TestServer, story: Story, month: string): Promise<void> {
  const { random, books, clientId, loanIds, agents } = story;
  const day = dayOf(random, month);
  const isOpen = (loanId: string) =>
    books.settlements.some((each) => each.loanId === loanId && each.state === 'ACTIVE');
  for (const each of books.settlements)
    if (each.state === 'FULFILLED' && random.chance(0.3)) {
      each.state = isOpen(each.loanId) ? 'BROKEN' : random.pick(['ACTIVE', 'BROKEN']);
      each.fulfilledOn = null;
      await storeSettlement(server, clientId, each);
    } else if (each.state === 'ACTIVE' && random.chance(0.5)) {
      each.state = 'FULFILLED';
      // The same money told anew counts on its own day.
      const [before] = billedDays(books, each.id);
      each.fulfilledOn = before !== undefined && random.chance(0.5) ? before : day;
      await storeSettlement(server, clientId, each);
    }
  const loanId = random.pick(loanIds);
  if (isOpen(loanId) || random.chance(0.3)) return;
  const state = random.pick(['FULFILLED', 'FULFILLED', 'ACTIVE', 'BROKEN', 'REJECTED'] as const);
  const settlement = {
    id: newId(),
    loanId,
    offeredOn: day,
    hasLetter: state !== 'REJECTED',
    proposerId: random.pick(agents),
    state,
    fulfilledOn: state === 'FULFILLED' ? day : null,
  };
  books.settlements.push(settlement);
  await storeSettlement(server, clientId, settlement);
}

/** What happens in a month: payments of it and late ones, visits, settlements, what falls, new agreements. */
export async function happen(server: TestServer, story: Story, month: string): Promise<void> {
  const { random, books, clientId } = story;
  await settle(server, story, month);
  await payAndReverse(server, story, month);
  await visitAndTakeBack(server, story, month);
  const isFirst = books.agreements.length === 0;
  if (!isFirst && random.chance(0.5)) return;
  const validFrom = isFirst ? month : dayOf(random, month);
  const validTo = random.chance(0.2) ? `${month.slice(0, 8)}30` : null;
  const agreement = { validFrom, validTo, terms: termsOf(random) };
  const others = books.agreements.filter((each) => each.validFrom !== validFrom);
  books.agreements.splice(0, books.agreements.length, ...others, agreement);
  atTheEdge(story, month, agreement);
  await server.taken('PUT', `/fee-agreements/${clientId}`, {
    as: 'admin',
    body: agreement,
  });
}

/** The lender disputes some lines of an invoice; some disputes are accepted, some rejected, some left open. */
export async function disputeSome(server: TestServer, story: Story, invoiceId: string) {
  const { random, books } = story;
  const path = `/invoices/${invoiceId}/disputes`;
  const ask = async (method: 'POST' | 'PUT', body: object) => {
    await server.taken(method, path, { as: 'admin', body });
  };
  const { rows } = await server.db.execute<{ id: string; source: string }>(sql`
    select id, source from invoice_lines where invoice_id = ${invoiceId} and kind <> 'CREDIT' order by position`);
  for (const { id, source } of rows.filter(() => random.chance(0.12))) {
    await ask('POST', { lineIds: [id], reason: 'Not ours' });
    if (random.chance(0.2)) continue;
    const disputes = await server.db.execute<{ id: string }>(
      sql`select id from invoice_disputes where line_id = ${id} and outcome is null`,
    );
    const isAccepted = random.chance(0.6);
    await ask('PUT', { disputeIds: [disputes.rows[0]?.id], isAccepted, answer: 'We looked' });
    const billed = books.billed.get(source);
    if (billed) billed.isDisputeAccepted = isAccepted;
  }
}
