import { sql } from 'drizzle-orm';
import { ATTRIBUTION_BASES } from '../../contract/attribution.ts';
import type { AttributionPart } from '../../contract/attribution.ts';
import { monthEnd } from '../../contract/pace.ts';
import { addDays, instantOf } from '../../server/clock.ts';
import { refreshLoanSummaries } from '../../server/dispositions/loan-summary.ts';
import { newId } from '../../server/ids.ts';
import { refreshDues } from '../../server/payments/due-service.ts';
import { seededRandom } from '../../server/random.ts';
import { sheetPosted, sheetRead } from './activity-sheet.ts';
import type {
  OracleContact,
  OracleHolding,
  OraclePayment,
  OracleRule,
  OracleSettlement,
} from './attribution-oracle.ts';
import type { TestServer } from './server.ts';

/* Random months of loans that change hands, are called, promised and settled, and of what was paid on them. */

const ZONE = 'Asia/Kolkata';
const LOANS = 6;
const MANAGERS = ['manager', 'manager2'] as const;

/** Who has loans, calls, promises and proposes in the story. */
export const AGENTS = [
  'collector',
  'collector2',
  'collector3',
  'fieldagent',
  'fieldagent2',
] as const;

/** A loan as the story has it so far. */
export interface StoryLoan {
  readonly id: string;
  readonly number: string;
  readonly graceDays: number;
  readonly holdings: (OracleHolding & { readonly id: string })[];
  readonly contacts: (OracleContact & { readonly id: string })[];
  readonly settlements: OracleSettlement[];
}

/** A payment of the story; `reference` names it in its file. */
export interface StoryPayment extends OraclePayment {
  readonly loan: StoryLoan;
  readonly reference: string;
}

/** What happened in the story. */
export class AttributionWorld {
  readonly rules: OracleRule[] = [];
  readonly loans: StoryLoan[] = [];
  payments: StoryPayment[] = [];
  private readonly random: ReturnType<typeof seededRandom>;
  private readonly server: TestServer;
  private readonly taken = new Set<number>();
  private counter = 0;

  constructor(server: TestServer, seed: string) {
    this.server = server;
    this.random = seededRandom(seed);
  }

  /** Makes the loans; promises have two days of grace. */
  async begin(): Promise<void> {
    const { db, clients } = this.server;
    await db.execute(
      sql`insert into promise_rules (client_id, grace_days) values (${clients.X.id}, 2)`,
    );
    for (let count = 0; count < LOANS; count += 1) {
      const number = `AT-${count}`;
      const id = await this.server.addLoan({ loanNumber: number, totalDueAmount: 900_000_000 });
      this.loans.push({ id, number, graceDays: 2, holdings: [], contacts: [], settlements: [] });
    }
  }

  private agent(): string {
    return this.server.people[this.random.pick(AGENTS)].id;
  }

  private dayOf(month: string): string {
    return addDays(month, this.random.between(1, Number(monthEnd(month).slice(8))) - 1);
  }

  /** An instant of the month that no other thing happened at; some at the very ends of a day. */
  private instantIn(month: string): number {
    const day = this.dayOf(month);
    const start = Date.parse(instantOf(ZONE, day));
    const DAY = 86_400_000;
    for (;;) {
      const at = this.random.chance(0.2)
        ? this.random.pick([start + 1, start + DAY - 1, start + this.random.between(1, 9)])
        : start + this.random.between(1, DAY - 1);
      if (this.taken.has(at)) continue;
      this.taken.add(at);
      return at;
    }
  }

  /** A rule of shares by any bases from some day of the month on. */
  async setRule(month: string): Promise<void> {
    const parts: AttributionPart[] = [];
    const count = this.random.between(1, 4);
    let rest = 100;
    for (let place = 1; place <= count; place += 1) {
      const percent = place === count ? rest : this.random.between(1, rest - (count - place));
      rest -= percent;
      const withinDays = this.random.between(0, 20);
      parts.push({ basis: this.random.pick(ATTRIBUTION_BASES), percent, withinDays });
    }
    const validFrom = this.random.chance(0.4) ? month : this.dayOf(month);
    if (this.rules.some((rule) => rule.validFrom === validFrom)) return;
    this.rules.push({ validFrom, parts });
    const { db, clients, people } = this.server;
    await db.execute(sql`insert into attribution_rules (id, client_id, valid_from, parts, set_by)
      values (gen_random_uuid(), ${clients.X.id}, ${validFrom}, ${JSON.stringify(parts)}::jsonb, ${people.admin.id})`);
  }

