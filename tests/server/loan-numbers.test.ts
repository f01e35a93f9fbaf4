import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { ActivityRow, ActivitySheet } from '../../contract/activity-sheet.ts';
import type { CampaignList } from '../../contract/campaign-list.ts';
import { DEFAULT_CAMPAIGN } from '../../contract/campaign.ts';
import type { Campaign } from '../../contract/campaign.ts';
import type { PendingLoan } from '../../contract/loan-import.ts';
import type { Page } from '../../contract/paging.ts';
import type { Payment } from '../../contract/payment.ts';
import { rowsOf, sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { pendingList, sendFile, verified } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';
import { dayFromNow } from '../support/work.ts';

/** A loan's number means the same loan in every sheet, in whatever letter case and with whatever space around it. */

const server = testServer();

const loanFile = (...rows: string[]) =>
  ['Loan_ID,Customer_Name,Mobile_Number,Total_Due_Amount', ...rows].join('\n');
const loanNumbers = async () => {
  const { rows } = await server.db.execute<{ number: string; due: number }>(sql`
    select loan_number as number, total_due_amount as due from loans
    where upper(loan_number) like 'CASE-%' and status <> 'DELETED' order by 1`);
  return rows;
};
const rowsOfSheet = async (sheet: ActivitySheet) =>
  (await server.call('GET', `/activity-sheets/${sheet._id}/rows`, { as: 'admin' })).json<
    Page<ActivityRow>
  >().data;

it('a file that writes known numbers otherwise updates their loans, and names one of two spellings a duplicate', async () => {
  const first = await pendingList(server, loanFile('Case-1,Asha,9876501234,5000'));
  expect((await verified(server, first)).state).toBe('DONE');
  const again = await pendingList(
    server,
    loanFile(
      '  CASE-1 ,Asha,9876501234,6000',
      'case-2,Ravi,9876501235,10',
      'CASE-2,Ravi,9876501235,20',
    ),
  );
  expect(again).toMatchObject({ newRows: 1, updateRows: 1, duplicateRows: 1 });
  expect((await verified(server, again)).state).toBe('DONE');
  expect(await loanNumbers()).toEqual([
    { number: 'Case-1', due: 6000 },
    { number: 'case-2', due: 10 },
  ]);
});

it('every other sheet finds the loan: bank file, payments, allocation, own list, campaign list, a typed number', async () => {
  const day = dayFromNow(-1);
  const kinds = [
    ['PAYMENT', `Loan Number,Amount,Payment Date\n cAsE-1 ,100,${day}`, 'PART_PAID'],
    ['BANK_PAID', `Loan Number,Amount,Payment Date\nCASE-1,200,${day}`, 'PART_PAID'],
    ['ALLOCATION', 'Loan Number,Collector\ncase-1,collector', 'READY'],
    ['SYSTEM_EXPORT', 'Loan Number,Total Due\nCASE-1,6000\nCASE-2,10', 'EQUAL'],
  ] as const;
  for (const [kind, content, outcome] of kinds) {
    const sheet = await sheetRead(server, kind, content);
    const [row] = await rowsOfSheet(sheet);
    expect(row, kind).toMatchObject({ outcome, Loan_ID: 'Case-1' });
  }
  const campaign = (
    await server.call('POST', '/campaigns', {
      as: 'admin',
      body: { ...DEFAULT_CAMPAIGN, name: 'Cases', clientId: server.clients.X.id },
    })
  ).json<Campaign>();
  const sent = await sendFile(server, '/campaign-lists', {
    as: 'admin',
    content: 'Loan_ID\nCASE-1\n case-2',
    fields: { campaignId: campaign._id, name: 'Cases' },
  });
  expect(sent.statusCode, sent.body).toBe(200);
  const list = async () =>
    (await server.call('GET', `/campaigns/${campaign._id}/lists`, { as: 'admin' })).json<
      Page<CampaignList>
    >().data[0];
  await expect.poll(async () => (await list())?.state).toBe('LOADED');
  expect(await list()).toMatchObject({ leadCount: 2, failedCount: 0 });
  const typed = await server.call('POST', '/loans/matching-loanIds', {
    as: 'admin',
    body: { loanNumbers: ['CASE-1', ' case-2 ', 'CASE-3'] },
  });
  expect(typed.json(), typed.body).toMatchObject({ unknown: ['CASE-3'] });
});

it('the same payment under another spelling is known', async () => {
  const day = dayFromNow(-2);
  const sheet = await sheetRead(
    server,
    'PAYMENT',
    `Loan Number,Amount,Payment Date\ncase-2,4,${day}`,
  );
  await sheetPosted(server, sheet);
  const again = await sheetRead(
    server,
    'PAYMENT',
    `Loan Number,Amount,Payment Date\nCASE-2,4,${day}`,
  );
  expect(rowsOf(again)).toEqual({ ALREADY_PAID: 1 });
});

it('amounts with paise are rounded aloud: in all, and in each row', async () => {
  const upload = await pendingList(
    server,
    loanFile(
      'PAISE-1,Asha,9876501234,"1,000.60"',
      'PAISE-2,Ravi,9876501235,-20.25',
      'PAISE-3,Sita,9876501236,7.00',
    ),
  );
  expect(upload).toMatchObject({ rounding: { cells: 2, paise: 65 } });
  const answer = await server.call('GET', `/loans/imports/${upload._id}/rows`, { as: 'admin' });
  expect(answer.json<Page<PendingLoan>>().data).toMatchObject([
    { values: { Total_Due_Amount: '1001' }, rounded: { Total_Due_Amount: '1,000.60' } },
    { values: { Total_Due_Amount: '-20' }, rounded: { Total_Due_Amount: '-20.25' } },
    { rounded: {} },
  ]);
  const sheet = await sheetRead(
    server,
    'PAYMENT',
    `Loan Number,Amount,Payment Date\nCASE-1,99.40,${dayFromNow(-3)}\nCASE-1,50,${dayFromNow(-3)}`,
  );
  expect(sheet).toMatchObject({ rounding: { cells: 1, paise: -40 }, undatedRows: 0 });
  expect(await rowsOfSheet(sheet)).toMatchObject([
    { amount: 99, rounded: '99.40' },
    { rounded: null },
  ]);
});

it('a payment without a date is marked before and after it is posted', async () => {
  const sheet = await sheetRead(
    server,
    'BANK_PAID',
    `Loan Number,Amount,Payment Date\nCASE-1,300,\nCASE-1,301,${dayFromNow(-3)}`,
  );
  expect(sheet).toMatchObject({ undatedRows: 1 });
  expect(await rowsOfSheet(sheet)).toMatchObject([{ isDayMissing: true }, { isDayMissing: false }]);
  await sheetPosted(server, sheet);
  const payments = await server.call('GET', '/payments', {
    as: 'admin',
    query: { sheetId: sheet._id },
  });
  const { data } = payments.json<Page<Payment>>();
  expect(new Map(data.map(({ amount, isDayMissing }) => [amount, isDayMissing]))).toEqual(
    new Map([
      [300, true],
      [301, false],
    ]),
  );
});
