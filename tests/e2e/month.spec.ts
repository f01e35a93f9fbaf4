import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { addDays, businessDay } from '../../server/clock.ts';
import { duesOf, ledgerOf, ledgerOfPerson } from '../support/books-ledger.ts';
import type { LoanDue, Measures } from '../support/books-ledger.ts';
import { brokenBalances } from '../support/books.ts';
import type { PersonName } from '../support/organisation.ts';
import { allocateAll } from './support/allocation-steps.ts';
import { expectCell, tileOf } from './support/figures.ts';
import { expectCounts, uploadLoans, verifyLoans } from './support/import-steps.ts';
import { BORROWERS, bankFile, lenderFile } from './support/month-file.ts';
import type { Borrower } from './support/month-file.ts';
import {
  checkPayments,
  claimOnCall,
  collectOnVisit,
  promiseOnCall,
  reversePayment,
} from './support/month-steps.ts';
import { placeCalls, saveCharts, walkCharts, walkLeaders } from './support/money-boards.ts';
import {
  setTargets,
  walkAdmin,
  walkCaller,
  walkCustomer,
  walkDailyReports,
  walkEngine,
  walkLender,
  walkManager,
  walkPartner,
  walkPhone,
  walkReconciliation,
} from './support/money-walk.ts';
import type { People, Worker } from './support/money-walk.ts';
import { withoutWorker } from './support/no-worker.ts';
import { startSmallOrganisation } from './support/small-organisation.ts';
import type { SmallOrganisation } from './support/small-organisation.ts';

/*
 * A month told once from end to end, in the browser, with every sum worked out here beforehand:
 *
 *              file 1   told            bank     reversed   file 2 (as of    owed at the end
 *                                       (today)             yesterday)
 *   Asha       50,000   claims 5,000    5,000               48,500           48,500 - 5,000 = 43,500
 *   Bharat     30,000   claims 2,000    3,000    3,000      30,000           30,000 - 3,000 + 3,000 = 30,000
 *   Chitra     20,000   receipt 8,000   8,000               21,000           21,000 - 8,000 = 13,000
 *   Dilip      10,000   receipt 10,000                      not named        10,000 (10,000 not verified)
 *   Esha            0                                        6,000            6,000
 *   Farid                                                   15,000           15,000
 *   Gita        9,000                   1,000               not named        9,000 - 1,000 = 8,000
 *   in all   1,19,000                   17,000   3,000                       1,25,500
 *
 *   claimed    5,000 + 2,000 = 7,000; the bank confirms 5,000: 2,000
 *   receipted  8,000 + 10,000 = 18,000
 *   verified   17,000 - 3,000 = 14,000; of Gita's 1,000 nobody is credited: nobody had the loan
 *   collected  18,000 receipted + 6,000 verified without a receipt = 24,000 (27,000 before the reversal)
 */
test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 1400, height: 900 } });

const ZONE = 'Asia/Kolkata';
const CLIENT = 'Xenon Finance';
const FILE_1 = { asha: 50_000, bharat: 30_000, chitra: 20_000, dilip: 10_000, esha: 0, gita: 9000 };
const FILE_2 = { asha: 48_500, bharat: 30_000, chitra: 21_000, esha: 6000, farid: 15_000 };
const BANK = { asha: 5000, bharat: 3000, chitra: 8000, gita: 1000 };

const today = businessDay(ZONE);
const shown = (day: string) => day.split('-').toReversed().join('-');

let organisation: SmallOrganisation;
let url: string;
let folder: string;
const pages = new Map<PersonName, Page>();
const contexts: BrowserContext[] = [];

/** A person's own browser, logged in once; field agents have phones. */
async function pageOf(browser: Browser, name: PersonName): Promise<Page> {
  const known = pages.get(name);
  if (known !== undefined) return known;
  const isPhone = name === 'fieldagent';
  const context = await browser.newContext(
    isPhone
      ? { viewport: { width: 390, height: 844 }, permissions: ['geolocation'] }
      : { viewport: { width: 1400, height: 900 } },
  );
  contexts.push(context);
  await withoutWorker(context);
  const page = await context.newPage();
  await organisation.logIn(page, url, name);
  pages.set(name, page);
  return page;
}

/** The independent ledger has these dues (`due` or `[due, not verified]`) and measures, and all books balance. */
async function expectBooks(
  dues: Partial<Record<Borrower, number | readonly [number, number]>>,
  money: { claimed: number; receipted: number; verified: number; collected: number },
): Promise<void> {
  const { db } = organisation;
  expect(await brokenBalances(db)).toEqual([]);
  const expected = Object.entries(dues).map(([who, told]) => {
    const [due, unverified] = typeof told === 'number' ? [told, 0] : told;
    return [BORROWERS[who as Borrower][0], due, unverified];
  });
  const found = (await duesOf(db)).map(({ number, due, unverified }) => [number, due, unverified]);
  expect(found).toEqual(expected);
  expect(await ledgerOf(db)).toEqual(money);
}