  /** Loans change hands: whoever had them hands them over at that instant, or nobody gets them. */
  private async move(month: string): Promise<void> {
    const loan = this.random.pick(this.loans);
    const kind = this.random.pick(['COLLECTOR', 'COLLECTOR', 'FIELD', 'MANAGER'] as const);
    const at = this.instantIn(month);
    const open = loan.holdings.findIndex((held) => held.kind === kind && held.until === null);
    const held = loan.holdings[open];
    if (held !== undefined && held.from >= at) return;
    const { db, people } = this.server;
    if (held !== undefined) {
      loan.holdings[open] = { ...held, until: at };
      await db.execute(
        sql`update allocations set ended_at = ${new Date(at).toISOString()} where id = ${held.id}`,
      );
      if (this.random.chance(0.25)) return;
    }
    const personId = kind === 'MANAGER' ? people[this.random.pick(MANAGERS)].id : this.agent();
    const next = { id: newId(), personId, kind, from: at, until: null };
    loan.holdings.push(next);
    await db.execute(sql`insert into allocations (id, loan_id, assignee_id, kind, allocated_by, allocated_at)
      values (${next.id}, ${loan.id}, ${personId}, ${kind}, ${people.admin.id}, ${new Date(at).toISOString()})`);
  }

  /** A call or a visit, some with a promise; calls that were only begun count for nobody. */
  private async contact(month: string): Promise<void> {
    const loan = this.random.pick(this.loans);
    const at = this.instantIn(month);
    const personId = this.agent();
    const isBegun = this.random.chance(0.1);
    const isPromise = !isBegun && this.random.chance(0.4);
    const promisedFor = isPromise
      ? addDays(new Date(at + 19_800_000).toISOString().slice(0, 10), this.random.between(0, 12))
      : null;
    const id = newId();
    const begunOr = isBegun ? 'CALL_STARTED' : 'RINGING';
    if (!isBegun) loan.contacts.push({ id, personId, at, promisedFor });
    await this.server.db.execute(sql`
      insert into dispositions (id, loan_id, channel, agent_id, code, disposition_class, promise_amount, on_date, recorded_at)
      values (${id}, ${loan.id}, ${isBegun ? 'CALL' : this.random.pick(['CALL', 'FIELD'])}, ${personId},
        ${isPromise ? 'PTP' : begunOr}, ${isPromise ? 'PTP' : 'NOT_CONTACTED'}, ${isPromise ? 500 : null}, ${promisedFor},
        ${new Date(at).toISOString()})`);
  }

  /** A contact turns out to have been none: it is taken out of the books. */
  private async removeContact(): Promise<void> {
    const loan = this.random.pick(this.loans);
    const gone = loan.contacts.splice(this.random.between(0, 5), 1);
    for (const { id } of gone)
      await this.server.db.execute(sql`delete from dispositions where id = ${id}`);
  }

  /** A settlement that was offered, came to a letter or did not, and is over; no two on a loan on one day. */
  private async settle(month: string): Promise<void> {
    const loan = this.random.pick(this.loans);
    const offeredOn = this.dayOf(month);
    if (loan.settlements.some((settlement) => settlement.offeredOn === offeredOn)) return;
    const hasLetter = this.random.chance(0.6);
    const proposedBy = this.agent();
    loan.settlements.push({ proposedBy, offeredOn, hasLetter });
    await this.server.db.execute(sql`
      insert into settlements (id, loan_id, client_id, state, kind, offered_amount, due_amount, valid_until, instalments,
        reason, proposed_by, proposed_at, offered_on, maker_id, is_flagged, is_restructuring, grace_days, letter_at)
      select gen_random_uuid(), ${loan.id}, client_id, ${hasLetter ? 'BROKEN' : 'WITHDRAWN'}, 'ONE_TIME', 800000000, 900000000,
        ${offeredOn}, '[]', 'MEDICAL', ${proposedBy}, ${offeredOn}, ${offeredOn}, ${proposedBy}, false, false, 0,
        ${hasLetter ? offeredOn : null}::date from loans where id = ${loan.id}`);
  }

