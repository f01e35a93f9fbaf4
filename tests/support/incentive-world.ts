import { sql } from 'drizzle-orm';
import type { IncentiveTerms } from '../../contract/incentive.ts';
import { monthEnd } from '../../contract/pace.ts';
import { addDays } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import {
  attributedPayments,
  attributePayments,
} from '../../server/payments/attribution-service.ts';
import { seededRandom } from '../../server/random.ts';
import { monthAfter } from '../../server/targets/target-service.ts';
import type { OracleReversal } from './incentive-books.ts';
import type { OracleFacts, OraclePerson, OracleShare, OracleVersion } from './incentive-oracle.ts';
import type { TestServer } from './server.ts';

/* Random months for incentives: payments, reversals, structures that change, loans that move, gates that fail. */

const BUCKETS = ['B1', 'b1', 'B2', null] as const;
const PRODUCTS = ['Bike', 'GOLD', null] as const;
const ROLES = ['COLLECTOR', 'FIELD_AGENT', 'MANAGER', 'PARTNER'] as const;

interface Paid extends Record<string, unknown> {
  id: string;
  loanId: string;
  paidOn: string;
}

/** What a loan is of. */
interface Kind {
  bucket: string | null;
  product: string | null;
}

/** What a month brought for closed ones, in the order in which it became known. */
export interface MonthChanges {
  readonly lates: readonly { readonly id: string; readonly at: string }[];
  readonly reversals: readonly OracleReversal[];
}

/** A random organisation that lives month by month. */
export class IncentiveWorld {
  readonly versions: OracleVersion[] = [];
  readonly people = new Map<string, OraclePerson>();
  private readonly random: ReturnType<typeof seededRandom>;
  private readonly server: TestServer;
  private loans: ({ id: string; clientId: string } & Kind)[] = [];
  private standing: Paid[] = [];
  /** What the loans of payments were when these were posted. */
  private readonly kinds = new Map<string, Kind>();

  constructor(server: TestServer, seed: string) {
    this.server = server;
    this.random = seededRandom(seed);
  }

  /** Makes the loans and learns who is there. */
  async begin(): Promise<void> {
    const { db, clients } = this.server;
    const { rows } = await db.execute<{ id: string; role: string; madeBy: string | null }>(
      sql`select id, role, created_by as "madeBy" from users`,
    );
    for (const row of rows) this.people.set(row.id, row);
    for (const client of ['X', 'Y'] as const)
      for (let count = 0; count < 8; count += 1) {
        const kind = this.kind();
        const id = await this.server.addLoan({ client, ...kind });
        this.loans.push({ id, clientId: clients[client].id, ...kind });
      }
  }

  private kind(): Kind {
    return { bucket: this.random.pick(BUCKETS), product: this.random.pick(PRODUCTS) };
  }

  private personOf(...roles: string[]): string {
    return this.random.pick([...this.people.values()].filter(({ role }) => roles.includes(role)))
      .id;
  }

  private dayOf(month: string, from = 1): string {
    return addDays(month, this.random.between(from, Number(monthEnd(month).slice(8))) - 1);
  }

  private slabs(measure: string): IncentiveTerms['parts'][number]['slabs'] {
    const step = measure === 'AMOUNT' ? 500 : 20;
    const froms = new Set(
      Array.from({ length: this.random.between(1, 4) }, () => this.random.between(0, 12) * step),
    );
    return [...froms]
      .toSorted((a, b) => a - b)
      .map((from) =>
        this.random.chance(0.25)
          ? { from, percent: null, fixedAmount: this.random.between(1, 400) }
          : { from, percent: this.random.between(1, 900) / 100, fixedAmount: null },
      );
  }

  private terms(role: string): IncentiveTerms {
    const { random } = this;
    const measure = random.pick(['AMOUNT', 'AMOUNT', 'ACHIEVEMENT'] as const);
    const keys = [
      { bucket: null, product: null },
      { bucket: 'B1', product: null },
      { bucket: null, product: 'gold' },
      { bucket: 'b2', product: 'Bike' },
    ].filter(() => random.chance(0.6));
    return {
      measure,
      parts: keys.map((key) => Object.assign(key, { slabs: this.slabs(measure) })),
      cap: random.chance(0.3) ? random.between(20, 300) : null,
      minAchievement: random.chance(0.15) ? random.between(1, 120) : null,
      needsNoBreach: random.chance(0.3),
      needsCashDeposited: random.chance(0.3),
      teamPercent: role === 'MANAGER' && random.chance(0.7) ? random.between(1, 2000) / 100 : null,
      clawbackDays: random.pick([0, 20, 45, 400]),
    };
  }

