import { describe, expect, it } from 'vitest';
import type { ActivitySheet } from '../../contract/activity-sheet.ts';
import { rowsOf, sheetIn } from '../support/activity-sheet.ts';
import { sendFile } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';
import { workbook } from '../support/ugly/ugly-file.ts';

const server = testServer();

type Cells = readonly (string | number)[][];

/** What banks, dialers and offices send beside .xlsx and .csv. */
describe.each(['biff8', 'xlsb', 'ods'] as const)('a workbook of the kind %s', (kind) => {
  const send = async (path: string, rows: Cells, fields: Record<string, string>) => {
    const answer = await sendFile(server, path, {
      as: 'admin',
      content: workbook(kind, [{ name: 'Sheet1', rows }]),
      name: `sheet.${kind === 'biff8' ? 'xls' : kind}`,
      fields,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  };

  it.each(['PAYMENT', 'BANK_PAID'])('brings payments (%s)', async (sheetKind) => {
    const number = `${kind}-${sheetKind}`;
    await server.addLoan({ loanNumber: number, totalDueAmount: 5000 });
    const rows: Cells = [
      ['Loan No', 'Amount', 'Date'],
      [number, 1200, '12-11-2026'],
    ];
    const fields = { kind: sheetKind, Client_Name: server.clients.X.name };
    const sheet = (await send('/activity-sheets', rows, fields)).json<ActivitySheet>();
    const read = await sheetIn(server, sheet._id, ['PENDING', 'FAILED']);
    expect(rowsOf(read)).toEqual({ PART_PAID: 1 });
    expect(read.counts['PART_PAID']?.amount).toBe(1200);
  });

  it('names people', async () => {
    const rows: Cells = [
      ['Role', 'Full name', 'Username', 'Email', 'Phone', 'Manager'],
      ['Collector', 'Asha One', `a.${kind}`, `a@${kind}.test`, 9_876_501_234, 'manager'],
    ];
    const answer = await send('/people/sheet', rows, { isTrial: 'true' });
    expect(answer.json()).toMatchObject({ rowCount: 1, failedCount: 0 });
  });

  it('holds allocation rules', async () => {
    const rows: Cells = [
      ['Rule', 'Lender', 'City', 'Agents'],
      ['Pune', server.clients.X.name, 'Pune', 'Collector2'],
    ];
    const answer = await send('/loans/allocation-rule/upload', rows, { isTrial: 'true' });
    expect(answer.json()).toMatchObject({ isTrial: true, failedCount: 0 });
  });

  it('tells what people cost', async () => {
    const rows: Cells = [
      ['Person', 'Salary'],
      ['collector', 15_000],
    ];
    const answer = await send('/revenues/sheet', rows, { month: '01-10-2026' });
    expect(answer.json()).toEqual({ count: 1, problems: [] });
  });

  it('sets targets', async () => {
    const rows: Cells = [
      ['Person', 'Amount'],
      ['collector', 15_000],
    ];
    const answer = await send('/targets/sheet', rows, { month: '01-12-2026' });
    expect(answer.json()).toMatchObject({ problems: [] });
  });
});
