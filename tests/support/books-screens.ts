import { addDays, businessDay } from '../../server/clock.ts';
import { differingCash } from './books-cash.ts';
import { duesOf, paymentsOf } from './books-ledger.ts';
import type { LoanDue, StandingPayment } from './books-ledger.ts';
import { differingPromises } from './books-promises.ts';
import { RowCheck } from './books-rows.ts';
import type { PersonName, TestServer } from './server.ts';

/** A line of a list with a due. */
interface Holding {
  _id: string;
  dueAmount: number;
}

type Amounts = readonly { dueAmount: number }[];
type Test<Item> = (item: Item) => boolean;

/** The calls whose lists have a due of each person, and who reads them. */
const LISTS_OF_PEOPLE: readonly (readonly [string, readonly PersonName[]])[] = [
  ['/manager/all', ['admin', 'partner']],
  ['/collector/all', ['admin', 'partner']],
  ['/collector/by/manager', ['manager', 'manager2']],
  ['/manager/getFieldAgents', ['admin', 'manager']],
  ['/collector/active/by/manager', ['manager']],
  ['/activity/collector/allocations', ['admin', 'manager']],
  ['/userData/all', ['admin']],
];

/** Whether a person leads or holds a loan. */
const has =
  (id: string): Test<LoanDue> =>
  ({ managerId, holders }) =>
    managerId === id || holders.includes(id);

/** Whether a calling agent has it. */
const called: Test<LoanDue> = ({ holders }) => holders[0] !== null;

const sumOf = (rows: Amounts): number => rows.reduce((sum, { dueAmount }) => sum + dueAmount, 0);

/** Compares what the screens show with the ledger; `differences` are those that another number stands on. */
class ScreenCheck {
  readonly differences: string[] = [];
  readonly #server: TestServer;
  readonly #loans: readonly LoanDue[];
  readonly #payments: readonly StandingPayment[];

  constructor(server: TestServer, loans: readonly LoanDue[], payments: readonly StandingPayment[]) {
    this.#server = server;
    this.#loans = loans.filter(({ isActive }) => isActive);
    const month = businessDay(server.context.settings.businessTz).slice(0, 7);
    this.#payments = payments.filter(({ paidOn }) => paidOn.startsWith(month));
  }