  /** New versions of structures, some from the middle of the month on, some that end. */
  async setStructures(month: string, share: number): Promise<void> {
    const { db, clients } = this.server;
    for (const { id: clientId } of [clients.X, clients.Y])
      for (const roleType of ROLES) {
        if (!this.random.chance(share)) continue;
        const version: OracleVersion = {
          id: newId(),
          clientId,
          roleType,
          validFrom: this.random.chance(0.4) ? month : this.dayOf(month, 2),
          validTo: this.random.chance(0.15) ? this.dayOf(monthAfter(month, 1)) : null,
          terms: this.terms(roleType),
        };
        this.versions.push(version);
        await db.execute(sql`insert into incentive_structures (id, client_id, role_type, valid_from, valid_to, terms)
          values (${version.id}, ${clientId}, ${roleType}, ${version.validFrom}, ${version.validTo},
            ${JSON.stringify(version.terms)}::jsonb)`);
      }
  }

  /** Some client's rule of attribution from a day of the month on. */
  async setRule(month: string): Promise<void> {
    const { db, clients, people } = this.server;
    const percent = this.random.between(1, 99);
    const parts = [
      { basis: 'HOLDER', percent, withinDays: 0 },
      { basis: 'CREDITED', percent: 100 - percent, withinDays: 0 },
    ];
    await db.execute(sql`insert into attribution_rules (id, client_id, valid_from, parts, set_by)
      values (gen_random_uuid(), ${clients.X.id}, ${this.dayOf(month)}, ${JSON.stringify(parts)}::jsonb, ${people.admin.id})
      on conflict do nothing`);
  }

  private async pay(paidOn: string, at: string): Promise<string> {
    const { random } = this;
    const loan = random.pick(this.loans);
    const { bucket, product } = loan;
    const id = newId();
    this.kinds.set(id, { bucket, product });
    const amount = random.chance(0.7) ? random.between(1, 6) * 500 : random.between(1, 3000);
    const collector = random.chance(0.08)
      ? null
      : this.personOf('COLLECTOR', 'FIELD_AGENT', 'COLLECTOR', 'MANAGER');
    const manager = random.chance(0.1) ? null : this.personOf('MANAGER');
    await this.server.db.execute(sql`
      insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on, collector_id,
        manager_id, had_id, payment_key, loan_then, created_by, created_at)
      values (${id}, ${loan.clientId}, ${loan.id}, 'PAYMENT', gen_random_uuid(), 2, ${amount}, ${amount}, ${paidOn}, ${collector},
        ${manager}, ${this.personOf('COLLECTOR', 'FIELD_AGENT')}, gen_random_uuid()::text,
        ${JSON.stringify({ bucket, product, dpd: null })}::jsonb, ${this.server.people.admin.id}, ${at})`);
    this.standing.push({ id, loanId: loan.id, paidOn });
    return id;
  }

  /** Payments of the month, payments of earlier months that come now, reversals of both. */
  async live(month: string, closed: readonly string[]): Promise<MonthChanges> {
    const { random } = this;
    const old = this.standing.filter(({ paidOn }) => paidOn < month);
    const instants = Array.from({ length: 40 }, () => this.instantOf(month)).toSorted();
    const nextInstant = () => instants.shift() ?? `${monthEnd(month)}T11:00:00.000Z`;
    const lates: { id: string; at: string }[] = [];
    const reversals: OracleReversal[] = [];
    for (let count = random.between(6, 14); count > 0; count -= 1)
      await this.pay(this.dayOf(month), nextInstant());
    for (let count = closed.length > 0 ? random.between(0, 3) : 0; count > 0; count -= 1) {
      const at = nextInstant();
      lates.push({ id: await this.pay(this.dayOf(random.pick(closed.slice(-3))), at), at });
    }
    for (let count = old.length > 0 ? random.between(0, 3) : 0; count > 0; count -= 1) {
      const { id, loanId, paidOn } = random.pick(old.slice(-40));
      if (reversals.some(({ paymentId }) => paymentId === id)) continue;
      const at = nextInstant();
      reversals.push({ paymentId: id, paidOn, day: at.slice(0, 10), at });
      await this.reverse(id, loanId, at);
    }
    const present = this.standing.find(({ paidOn }) => paidOn.slice(0, 7) === month.slice(0, 7));
    if (present && random.chance(0.5))
      await this.reverse(present.id, present.loanId, nextInstant());
    await attributePayments(
      this.server.db,
      this.loans.map(({ id }) => id),
    );
    if (random.chance(0.5)) await this.moveLoan();
    return { lates, reversals };
  }