test.beforeAll(async () => {
  organisation = await startSmallOrganisation();
  ({ url } = organisation.product);
  folder = await mkdtemp(join(tmpdir(), 'recoup-month-'));
});

test.afterAll(async () => {
  for (const context of contexts) await context.close();
  await organisation?.remove();
  await rm(folder, { recursive: true, force: true });
});

test('the first file: ₹1,19,000 on five loans, and one that owes nothing', async ({ browser }) => {
  const admin = await pageOf(browser, 'admin');
  await uploadLoans(admin, url, CLIENT, await lenderFile(folder, 'week-1.csv', FILE_1));
  await expectCounts(admin, { New: 6, Updates: 0, Failed: 0 });
  await expectCell(admin.getByRole('table').first(), 'All loans', 'Total due', '₹1,19,000');
  await verifyLoans(admin, 6);
  await expectBooks(
    { asha: 50_000, bharat: 30_000, chitra: 20_000, dilip: 10_000, esha: 0, gita: 9000 },
    { claimed: 0, receipted: 0, verified: 0, collected: 0 },
  );
});

test('four loans go to a manager, a caller and a field agent; Gita’s waits', async ({
  browser,
}) => {
  const admin = await pageOf(browser, 'admin');
  // The loan that owes nothing is not among them: it is not worked.
  const loans = `${url}/loans?search=MON&status=ACTIVE`;
  await allocateAll(admin, loans, 4, 'To a manager', 'Test manager');
  await allocateAll(admin, loans, 4, 'To an agent', 'Test collector');
  await allocateAll(admin, loans, 4, 'To a field agent', 'Test fieldagent');
});

test('calls: two borrowers say they paid, one promises', async ({ browser }) => {
  const desk = await pageOf(browser, 'collector');
  await claimOnCall(desk, url, 'asha', 5000, shown(today));
  await claimOnCall(desk, url, 'bharat', 2000, shown(today));
  await promiseOnCall(desk, url, 'chitra', 12_000, shown(addDays(today, 1)));
});

test('visits: ₹8,000 and ₹10,000 are taken in, and the phone says so at once', async ({
  browser,
}) => {
  const phone = await pageOf(browser, 'fieldagent');
  await collectOnVisit(phone, url, 'chitra', 'Paid in part', 8000);
  await collectOnVisit(phone, url, 'dilip', 'Paid in full', 10_000);
  await expect.poll(async () => (await ledgerOf(organisation.db)).receipted).toBe(18_000);
  await expectBooks(
    {
      asha: 50_000,
      bharat: 30_000,
      chitra: [20_000, 8000],
      dilip: [10_000, 10_000],
      esha: 0,
      gita: 9000,
    },
    { claimed: 7000, receipted: 18_000, verified: 0, collected: 18_000 },
  );
});

test('the bank verifies ₹17,000: a claim, a receipt, and what nobody told', async ({ browser }) => {
  const admin = await pageOf(browser, 'admin');
  await checkPayments(admin, url, CLIENT, await bankFile(folder, shown(today), BANK));
  await expect(admin.getByText('₹17,000').first()).toBeVisible();
  await admin.getByRole('button', { name: 'Post 4 payments' }).click();
  await expect(admin.getByText('Reverse the whole sheet')).toBeVisible();
  await expectBooks(
    {
      asha: 45_000,
      bharat: 27_000,
      chitra: 12_000,
      dilip: [10_000, 10_000],
      esha: 0,
      gita: 8000,
    },
    { claimed: 2000, receipted: 18_000, verified: 17_000, collected: 27_000 },
  );
  // Who gets the loan now sees the payment; it is not credited for it.
  await allocateAll(admin, `${url}/loans?search=NEW`, 1, 'To a manager', 'Test manager');
  await allocateAll(admin, `${url}/loans?search=NEW`, 1, 'To an agent', 'Test collector');
});

test('the second file waits while a payment is reversed, and says so when it is verified', async ({
  browser,
}) => {
  const admin = await pageOf(browser, 'admin');
  const path = await lenderFile(folder, 'week-2.csv', FILE_2);
  await uploadLoans(admin, url, CLIENT, path, shown(addDays(today, -1)));
  await expectCounts(admin, { New: 1, Updates: 3, Unchanged: 1, Failed: 0 });
  await expect(admin.getByText('2 active loans are not in this file')).toBeVisible();
  const waiting = admin.url();
  await reversePayment(admin, url, 'bharat', 'Meant for another loan');
  await expectBooks(
    {
      asha: 45_000,
      bharat: 30_000,
      chitra: 12_000,
      dilip: [10_000, 10_000],
      esha: 0,
      gita: 8000,
    },
    { claimed: 2000, receipted: 18_000, verified: 14_000, collected: 24_000 },
  );
  await admin.goto(waiting);
  await admin.getByRole('button', { name: 'Verify and store 4 loans' }).click();
  await expect(admin.getByText('1 row changed since the check')).toBeVisible();
  await verifyLoans(admin, 4);
  await expectBooks(
    {
      asha: 43_500,
      bharat: 30_000,
      chitra: 13_000,
      dilip: [10_000, 10_000],
      esha: 6000,
      farid: 15_000,
      gita: 8000,
    },
    { claimed: 2000, receipted: 18_000, verified: 14_000, collected: 24_000 },
  );
});