  /** What an agent took in and its payment will confirm: the same amount, which no other has. */
  private async receipt(loan: StoryLoan, amount: number, paidOn: string) {
    const agentId = this.agent();
    const managerId = this.server.people[this.random.pick(MANAGERS)].id;
    await this.server.db.execute(sql`
      insert into receipts (id, disposition_id, loan_id, client_id, agent_id, manager_id, amount, collected_on)
      values (gen_random_uuid(), gen_random_uuid(), ${loan.id}, ${this.server.clients.X.id}, ${agentId}, ${managerId},
        ${amount}, ${paidOn})`);
    return { agentId, managerId };
  }

  /** Everything of a month, then its file of payments, some of them of the month before. */
  async live(month: string, before: string | null): Promise<void> {
    const { random } = this;
    for (let count = random.between(3, 8); count > 0; count -= 1) await this.move(month);
    for (let count = random.between(4, 10); count > 0; count -= 1) await this.contact(month);
    if (random.chance(0.5)) await this.settle(month);
    await this.recorded();
    const rows: StoryPayment[] = [];
    for (let count = random.between(5, 10); count > 0; count -= 1) {
      const loan = random.pick(this.loans);
      const paidOn = this.dayOf(before !== null && random.chance(0.2) ? before : month);
      this.counter += 1;
      const isReceipted = random.chance(0.25);
      const small = random.chance(0.4) ? random.between(1, 9) : random.between(10, 4000);
      const amount = isReceipted ? 100_000 + this.counter : small;
      const receipt = isReceipted ? await this.receipt(loan, amount, paidOn) : null;
      const namedId = random.chance(0.2) ? this.agent() : null;
      rows.push({ loan, amount, paidOn, namedId, receipt, reference: `REF${this.counter}` });
    }
    await this.post(rows);
  }

  private async post(rows: readonly StoryPayment[]): Promise<void> {
    const emails = new Map(Object.values(this.server.people).map(({ id, email }) => [id, email]));
    const lines = rows.map(({ loan, amount, paidOn, namedId, reference }) =>
      [
        loan.number,
        amount,
        paidOn.split('-').toReversed().join('-'),
        reference,
        namedId === null ? '' : emails.get(namedId),
      ].join(','),
    );
    const file = ['Loan_ID,Amount,Payment_Date,Reference,Collector', ...lines].join('\n');
    const sheet = await sheetPosted(this.server, await sheetRead(this.server, 'PAYMENT', file));
    if (sheet.state !== 'DONE') throw new Error(`The payments were not posted: ${sheet.state}`);
    this.payments.push(...rows);
  }

  /** What becomes known later: contacts of this month and the last, contacts that were none, receipts that were none. */
  async learn(months: readonly string[]): Promise<void> {
    const { db } = this.server;
    for (let count = this.random.between(0, 3); count > 0; count -= 1)
      await this.contact(this.random.pick(months));
    if (this.random.chance(0.5)) await this.removeContact();
    const receipted = this.payments.filter(({ receipt }) => receipt !== null);
    if (receipted.length > 0 && this.random.chance(0.4)) {
      const wrong = this.random.pick(receipted);
      await db.execute(
        sql`update receipts set cancelled_at = now() where amount = ${wrong.amount} and loan_id = ${wrong.loan.id}`,
      );
      await db.transaction(async (tx) => refreshDues(tx, [wrong.loan.id]));
      this.payments = this.payments.map((each) =>
        each === wrong ? { ...each, receipt: null } : each,
      );
    }
    await this.recorded();
  }

  /** What recording a contact does, and taking one away. */
  private async recorded(): Promise<void> {
    const ids = this.loans.map(({ id }) => id);
    await this.server.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from loans l where l.id = any(${sql.param(ids)}::uuid[])
        order by l.id for no key update`);
      await refreshLoanSummaries(tx, ids, ZONE);
    });
  }

  /** A payment that comes back; returns its reference. */
  bounced(): StoryPayment | null {
    if (!this.random.chance(0.6)) return null;
    const gone = this.random.pick(this.payments);
    this.payments = this.payments.filter((each) => each !== gone);
    return gone;
  }
}
