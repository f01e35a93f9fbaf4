import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import type { ActivitySheet } from '../../contract/activity-sheet.ts';
import { sheetIn, sheetRead } from './activity-sheet.ts';
import { importIn, pendingList } from './loan-file.ts';
import type { PersonName, TestServer } from './server.ts';
import { ExcessMoney } from './books-excess.ts';
import { HeldWork } from './books-held-work.ts';
import { ToldMoney } from './books-told-money.ts';
import { UNDOINGS } from './books-undoings.ts';
import type { StoryTools } from './books-told-money.ts';
import { dayFromNow, visitOf } from './work.ts';

type Method = Parameters<TestServer['call']>[0];

const LOANS = 14;
const MODES = ['CASH', 'UPI', 'NEFT', ''];

/** Numbers that look random and are the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** What an agency does to its books in a month, one thing after the other, chosen by dice; some of it is refused. */
export class BooksStory {
  /** How often each kind of work was done. */
  readonly done: Record<string, number> = {};
  readonly #server: TestServer;
  readonly #next: () => number;
  readonly #files: string[] = [];
  readonly #told: ToldMoney;
  readonly #excess: ExcessMoney;
  readonly #held: HeldWork;
  #faults: string[] = [];

  constructor(server: TestServer, seed: number) {
    this.#server = server;
    this.#next = dice(seed);
    const tools: StoryTools = {
      server,
      done: this.done,
      next: this.#next,
      pick: (items) => this.#pick(items),
      number: (most) => this.#number(most),
      amount: (most) => this.#amount(most),
      oneId: (query) => this.#oneId(query),
      ask: (method, path, as, body) => this.#ask(method, path, as, body),
      fault: (what) => this.#faults.push(what),
    };
    this.#told = new ToldMoney(tools);
    this.#excess = new ExcessMoney(tools);
    this.#held = new HeldWork(tools);
  }

