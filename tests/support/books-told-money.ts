import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import type { PersonName, TestServer } from './server.ts';
import { callOf, dayFromNow } from './work.ts';

/** What a story of the books lends to those who tell a part of it. */
export interface StoryTools {
  readonly server: TestServer;
  readonly done: Record<string, number>;
  readonly next: () => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly number: (most: number) => number;
  readonly amount: (most: number) => number;
  /** Notes what should not be. */
  readonly fault: (what: string) => void;
  readonly oneId: (query: ReturnType<typeof sql>) => Promise<string | null>;
  readonly ask: (
    method: Parameters<TestServer['call']>[0],
    path: string,
    as: PersonName,
    body?: object,
  ) => Promise<LightMyRequestResponse>;
}

/** What people say of money: claims, corrections of them, cancellations asked for, reversed payments chosen again. */
export class ToldMoney {
  readonly tools: StoryTools;

  constructor(tools: StoryTools) {
    this.tools = tools;
  }

  /** Some of the rows whose payments were reversed are chosen one by one to be posted all the same. */
  async chooseReversed(sheetId: string): Promise<void> {
    const { rows } = await this.tools.server.db.execute<{ row: number }>(
      sql`select row from activity_sheet_rows where sheet_id = ${sheetId} and outcome = 'REVERSED' order by row`,
    );
    for (const { row } of rows) {
      if (this.tools.next() < 0.5) continue;
      const path = `/activity-sheets/${sheetId}/rows/${row}`;
      const answer = await this.tools.ask('PUT', path, 'admin', { isChosen: true });
      if (answer.statusCode === 200) this.tools.done.chosen = (this.tools.done.chosen ?? 0) + 1;
    }
  }

  /** A borrower says on the phone that it paid. */
  async claim(): Promise<boolean> {
    const caller = this.tools.pick(['collector', 'collector2', 'collector3'] as const);
    const loanId = await this.tools.oneId(
      sql`select id from loans where collector_id = ${this.tools.server.people[caller].id}`,
    );
    if (loanId === null) return false;
    const told = {
      paidOn: dayFromNow(-this.tools.number(20)),
      paymentReference: `R${this.tools.number(40)}`,
    };
    const body = callOf(loanId, {
      disposition: 'PAID',
      amountCollected: this.tools.amount(3000),
      excessReason: 'Paid before it was called',
      paymentMode: this.tools.pick(['CASH', 'UPI', 'ONLINE'] as const),
      ...(this.tools.next() < 0.7 ? told : {}),
    });
    const answer = await this.tools.ask('POST', '/call-disposition', caller, body);
    if (this.tools.next() < 0.3) await this.tools.ask('POST', '/call-disposition', caller, body);
    return answer.statusCode === 200;
  }

  /** A borrower promises some of it within days. */
  async promise(): Promise<boolean> {
    const { tools } = this;
    const caller = tools.pick(['collector', 'collector2', 'collector3'] as const);
    const loanId = await tools.oneId(
      sql`select id from loans where collector_id = ${tools.server.people[caller].id}`,
    );
    if (loanId === null) return false;
    const body = callOf(loanId, {
      disposition: 'PTP',
      promiseAmount: tools.amount(3000),
      date: dayFromNow(tools.number(5)),
      time: '11:00 AM',
    });
    return (await tools.ask('POST', '/call-disposition', caller, body)).statusCode === 200;
  }

  async correctClaim(): Promise<boolean> {
    const id = await this.tools.oneId(
      sql`select id from dispositions where channel = 'CALL' and amount_collected > 0`,
    );
    if (id === null) return false;
    const reason = 'Heard wrong';
    if (this.tools.next() < 0.3) {
      const removed = await this.tools.ask('DELETE', '/call-disposition', 'admin', {
        ids: [id],
        reason,
      });
      if (removed.statusCode === 200 && this.tools.next() < 0.5)
        await this.tools.ask('POST', '/call-disposition/restore', 'admin', { ids: [id] });
      return removed.statusCode === 200;
    }
    const body = {
      _id: id,
      reason,
      amountCollected: this.tools.amount(3000),
      paidOn: dayFromNow(-this.tools.number(20)),
    };
    return (
      (await this.tools.ask('PUT', '/call-disposition/single', 'admin', body)).statusCode === 200
    );
  }

  /** Who took the money in asks that its receipt be cancelled; its manager decides. */
  async askCancel(): Promise<boolean> {
    const agent = this.tools.pick(['fieldagent', 'fieldagent2'] as const);
    const receiptId = await this.tools.oneId(
      sql`select id from receipts where agent_id = ${this.tools.server.people[agent].id} and not is_claim`,
    );
    if (receiptId === null) return false;
    const body = { receiptId, reason: 'Written twice' };
    const asked = await this.tools.ask('PUT', '/receipts/cancel', agent, body);
    if (this.tools.next() < 0.5) await this.tools.ask('PUT', '/receipts/cancel', 'admin', body);
    else await this.tools.ask('PUT', '/receipts/keep', 'admin', { receiptId });
    return asked.statusCode === 200;
  }
}
