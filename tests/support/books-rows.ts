import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import { addressOf } from './call-samples.ts';
import type { LoanDue } from './books-ledger.ts';
import type { PersonName, TestServer } from './server.ts';

/*
 * Every answer that shows what a loan owes, found in the contract: a call that somebody adds is compared with the ledger
 * from its first day, for every role that may ask it.
 */

const shapeOf = (schema: z.ZodType): string =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));

const DUE_CALLS = calls.filter(
  ({ method, access, answer }) =>
    method === 'GET' && access === 'session' && shapeOf(answer).includes('"Total_Due_Amount":{'),
);

/** One person of each role. */
const READERS: readonly PersonName[] = [
  'admin',
  'manager',
  'partner',
  'collector',
  'fieldagent',
  'clientadmin',
  'customer',
];

/** What addresses with an id are about: some of them. */
const IDS: Readonly<Record<string, SQL>> = {
  getLoan: sql`select id from loans where status <> 'DELETED' order by revision desc limit 2`,
  listAbsentLoans: sql`select id from loan_imports where state = 'PENDING' order by created_at desc limit 1`,
  listKeptLoans: sql`select id from loan_imports where state = 'DONE' order by created_at desc limit 1`,
  listAllocationRunLoans: sql`select id from allocation_runs order by created_at desc limit 1`,
  listLeads: sql`select id from campaigns order by created_at desc limit 1`,
  readSettlement: sql`select id from settlements order by id desc limit 1`,
};

interface ShownDue {
  readonly loan: string;
  readonly due: unknown;
  readonly unverified: unknown;
}

/** Every object of an answer with a due, wherever it stands. */
function duesIn(answer: unknown): ShownDue[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const inside = Object.values(answer).flatMap(duesIn);
  if (!('Total_Due_Amount' in answer)) return inside;
  const {
    loanId,
    _id,
    Total_Due_Amount: due,
    Unverified_Amount: unverified,
  } = answer as Record<string, unknown>;
  return [{ loan: String(loanId ?? _id), due, unverified }, ...inside];
}

/** Compares each shown due with the ledger. */
export class RowCheck {
  readonly differences: string[] = [];
  /** How many rows each call showed. */
  readonly shown = new Map<string, number>();
  readonly #server: TestServer;
  readonly #loans: ReadonlyMap<string, LoanDue>;

  constructor(server: TestServer, loans: readonly LoanDue[]) {
    this.#server = server;
    this.#loans = new Map(loans.map((loan) => [loan.id, loan]));
  }

  async check(): Promise<void> {
    for (const call of DUE_CALLS) {
      this.shown.set(call.name, 0);
      for (const id of await this.#ids(call))
        for (const as of this.#readersOf(call)) await this.#compare(call, id, as);
    }
  }

  #readersOf({ roles }: Call): PersonName[] {
    const { people } = this.#server;
    return READERS.filter((name) => roles === 'any' || roles.includes(people[name].role));
  }

  async #ids({ name, path }: Call): Promise<string[]> {
    if (!path.includes(':')) return [''];
    const known = IDS[name];
    if (known === undefined) throw new Error(`${name} is about an id: say which in IDS.`);
    const { rows } = await this.#server.db.execute<{ id: string }>(known);
    return rows.map(({ id }) => id);
  }

  /** What a query must name. */
  #query({ name }: Call): Record<string, string> {
    const [loan] = this.#loans.values();
    switch (name) {
      case 'listLoansOfManager':
        return { managerId: this.#server.people.manager.id };
      case 'listChartLoans':
        return { measure: 'dueAmount', by: 'bucket' };
      case 'explainLoan':
        return { Loan_ID: loan?.number ?? '' };
      case 'getBorrowerProfile':
        return { loanId: loan?.id ?? '' };
      default:
        return {};
    }
  }

  async #compare(call: Call, id: string, as: PersonName): Promise<void> {
    const path = addressOf(call, id);
    const answer = await this.#server.call('GET', path, { as, query: this.#query(call) });
    const where = `${path} as ${as}`;
    // What a reader does not see has no due to compare.
    if (answer.statusCode === 404) return;
    if (answer.statusCode !== 200) this.differences.push(`${where}: ${answer.body}`);
    const dues = duesIn(answer.json());
    this.shown.set(call.name, (this.shown.get(call.name) ?? 0) + dues.length);
    for (const { loan: loanId, due, unverified } of dues) {
      const loan = this.#loans.get(loanId);
      const isRight =
        loan?.due === due && (unverified === undefined || unverified === loan?.unverified);
      if (!isRight)
        this.differences.push(
          `${where}, ${loan?.number ?? loanId}: ${String(due)} (${String(unverified)}) instead of ${loan?.due} (${loan?.unverified})`,
        );
    }
  }
}
