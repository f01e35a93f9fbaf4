import { sql } from 'drizzle-orm';
import { duesOf, ledgerOf } from './books-ledger.ts';
import type { StoryTools } from './books-told-money.ts';
import { paidVisit } from './money.ts';
import { savedOffline } from './test-device.ts';

const AGENTS = ['fieldagent', 'fieldagent2'] as const;

/** More than is owed: two phones without a network take in all of it, and a manager says why that stands. */
export class ExcessMoney {
  readonly tools: StoryTools;

  constructor(tools: StoryTools) {
    this.tools = tools;
  }

  /** Who had a loan and who has it now both collect what their phones say is left; the ledger says how much that is too much. */
  async bothCollect(): Promise<boolean> {
    const { server } = this.tools;
    const loanId = await this.tools.oneId(sql`select id from loans
      where status = 'ACTIVE' and total_due_amount - unverified_amount > 0`);
    if (loanId === null) return false;
    const before = await this.#standing(loanId);
    const left = before.due - before.unverified;
    const visits = [];
    for (const agent of AGENTS) {
      const body = [{ _id: loanId, fieldAgentId: server.people[agent].id }];
      const given = await this.tools.ask('PUT', '/loans/assign/field-agent', 'admin', body);
      if (given.statusCode !== 200) return false;
      const recordedAt = new Date().toISOString();
      const visit = { ...paidVisit(loanId, left), disposition: 'FIELD_PAID', recordedAt };
      visits.push([agent, visit] as const);
    }
    if (this.tools.next() < 0.5) visits.reverse();
    for (const [agent, visit] of visits) {
      const receipt = await savedOffline(server, agent, visit);
      if (receipt.outcome !== 'DONE')
        this.tools.fault(`${agent} collected ${left} offline: ${JSON.stringify(receipt)}`);
      // The same work delivered once more, for a lost answer.
      if (this.tools.next() < 0.3) await savedOffline(server, agent, visit);
    }
    const after = await this.#standing(loanId);
    const told = visits.map(([, visit]) => visit._id);
    const { rows } = await server.db.execute<{ excess: number }>(sql`
      select coalesce(sum(excess_amount), 0)::bigint as excess from receipts
      where disposition_id = any(${sql.param(told)}::uuid[]) and excess_known_at is null`);
    this.#expect('receipted', after.receipted - before.receipted, 2 * left);
    this.#expect('due', after.due, before.due);
    // What a payment confirms at once is no longer collected beside the due.
    const excess = Math.max(after.unverified - Math.max(after.due, 0), 0);
    this.#expect('excess', rows[0]?.excess, excess);
    return true;
  }

  /** A manager settles an excess: it waits for nobody any more, and no amount moves. */
  async settle(): Promise<boolean> {
    const { db } = this.tools.server;
    const receiptId = await this.tools.oneId(sql`select id from receipts where excess_amount > 0`);
    if (receiptId === null) return false;
    const before = JSON.stringify([await duesOf(db), await ledgerOf(db)]);
    const as = this.tools.pick(['manager', 'manager2', 'admin'] as const);
    const body = { receiptId, reason: 'Advance of the next month' };
    const answer = await this.tools.ask('PUT', '/receipts/excess', as, body);
    this.#expect(
      'after a settled excess',
      JSON.stringify([await duesOf(db), await ledgerOf(db)]),
      before,
    );
    if (answer.statusCode !== 200) return false;
    const again = await this.tools.ask('PUT', '/receipts/excess', 'admin', body);
    this.#expect('an excess settled twice', again.statusCode, 409);
    return true;
  }

  async #standing(loanId: string) {
    const { db } = this.tools.server;
    const loan = (await duesOf(db)).find(({ id }) => id === loanId);
    const { receipted } = await ledgerOf(db);
    return { due: loan?.due ?? 0, unverified: loan?.unverified ?? 0, receipted };
  }

  #expect(what: string, is: unknown, should: unknown): void {
    if (is !== should) this.tools.fault(`${what}: ${String(is)}, by the ledger ${String(should)}`);
  }
}
