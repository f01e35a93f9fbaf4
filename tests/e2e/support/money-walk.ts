import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { addDays, businessDay } from '../../../server/clock.ts';
import type { LoanDue, Measures } from '../../support/books-ledger.ts';
import { dueText, expectCell, expectTile, rupees } from './figures.ts';
import { goInside } from './page-watch.ts';

/** Somebody by the name on screens, and the money that the ledger has for them; without an id it is nobody's. */
export interface Worker {
  readonly id: string | null;
  readonly name: string;
  readonly money: Measures;
}

/** Everybody who told money or is credited with it. */
export interface People {
  readonly caller: Worker;
  readonly agent: Worker;
  readonly nobody: Worker;
}

/** A reader's screens, and what the independent ledger says of what this reader sees. */
interface Walk {
  readonly page: Page;
  readonly loans: readonly LoanDue[];
  readonly money: Measures;
  /** The loans that somebody works. */
  readonly held: readonly LoanDue[];
  readonly people: People;
}

const MEASURES = ['collected', 'verified', 'receipted', 'claimed'] as const;
const TITLES = {
  collected: 'Collected',
  verified: 'Verified',
  receipted: 'Receipted',
  claimed: 'Claimed',
} as const;

const sumOf = (loans: readonly LoanDue[]): number => loans.reduce((sum, { due }) => sum + due, 0);
/** A person's line: other names begin with it. */
const lineOf = (name: string): RegExp => new RegExp(`^${name}(?!\\d)`);
/** The only table of a screen. */
const tableOf = (page: Page): Locator => page.locator('main table').first();
const main = (page: Page): Locator => page.locator('main');

/** A board's tile of collected money, with what it is made of. */
async function expectCollected(page: Page, label: string, money: Measures): Promise<void> {
  const parts = `Verified ${rupees(money.verified)} · receipted ${rupees(money.receipted)} · claimed ${rupees(money.claimed)}`;
  await expectTile(page, label, rupees(money.collected), parts);
}

/** Every loan's due in a table. */
async function expectDues(table: Locator, loans: readonly LoanDue[]): Promise<void> {
  for (const loan of loans) await expectCell(table, loan.number, 'Total due', dueText(loan));
}

/** The total line of a report of the engine, figure by figure. */
async function expectReport(
  page: Page,
  path: string,
  sums: Readonly<Record<string, number>>,
): Promise<void> {
  await goInside(page, path);
  const figures = page.getByRole('table', { name: 'Figures' });
  for (const [title, sum] of Object.entries(sums))
    await expectCell(figures, 'Total', title, rupees(sum), path);
}

/** Sets this month's targets as the logged-in person, by person. */
export async function setTargets(page: Page, amounts: Record<string, number>): Promise<void> {
  const status = await page.evaluate(async (told) => {
    const token = localStorage.getItem('recoup.token') ?? '';
    const month = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });
    const targets = Object.entries(told).map(([ownerId, amount]) => ({ ownerId, amount, month }));
    const answer = await fetch('/api/v1/targets', {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ targets }),
    });
    return answer.status;
  }, amounts);
  expect(status).toBe(200);
}

/** Both daily reports: what callers brought and nobody is credited for, and what field agents did; both are all of it. */
export async function walkDailyReports({ page, people }: Walk): Promise<void> {
  const { caller, agent, nobody } = people;
  for (const [path, measures, credited] of [
    ['/daily-reports', ['claimed', 'receipted', 'verified', 'collected'], [caller, nobody]],
    ['/daily-field-reports', ['receipted', 'verified', 'collected'], [agent]],
  ] as const) {
    const sums = measures.map((measure) => [
      TITLES[measure],
      credited.reduce((sum, { money }) => sum + money[measure], 0),
    ]);
    await expectReport(page, path, Object.fromEntries(sums));
    const [own] = credited;
    const figures = page.getByRole('table', { name: 'Figures' });
    for (const measure of measures)
      await expectCell(figures, own.name, TITLES[measure], rupees(own.money[measure]), path);
  }
}

/** Receipts written less cancelled, and what the bank verifies: in all and by person. */
export async function walkReconciliation({ page, money, people }: Walk): Promise<void> {
  await goInside(page, '/Reconciliation?by=agent');
  await expectTile(page, 'Receipted', rupees(money.receipted));
  await expectTile(page, 'Difference', `against ${rupees(money.verified)} verified`);
  const lines = page.getByRole('table', { name: 'Reconciliation' });
  for (const { name, money: own } of Object.values(people)) {
    await expectCell(lines, name, 'Receipts written', rupees(own.receipted));
    await expectCell(lines, name, 'Verified', rupees(own.verified));
  }
  await expectCell(lines, 'Total', 'Verified', rupees(money.verified));
}