  /** Does one thing and says what. */
  async step(): Promise<string> {
    const kinds = [
      ['import', () => this.#import()],
      ['file-waits', () => this.#upload()],
      ['verify-late', () => this.#verifyLate()],
      ['pay', () => this.#sheet('PAYMENT')],
      ['pay', () => this.#sheet('PAYMENT')],
      ['bank-paid', () => this.#sheet('BANK_PAID')],
      ['reverse', () => this.#reverse()],
      ['allocate', () => this.#allocate()],
      ['allocate', () => this.#allocate()],
      ['allocate', () => this.#allocate()],
      ['collect', () => this.#collect()],
      ['collect', () => this.#collect()],
      ['collect', () => this.#collect()],
      ['claim', () => this.#told.claim()],
      ['claim', () => this.#told.claim()],
      ['promise', () => this.#told.promise()],
      ['promise', () => this.#told.promise()],
      ['held-work', () => this.#held.work()],
      ['correct-claim', () => this.#told.correctClaim()],
      ['ask-cancel', () => this.#told.askCancel()],
      ['both-collect', () => this.#excess.bothCollect()],
      ['settle-excess', () => this.#excess.settle()],
      ['deposit', () => this.#deposit()],
      ...UNDOINGS.map(([name, path, field, found]) => {
        return [name, () => this.#undo(path, field, found)] as const;
      }),
      ['end', () => this.#end()],
      ['restore', () => this.#restore()],
      ['share-out', () => this.#shareOut()],
    ] as const;
    // There is something to work on first.
    const [name, work] = (this.done.import ?? 0) === 0 ? kinds[0] : this.#pick(kinds);
    if (await work()) this.done[name] = (this.done[name] ?? 0) + 1;
    return name;
  }

  /** Answers since the last call that no server should give. */
  takeFaults(): string[] {
    const faults = this.#faults;
    this.#faults = [];
    return faults;
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#next() * items.length)];
    if (item === undefined) throw new Error('Nothing to choose from.');
    return item;
  }

  #number(most: number): number {
    return 1 + Math.floor(this.#next() * most);
  }

  /** Half of all amounts are of a few, so that payments meet receipts and claims. */
  #amount(most: number): number {
    return this.#next() < 0.5 ? this.#pick([500, 1000, 1500]) : this.#number(most);
  }

  #loanNumber(): string {
    return `BK-${this.#number(LOANS)}`;
  }

  async #ask(method: Method, path: string, as: PersonName, body?: object) {
    const given = body === undefined ? { as } : { as, body };
    const answer = await this.#server.call(method, path, given);
    this.#note(`${method} ${path}`, answer);
    return answer;
  }

  #note(what: string, { statusCode, body }: LightMyRequestResponse): void {
    // Without its database the server says so, and that the call may be made again.
    if (statusCode >= 500 && statusCode !== 503)
      this.#faults.push(`${what}: ${statusCode} ${body}`);
  }

  async #ids(query: ReturnType<typeof sql>): Promise<string[]> {
    const { rows } = await this.#server.db.execute<{ id: string }>(query);
    return rows.map(({ id }) => id);
  }

  async #oneId(query: ReturnType<typeof sql>): Promise<string | null> {
    const ids = await this.#ids(query);
    return ids.length === 0 ? null : this.#pick(ids);
  }

  /** Every connection of the server is cut, as a database that fails over does; jobs begin anew. */
  async #maybeKill(): Promise<void> {
    if (this.#next() > 0.12) return;
    this.done.kill = (this.done.kill ?? 0) + 1;
    await this.#server.db
      .execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      )
      .catch(() => undefined);
  }

  /** A lender's file: some of its loans owe nothing any more, and some files say of which day they are. */
  async #pending(): Promise<string> {
    const isFirst = this.done.import === undefined;
    const rows = Array.from({ length: isFirst ? LOANS : this.#number(6) }, (_, at) => {
      const number = isFirst ? `BK-${at + 1}` : this.#loanNumber();
      const due = !isFirst && this.#next() < 0.15 ? 0 : this.#number(9000);
      return `${number},Asha Verma,9876501234,${due}`;
    });
    const content = ['Loan_ID,Customer_Name,Mobile_Number,Total_Due_Amount', ...rows].join('\n');
    const asOf = this.#next() < 0.4 ? { asOf: dayFromNow(-this.#number(20)) } : {};
    return (await pendingList(this.#server, content, asOf))._id;
  }

  async #verify(importId: string): Promise<boolean> {
    const answer = await this.#ask('PUT', '/loans/csv/verify', 'admin', { _id: importId });
    if (answer.statusCode !== 200) return false;
    await this.#maybeKill();
    return (await importIn(this.#server, importId, ['DONE', 'PENDING'])).state === 'DONE';
  }

  async #import(): Promise<boolean> {
    return this.#verify(await this.#pending());
  }

  async #upload(): Promise<boolean> {
    return (await this.#pending()) !== '';
  }

  async #verifyLate(): Promise<boolean> {
    const waiting = await this.#oneId(sql`select id from loan_imports where state = 'PENDING'`);
    return waiting !== null && this.#verify(waiting);
  }

  async #sheet(kind: 'PAYMENT' | 'BANK_PAID'): Promise<boolean> {
    const fresh = ['Loan Number,Amount,Payment Date,Mode,Reference'];
    for (let row = this.#number(5); row > 0; row -= 1) {
      const words = [
        this.#loanNumber(),
        this.#amount(4000),
        dayFromNow(-this.#number(20)),
        this.#pick(MODES),
        this.#next() < 0.5 ? `R${this.#number(40)}` : '',
      ];
      fresh.push(words.join(','));
    }
    const isAgain = this.#files.length > 0 && this.#next() < 0.25;
    const content = isAgain ? this.#pick(this.#files) : fresh.join('\n');
    this.#files.push(content);
    const sheet = await sheetRead(this.#server, kind, content);
    await this.#told.chooseReversed(sheet._id);
    const answer =
      kind === 'BANK_PAID'
        ? await this.#ask('POST', '/loans/bankpaid/verify', 'admin', { _id: sheet._id })
        : await this.#ask('PUT', `/activity-sheets/${sheet._id}/confirm`, 'admin');
    if (answer.statusCode !== 200) return false;
    await this.#maybeKill();
    const posted = await sheetIn(this.#server, sheet._id, ['DONE', 'PENDING', 'FAILED']);
    return posted.state === ('DONE' satisfies ActivitySheet['state']);
  }

  async #reverse(): Promise<boolean> {
    const id = await this.#oneId(sql`select id from payments where reversed_at is null`);
    if (id === null) return false;
    const body = { reason: 'Posted to the wrong loan' };
    return (await this.#ask('PUT', `/payments/${id}/reverse`, 'admin', body)).statusCode === 200;
  }

  async #allocate(): Promise<boolean> {
    const loans = await this.#ids(sql`select id from loans where status = 'ACTIVE'`);
    if (loans.length === 0) return false;
    const { people } = this.#server;
    const [path, field, names] = this.#pick([
      ['collector', 'collectorId', ['collector', 'collector2', 'collector3']],
      ['field-agent', 'fieldAgentId', ['fieldagent', 'fieldagent2']],
      ['manager', 'managerId', ['manager', 'manager2']],
    ] as const);
    const person = this.#next() < 0.2 ? null : people[this.#pick<PersonName>(names)].id;
    const chosen = new Set(loans.filter(() => this.#next() < 0.4));
    if (chosen.size === 0) return false;
    const body = [...chosen].map((_id) => ({ _id, [field]: person }));
    const answer = await this.#ask('PUT', `/loans/assign/${path}`, 'admin', body);
    return answer.statusCode === 200;
  }

  async #collect(): Promise<boolean> {
    const agent = this.#pick(['fieldagent', 'fieldagent2'] as const);
    const loanId = await this.#oneId(
      sql`select id from loans where field_agent_id = ${this.#server.people[agent].id}`,
    );
    if (loanId === null) return false;
    const body = visitOf(loanId, {
      disposition: 'FIELD_PARTIAL_PAID',
      amountCollected: this.#amount(3000),
      excessReason: 'Wants to be done with it',
      paymentMode: 'CASH',
      personMet: 'Borrower',
    });
    const answer = await this.#ask('POST', '/field-disposition', agent, body);
    // The same work delivered once more.
    if (this.#next() < 0.3) await this.#ask('POST', '/field-disposition', agent, body);
    return answer.statusCode === 200;
  }

  /** What an administrator takes back with a reason. */
  async #undo(path: string, name: string, found: SQL): Promise<boolean> {
    const id = await this.#oneId(found);
    if (id === null) return false;
    const body = { [name]: id, reason: 'Written or counted wrong' };
    return (await this.#ask('PUT', path, 'admin', body)).statusCode === 200;
  }

  async #deposit(): Promise<boolean> {
    const agent = this.#pick(['fieldagent', 'fieldagent2'] as const);
    const inHand = await this.#ids(
      sql`select id from receipts where agent_id = ${this.#server.people[agent].id}
        and deposit_id is null and cancelled_at is null`,
    );
    const receiptIds = inHand.filter(() => this.#next() < 0.7);
    if (receiptIds.length === 0) return false;
    const body = { receiptIds, place: 'BANK', reference: `SLIP-${this.#number(99)}` };
    return (await this.#ask('POST', '/deposits', agent, body)).statusCode === 200;
  }

  async #end(): Promise<boolean> {
    const id = await this.#oneId(sql`select id from loans where status <> 'DELETED'`);
    if (id === null) return false;
    const body = { loanIds: [id], note: 'Asked for by the lender' };
    const [method, path] = this.#pick([
      ['PUT', '/loans/withdraw'],
      ['DELETE', '/loans'],
    ] as const);
    return (await this.#ask(method, path, 'admin', body)).statusCode === 200;
  }

  async #restore(): Promise<boolean> {
    const commandId = await this.#oneId(
      sql`select command_id as id from loan_closures where reopened_at is null`,
    );
    if (commandId === null) return false;
    return (await this.#ask('PUT', '/loans/restore', 'admin', { commandId })).statusCode === 200;
  }

  async #shareOut(): Promise<boolean> {
    const made = await this.#ask('POST', '/loans/allocation-runs', 'admin', {
      kind: this.#pick(['COLLECTOR', 'FIELD'] as const),
      takesOver: this.#next() < 0.3,
      spread: this.#pick(['EQUAL_COUNT', 'EQUAL_AMOUNT', 'CAPACITY'] as const),
    });
    if (made.statusCode !== 200) return false;
    const { _id } = made.json<{ _id: string }>();
    if ((await this.#runIn(_id, ['PLANNED', 'FAILED'])) !== 'PLANNED') return false;
    const confirmed = await this.#ask('PUT', `/loans/allocation-runs/${_id}/confirm`, 'admin');
    if (confirmed.statusCode !== 200) return false;
    await this.#maybeKill();
    const state = await this.#runIn(_id, ['DONE', 'FAILED']);
    if (state === 'DONE' && this.#next() < 0.3) {
      await this.#ask('PUT', `/loans/allocation-runs/${_id}/undo`, 'admin');
      await this.#runIn(_id, ['DONE', 'UNDONE', 'FAILED']);
    }
    return state === 'DONE';
  }

  async #runIn(id: string, states: readonly string[]): Promise<string> {
    for (let tries = 0; tries < 600; tries += 1) {
      const answer = await this.#server.call('GET', `/loans/allocation-runs/${id}`, {
        as: 'admin',
      });
      const { state } = answer.json<{ state: string }>();
      if (states.includes(state)) return state;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    throw new Error(`The run did not come to ${states.join(' or ')} in 30 s.`);
  }
}