  /** A list of the lender that has a loan in another bucket: what was paid before stays what it was. */
  private async moveLoan(): Promise<void> {
    const loan = Object.assign(this.random.pick(this.loans), this.kind());
    await this.server.db
      .execute(sql`update loans set bucket = ${loan.bucket}, product = ${loan.product}
      where id = ${loan.id}`);
  }

  /** After the earlier month's closing on the fifth, before this one's; the same day in India and in UTC. */
  private instantOf(month: string): string {
    const seconds = String(this.random.between(0, 59)).padStart(2, '0');
    return `${this.dayOf(month, 7)}T${this.random.pick(['08', '09', '10'])}:${seconds}:00.000Z`;
  }

  private async reverse(id: string, loanId: string, at: string): Promise<void> {
    this.standing = this.standing.filter((paid) => paid.id !== id);
    await this.server.db.execute(
      sql`update payments set reversed_at = ${at}::timestamptz where id = ${id}`,
    );
    await attributePayments(this.server.db, [loanId]);
  }

  /** Targets, breaches and cash of the month, stored and told. */
  async facts(month: string): Promise<OracleFacts> {
    const { db } = this.server;
    const { random } = this;
    const targets = new Map<string, number>();
    const breaches = new Map<string, number>();
    const inHand = new Map<string, number>();
    await db.execute(sql`delete from receipts`);
    for (const { id, role } of this.people.values()) {
      if (!ROLES.some((each) => each === role)) continue;
      for (const client of [null, this.server.clients.X.id])
        if (random.chance(0.6)) {
          const amount = random.between(0, 8) * 1000;
          targets.set(client === null ? id : `${id} ${client}`, amount);
          await db.execute(sql`insert into targets (id, owner_id, client_id, month, amount)
            values (gen_random_uuid(), ${id}, ${client}, ${month}, ${amount})`);
        }
      const loan = random.pick(this.loans);
      const key = `${id} ${loan.clientId}`;
      if (random.chance(0.2)) {
        breaches.set(key, 1);
        await db.execute(sql`insert into contact_attempts (id, loan_id, channel, agent_id, at, decision)
          values (gen_random_uuid(), ${loan.id}, 'CALL', ${id}, ${`${this.dayOf(month)}T06:00:00Z`}, 'BREACH')`);
      }
      if (random.chance(0.2)) {
        const amount = random.between(1, 900);
        inHand.set(key, amount);
        await db.execute(sql`insert into receipts (id, disposition_id, loan_id, client_id, agent_id, amount, mode, collected_on)
          values (gen_random_uuid(), gen_random_uuid(), ${loan.id}, ${loan.clientId}, ${id}, ${amount}, 'CASH', ${this.dayOf(month)})`);
      }
    }
    return { targets, breaches, inHand };
  }

  /** The shares of verified payments, of a month or of some payments, as attribution has them. */
  async shares(which: { month: string } | { ids: readonly string[] }): Promise<OracleShare[]> {
    const asked =
      'ids' in which
        ? sql`p.id = any(${sql.param([...which.ids])}::uuid[])`
        : sql`p.paid_on between ${which.month}::date and ${monthEnd(which.month)}::date`;
    const { rows } = await this.server.db.execute<OracleShare & Record<string, unknown>>(sql`
      select p.id as "paymentId", p.client_id as "clientId", p.collector_id as "personId", p.manager_id as "managerId",
        p.paid_on as "paidOn", p.amount
      from ${attributedPayments} p where p.reversed_at is null and ${asked}`);
    return rows.map((row) => {
      const { bucket, product } = this.kinds.get(row.paymentId) ?? {};
      return Object.assign(row, { bucket: bucket ?? '', product: product ?? '' });
    });
  }
}