/** The reports of the engine: money of callers (and nobody's), of field agents, of loans; dues of loans. */
export async function walkEngine({ page, loans, money, held, people }: Walk): Promise<void> {
  const { caller, agent, nobody } = people;
  const ofCalls = (measure: keyof typeof TITLES) => caller.money[measure] + nobody.money[measure];
  await expectReport(page, '/reports?report=callStatus', {
    Claimed: ofCalls('claimed'),
    Receipted: ofCalls('receipted'),
    Verified: ofCalls('verified'),
    Collected: ofCalls('collected'),
  });
  await expectReport(page, '/reports?report=fieldStatus', {
    Receipted: agent.money.receipted,
    Verified: agent.money.verified,
    Collected: agent.money.collected,
  });
  const due = sumOf(loans);
  const both = { Due: due, Collected: money.collected };
  await expectReport(page, '/reports?report=performance', both);
  await expectReport(page, '/additional-reports?view=figures', both);
  await expectReport(page, '/last-interaction-report?view=figures', { Due: due });
  await expectReport(page, '/workable-reports', { Due: due });
  await expectReport(page, '/allocation-reports', { 'Closing due': sumOf(held) });
  await goInside(page, '/last-interaction-report');
  for (const loan of loans)
    await expectCell(tableOf(page), loan.number, 'Total due', rupees(loan.due));
}

/** What admins see: the organisation's morning, lists and records of loans, payments, people, targets, the board. */
export async function walkAdmin({ page, loans, money, held, people }: Walk): Promise<void> {
  const due = rupees(sumOf(loans));
  await goInside(page, '/');
  await expectTile(page, 'Dues in stock', `${loans.length} loans · ${due}`);
  await expectCollected(page, 'Collected today', money);
  const clients = page.getByRole('table', { name: 'By client' });
  await expectCell(clients, 'Xenon Finance', 'Dues', due);
  await expectCell(clients, 'Xenon Finance', 'Collected in 7 days', rupees(money.collected));
  await goInside(page, '/clients');
  await expectCell(tableOf(page), 'Xenon Finance', 'Dues', due);
  await goInside(page, '/loans');
  await expectDues(tableOf(page), loans);
  for (const loan of loans.filter(({ unverified, paid }) => unverified > 0 || paid > 0)) {
    await goInside(page, `/view-loan?loanId=${loan.id}`);
    await expect(main(page)).toContainText(`Total due${dueText(loan)}`);
    await expect(main(page)).toContainText(`Paid${rupees(loan.paid)}`);
  }
  await goInside(page, '/post-payment?view=payments');
  await expect(main(page)).toContainText(
    `Sum of the payments that stand: ${rupees(money.verified)}`,
  );
  await goInside(page, '/process-allocation');
  const free = loans.filter((loan) => !held.includes(loan));
  await expect(main(page)).toContainText(rupees(sumOf(free)));
  await goInside(page, '/agentProfiling');
  for (const { name, money: own } of [people.caller, people.agent])
    await expectCell(tableOf(page), name, 'Verified', rupees(own.verified));
  const { id, name } = people.caller;
  await goInside(page, '/collectors');
  const theirs = loans.filter(({ holders }) => holders.includes(id));
  await expectCell(tableOf(page), lineOf(name), 'Dues', rupees(sumOf(theirs)));
}

/** Loans that callers hold when tomorrow begins, and what came of what was promised on them. */
async function walkHeld({
  page,
  loans,
  people,
}: Pick<Walk, 'page' | 'loans' | 'people'>): Promise<void> {
  const tomorrow = addDays(businessDay('Asia/Kolkata'), 1);
  const called = loans.filter(({ holders: [caller] }) => caller === people.caller.id);
  const days = `gte=${tomorrow}&lte=${tomorrow}`;
  await expectReport(page, `/retain-report?${days}`, { 'Held due': sumOf(called) });
  await goInside(page, '/promises');
  for (const { number, promised, paid } of loans.filter((loan) => loan.promised > 0)) {
    await expectCell(tableOf(page), number, 'Promised', rupees(promised));
    await expectCell(tableOf(page), number, 'Came in time', rupees(paid));
  }
}