  async #read<Answer>(as: PersonName, path: string, query = {}): Promise<Answer> {
    const answer = await this.#server.call('GET', path, { as, query });
    if (answer.statusCode !== 200) throw new Error(`${path} as ${as}: ${answer.body}`);
    return answer.json<Answer>();
  }

  #expect(where: string, shown: number | null | undefined, ledger: number): void {
    if (shown !== ledger) this.differences.push(`${where}: ${shown} instead of ${ledger}`);
  }

  /** What is due on the worked loans of a kind. */
  #due(which: Test<LoanDue>): number {
    return this.#loans.filter(which).reduce((sum, { due }) => sum + due, 0);
  }

  /** What is verified this month. */
  #verified(which: Test<StandingPayment>): number {
    return this.#payments.filter(which).reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Whether the reader sees a loan. */
  #seenBy(as: PersonName): Test<LoanDue> {
    const { people, clients } = this.#server;
    const { id, role } = people[as];
    if (role === 'MANAGER') return ({ managerId }) => managerId === id;
    // The first manager is the partner's.
    if (role === 'PARTNER') return ({ managerId }) => managerId === people.manager.id;
    if (role === 'COLLECTOR' || role === 'FIELD_AGENT')
      return ({ holders }) => holders.includes(id);
    if (role === 'ADMIN') return () => true;
    return ({ clientId }) => clientId === clients[as === 'customerOfY' ? 'Y' : 'X'].id;
  }

  /** Holders and managers in lists of people, with what they have. */
  async people(): Promise<void> {
    for (const [path, readers] of LISTS_OF_PEOPLE)
      for (const as of readers) {
        const { data } = await this.#read<{ data: Holding[] }>(as, path, { pageSize: '200' });
        for (const { _id, dueAmount } of data)
          this.#expect(`${path} as ${as}, ${this.#nameOf(_id)}`, dueAmount, this.#due(has(_id)));
      }
    for (const as of ['admin', 'manager', 'clientadmin', 'partner'] as const) {
      const isSeen = this.#seenBy(as);
      const assigned = await this.#read<{ data: Holding[]; total: Holding; unassigned: Holding }>(
        as,
        '/loans/total/assigned',
      );
      const where = `/loans/total/assigned as ${as}`;
      this.#expect(`${where}, total`, assigned.total.dueAmount, this.#due(isSeen));
      const isFree: Test<LoanDue> = (loan) =>
        isSeen(loan) && loan.holders.every((id) => id === null);
      this.#expect(`${where}, free`, assigned.unassigned.dueAmount, this.#due(isFree));
      for (const { _id, dueAmount } of assigned.data)
        this.#expect(
          `${where}, ${this.#nameOf(_id)}`,
          dueAmount,
          this.#due((loan) => isSeen(loan) && has(_id)(loan)),
        );
    }
  }

  #nameOf(id: string): string {
    const { people } = this.#server;
    return (
      Object.entries(people).find(([, person]) => person.id === id)?.[0] ?? `somebody else (${id})`
    );
  }

  /** Lenders, portfolios, the partner. */
  async lenders(): Promise<void> {
    const of = (id: string): number => this.#due(({ clientId }) => clientId === id);
    const { X } = this.#server.clients;
    const { data } = await this.#read<{ data: Holding[] }>('admin', '/clients');
    for (const { _id, dueAmount } of data) this.#expect(`/clients ${_id}`, dueAmount, of(_id));
    for (const as of ['admin', 'clientadmin'] as const) {
      const client = await this.#read<Holding>(as, `/clients/${X.id}`);
      this.#expect(`/clients/:id as ${as}`, client.dueAmount, of(X.id));
      const portfolios = await this.#read<{ data: Holding[] }>(as, '/portfolios');
      this.#expect(`/portfolios as ${as}`, portfolios.data[0]?.dueAmount, of(X.id));
    }
    const partners = await this.#read<{ data: Holding[] }>('admin', '/partner/all');
    this.#expect('/partner/all', partners.data[0]?.dueAmount, this.#due(this.#seenBy('partner')));
  }

  /** Dues in stock: boards, the predictors, sharing out. */
  async stock(): Promise<void> {
    for (const as of READERS) {
      const due = this.#due(this.#seenBy(as));
      const insight = await this.#read<{ stock: Amounts }>(as, '/recovery/insight');
      this.#expect(`/recovery/insight as ${as}`, sumOf(insight.stock), due);
      const basic = await this.#read<{ expected: Amounts }>(as, '/recovery/basic');
      this.#expect(`/recovery/basic as ${as}`, sumOf(basic.expected), due);
    }
    for (const as of ['admin', 'manager', 'clientadmin'] as const) {
      const query = { kind: 'COLLECTOR', takesOver: '1' };
      const run = await this.#read<{ due: number }>(as, '/loans/allocation-runs/count', query);
      this.#expect(`sharing out as ${as}`, run.due, this.#due(this.#seenBy(as)));
    }
    const dryRun = await this.#read<Holding>('admin', '/allocation-rules/dry-run');
    this.#expect(
      '/allocation-rules/dry-run',
      dryRun.dueAmount,
      this.#due(() => true),
    );
    for (const [as, path] of BOARDS) {
      const { stock } = await this.#read<{ stock: { all?: Amount; amount?: number } }>(as, path);
      const shown = stock.all?.amount ?? stock.amount;
      this.#expect(`${path} as ${as}`, shown, this.#due(this.#seenBy(as)));
    }
  }

  /** What is verified this month: targets, revenues, the leadership board. */
  async money(): Promise<void> {
    const led = (id: string): number =>
      this.#verified(({ personId, managerId }) => personId === id || managerId === id);
    const { people } = this.#server;
    for (const as of ['admin', 'manager'] as const) {
      const { data } = await this.#read<{ data: Target[] }>(as, '/targets');
      for (const { ownerId, achieved } of data)
        this.#expect(`/targets as ${as}, ${this.#nameOf(ownerId)}`, achieved.amount, led(ownerId));
    }
    for (const as of ['manager', 'collector', 'fieldagent'] as const) {
      const { id } = people[as];
      const { days } = await this.#read<{ days: Amount[] }>(as, `/targets/of/${id}`);
      const sum = days.reduce((all, { amount }) => all + amount, 0);
      this.#expect(`/targets/of/${as}`, sum, led(id));
    }
    for (const as of ['manager', 'collector'] as const) {
      const shown = await this.#read<{ achieved: number }>(as, '/loans/getManagersCollTargets');
      this.#expect(`target of the day of ${as}`, shown.achieved, led(people[as].id));
    }
    const revenues = await this.#read<{ data: Earned[] }>('admin', '/revenues', {
      pageSize: '200',
    });
    for (const { personId, verified } of revenues.data)
      this.#expect(
        `/revenues of ${personId === null ? 'nobody' : this.#nameOf(personId)}`,
        verified,
        this.#verified((payment) => payment.personId === personId),
      );
    const board = await this.#read<{ data: { _id: string; collected: number }[] }>(
      'admin',
      '/agentprofile',
    );
    for (const { _id, collected } of board.data)
      this.#expect(
        `/agentprofile of ${this.#nameOf(_id)}`,
        collected,
        this.#verified(({ personId }) => personId === _id),
      );
  }

  /** What lenders are billed and agents earn for, and the reports of the engine. */
  async papers(): Promise<void> {
    const { X } = this.#server.clients;
    const ofX: Test<StandingPayment> = ({ clientId }) => clientId === X.id;
    const invoices = await this.#read<{ data: { clientId: string; fee: number }[] }>(
      'admin',
      '/invoices',
    );
    const invoice = invoices.data.find(({ clientId }) => clientId === X.id);
    // A fee of 10 %, in paise.
    this.#expect('/invoices, fee of X', invoice?.fee, 10 * this.#verified(ofX));
    const statements = await this.#read<{ data: Statement[] }>('admin', '/incentive-statements', {
      pageSize: '200',
    });
    for (const { _id, role, collected } of statements.data)
      if (role === 'COLLECTOR')
        this.#expect(
          `/incentive-statements of ${this.#nameOf(_id)}`,
          collected,
          this.#verified((payment) => ofX(payment) && payment.personId === _id),
        );
    await this.#reports();
  }

  /** The reports of the engine that have dues of loans, and the report of all money. */
  async #reports(): Promise<void> {
    const { businessTz } = this.#server.context.settings;
    const today = businessDay(businessTz);
    // Who has a loan today has it when tomorrow begins.
    const tomorrow = addDays(today, 1);
    const next = { gte: tomorrow, lte: tomorrow };
    const month = { gte: `${today.slice(0, 7)}-01`, lte: today, pageSize: '200' };
    const all = this.#due(() => true);
    const calledOf = (as: PersonName): number =>
      this.#due((loan) => called(loan) && this.#seenBy(as)(loan));
    for (const [as, name, measure, ledger, query] of [
      ['admin', 'workable', 'due', all, month],
      ['admin', 'lastInteraction', 'due', all, month],
      ['manager', 'lastInteraction', 'due', this.#due(this.#seenBy('manager')), month],
      ['admin', 'bestDisposition', 'due', this.#due(({ isContacted }) => isContacted), month],
      ['admin', 'allocation', 'closingDue', this.#due(called), month],
      ['clientadmin', 'allocation', 'closingDue', calledOf('clientadmin'), month],
      [
        'admin',
        'fieldAllocation',
        'closingDue',
        this.#due(({ holders }) => holders[1] !== null),
        month,
      ],
      ['manager', 'retain', 'heldDue', calledOf('manager'), next],
      ['manager2', 'retain', 'heldDue', calledOf('manager2'), next],
      ['customer', 'retain', 'heldDue', calledOf('customer'), next],
    ] as const) {
      const report = await this.#read<Report>(as, `/reports/${name}`, query);
      const at = report.measures.indexOf(measure);
      if (at >= 0) this.#expect(`report ${name} as ${as}, ${measure}`, report.totals[at], ledger);
      else this.differences.push(`report ${name} has no ${measure}: ${report.measures.join(' ')}`);
    }
  }
}

interface Statement {
  _id: string;
  role: string;
  collected: number;
}
interface Report {
  measures: string[];
  totals: number[];
}
interface Amount {
  amount: number;
}
interface Target {
  ownerId: string;
  achieved: Amount;
}
interface Earned {
  personId: string | null;
  verified: number;
}

const READERS = [
  'admin',
  'manager',
  'manager2',
  'partner',
  'collector',
  'fieldagent',
  'clientadmin',
  'customerOfY',
] as const;

const BOARDS: readonly (readonly [PersonName, string])[] = [
  ['admin', '/organisation/landing'],
  ['partner', '/organisation/partner-landing'],
  ['clientadmin', '/organisation/client-landing'],
  ['customerOfY', '/organisation/client-landing'],
  ['collector', '/loans/getLandingAnalytics'],
  ['manager', '/loans/getManagerLandingAnalytics'],
];

/** The figures of screens that are not the ledger's: dues of worked loans, and what is verified this month. */
export async function differingScreens(server: TestServer): Promise<string[]> {
  const { db } = server;
  const loans = await duesOf(db);
  const check = new ScreenCheck(server, loans, await paymentsOf(db));
  await check.people();
  await check.lenders();
  await check.stock();
  await check.money();
  await check.papers();
  const rows = new RowCheck(server, loans);
  await rows.check();
  return [
    ...check.differences,
    ...rows.differences,
    ...(await differingPromises(server)),
    ...(await differingCash(server)),
  ];
}