test('the bank’s file once more: three payments are known, the reversed one is left out', async ({
  browser,
}) => {
  const admin = await pageOf(browser, 'admin');
  await checkPayments(admin, url, CLIENT, await bankFile(folder, shown(today), BANK));
  await expect(admin.getByText('No row can be posted.')).toBeVisible();
  await expect(
    admin.getByText(`Reversed on ${shown(today)}: Meant for another loan`),
  ).toBeVisible();
});

test('reconciliation is the same for admin and manager: ₹18,000 against ₹14,000', async ({
  browser,
}) => {
  for (const who of ['admin', 'manager'] as const) {
    const page = await pageOf(browser, who);
    await page.goto(`${url}/Reconciliation?gte=${today}&lte=${today}`);
    await expect(tileOf(page, 'Receipted')).toContainText('₹18,000');
    await expect(tileOf(page, 'Difference')).toContainText('₹4,000');
    await expect(tileOf(page, 'Difference')).toContainText('against ₹14,000 verified');
  }
});

test('the lender sees ₹14,000 verified and ₹1,25,500 of dues', async ({ browser }) => {
  const lender = await pageOf(browser, 'clientadmin');
  await lender.goto(`${url}/`);
  await expect(tileOf(lender, 'Verified this month')).toContainText('₹14,000');
  await expect(tileOf(lender, 'Dues in stock')).toContainText('₹1,25,500');
});

/*
 * The walk: every screen that shows a due or a measure of money has the number of the independent ledger
 * (tests/support/books-ledger.ts). A figure of one name is one number everywhere.
 */
test.describe('the walk', () => {
  /** Who told money or is credited with it, nobody included, and what is to be seen of it. */
  let people: People;
  let all: Measures;
  let loans: LoanDue[];
  /** With somebody. */
  let held: LoanDue[];
  const heldBy = ({ id }: Worker) => held.filter(({ holders }) => holders.includes(id));

  test.beforeAll(async ({ browser }) => {
    const { db, idOf } = organisation;
    const worker = async (name: 'collector' | 'fieldagent'): Promise<Worker> => {
      const id = await idOf(name);
      return { id, name: `Test ${name}`, money: await ledgerOfPerson(db, id) };
    };
    people = {
      caller: await worker('collector'),
      agent: await worker('fieldagent'),
      nobody: { id: null, name: 'Nobody credited', money: await ledgerOfPerson(db, null) },
    };
    all = await ledgerOf(db);
    loans = await duesOf(db);
    held = loans.filter(({ holders }) => holders.some((id) => id !== null));
    await setTargets(await pageOf(browser, 'admin'), {
      [await idOf('manager')]: 50_000,
      [people.caller.id ?? '']: 20_000,
    });
    await placeCalls(db);
    await saveCharts(await pageOf(browser, 'admin'), ['ADMIN', 'MANAGER', 'CLIENT_ADMIN']);
  });

  test('the admin: boards, lists, records, payments, people', async ({ browser }) => {
    const page = await pageOf(browser, 'admin');
    const walk = { page, loans, money: all, held, people };
    await walkAdmin(walk);
    await walkDailyReports(walk);
    await walkReconciliation(walk);
    await walkEngine(walk);
    await walkCharts(walk);
    await walkLeaders(walk);
  });

  test('the manager: the team, the dashboard, reports, cash in hand', async ({ browser }) => {
    const page = await pageOf(browser, 'manager');
    const money = await ledgerOf(organisation.db, await organisation.idOf('manager'));
    const walk = { page, loans: held, money, held, people };
    await walkManager(walk);
    await walkDailyReports(walk);
    await walkReconciliation(walk);
    await walkEngine(walk);
    await walkCharts(walk);
    await walkLeaders(walk);
  });

  test('the caller: its day, its loans, the desk', async ({ browser }) => {
    const page = await pageOf(browser, 'collector');
    await walkCaller({
      page,
      loans: heldBy(people.caller),
      money: people.caller.money,
      held,
      people,
    });
  });

  test('the field agent: its day and its loans on the phone', async ({ browser }) => {
    const page = await pageOf(browser, 'fieldagent');
    await walkPhone({ page, loans: heldBy(people.agent), money: people.agent.money, held, people });
  });

  test('the lender: verified money, and the same dues', async ({ browser }) => {
    const page = await pageOf(browser, 'clientadmin');
    const walk = { page, loans, money: all, held, people };
    await walkLender(walk);
    await walkCustomer({ ...walk, page: await pageOf(browser, 'customer') });
  });

  test('the partner: its managers’ loans and people', async ({ browser }) => {
    const page = await pageOf(browser, 'partner');
    await walkPartner({ page, loans: held, money: all, held, people });
  });
});