/** What a manager sees: the team's day, the dashboard, its loans, targets, the cash in hand. */
export async function walkManager({ page, loans, money, people }: Walk): Promise<void> {
  const { caller, agent, nobody } = people;
  await goInside(page, '/');
  await expectCollected(page, 'Collected today', money);
  const team = page.getByRole('table', { name: 'Team' });
  for (const { name, money: own } of [caller, agent])
    for (const measure of MEASURES)
      await expectCell(team, lineOf(name), TITLES[measure], rupees(own[measure]));
  // Its target counts what was paid while it led the loan, here as in the list of targets.
  const achieved = rupees(money.verified - nobody.money.verified);
  await expect(main(page)).toContainText(`${achieved}26 % of ₹50,000`);
  await goInside(page, '/target-settings');
  await expectCell(tableOf(page), 'Test manager', 'Achieved', `${achieved}26\u00a0%`);
  const own = `${rupees(caller.money.verified)}25\u00a0%`;
  await expectCell(tableOf(page), lineOf(caller.name), 'Achieved', own);
  await goInside(page, `/target/${caller.id}`);
  await expectTile(page, 'Achieved', rupees(caller.money.verified));
  await goInside(page, '/home?view=field');
  await expectCollected(page, 'Collected', money);
  const visited = loans.filter(({ holders }) => holders.includes(agent.id));
  await expectDues(page.getByRole('table', { name: 'With field agents' }), visited);
  await goInside(page, '/all-loans');
  await expectDues(tableOf(page), loans);
  for (const { id, money: own } of [caller, agent]) {
    await goInside(page, `/home?collectorId=${id}`);
    await expectCollected(page, 'Collected', own);
  }
  await goInside(page, '/receipts?view=all');
  await expectTile(page, 'Receipts written', rupees(money.receipted));
  await walkHeld({ page, loans, people });
}

/** What a caller sees: its day, its dashboard, its loans, the desk. */
export async function walkCaller({ page, loans, money }: Walk): Promise<void> {
  await goInside(page, '/');
  await expectCollected(page, 'Collected this month', money);
  await expectTile(
    page,
    'Collected this month',
    `Verified ${rupees(money.verified)}: 25 % of ₹20,000`,
  );
  await goInside(page, '/home');
  await expectCollected(page, 'Collected', money);
  await goInside(page, '/active-loans');
  await expectDues(tableOf(page), loans);
  for (const loan of loans) {
    await goInside(page, `/call-management?loanId=${loan.id}&loanNumber=${loan.number}`);
    await expect(main(page)).toContainText(`Total due${dueText(loan)}`);
  }
}

/** What a field agent sees on the phone: its day and its loans. */
export async function walkPhone({ page, loans, money }: Walk): Promise<void> {
  await goInside(page, '/field-agent-loans?view=all');
  // A phone shows what it pulled last.
  await page.getByRole('button', { name: 'Refresh' }).click();
  for (const loan of loans)
    await expect(page.getByRole('article').filter({ hasText: loan.number })).toContainText(
      dueText(loan),
    );
  for (const loan of loans) {
    await goInside(page, `/field-agent/loan?id=${loan.id}`);
    await expect(page.getByRole('heading', { name: loan.name })).toBeVisible();
    await expect(main(page)).toContainText(dueText(loan));
  }
  await goInside(page, '/receipts?view=all');
  await expectTile(page, 'Receipts written', rupees(money.receipted));
}

/** What a lender's admin sees: verified money only, and the same dues. */
export async function walkLender({ page, loans, money, held, people }: Walk): Promise<void> {
  const verified = rupees(money.verified);
  await goInside(page, '/');
  await expectTile(page, 'Dues in stock', rupees(sumOf(loans)));
  await expectTile(page, 'Verified this month', verified);
  await expect(main(page)).toContainText(`Verified${verified}`);
  await goInside(page, '/loans');
  await expectDues(tableOf(page), loans);
  const { caller, agent, nobody } = people;
  for (const [path, sum] of [
    ['/daily-reports', caller.money.verified + nobody.money.verified],
    ['/daily-field-reports', agent.money.verified],
  ] as const) {
    await expectReport(page, path, { Verified: sum, Collected: sum });
    for (const column of ['Claimed', 'Receipted'])
      await expect(page.getByRole('columnheader', { name: column })).toHaveCount(0);
  }
  const both = { Due: sumOf(loans), Collected: money.verified };
  await expectReport(page, '/additional-reports?view=figures', both);
  await expectReport(page, '/allocation-reports', { 'Closing due': sumOf(held) });
}

/** What a lender's customer service sees: the same home, and the loans of its call management. */
export async function walkCustomer({ page, loans, money }: Walk): Promise<void> {
  await goInside(page, '/');
  await expectTile(page, 'Dues in stock', rupees(sumOf(loans)));
  await expectTile(page, 'Verified this month', rupees(money.verified));
  await goInside(page, '/client-call-management');
  await expectDues(tableOf(page), loans);
}

/** What a partner sees of its managers' loans and people. */
export async function walkPartner({ page, loans, money, people }: Walk): Promise<void> {
  await goInside(page, '/');
  await expectTile(page, 'Dues in stock', rupees(sumOf(loans)));
  await expectCollected(page, 'Collected today', money);
  const table = page.getByRole('table', { name: 'How your people did' });
  // A manager's is what it led: of what was paid before it had the loan nobody is credited.
  const led = rupees(money.collected - people.nobody.money.collected);
  for (const column of ['Collected today', 'Collected this month'])
    await expectCell(table, lineOf('Test manager'), column, led);
  await goInside(page, '/partner-loans');
  await expectDues(tableOf(page), loans);
}
