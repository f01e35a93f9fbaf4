import { beforeAll, describe, expect, test } from 'vitest';
import type { ActivityRow } from '../../contract/activity-sheet.ts';
import type { SavedMapping } from '../../contract/column-mapping.ts';
import type { Page } from '../../contract/paging.ts';
import type { SheetKind } from '../../contract/sheet-mapping.ts';
import { rowsOf, sheetRead } from '../support/activity-sheet.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

beforeAll(async () => {
  for (const loanNumber of ['M-1', 'M-2', 'M-3']) await server.addLoan({ loanNumber });
});

const mapping = { Loan_ID: 'Ac', Amount: 'Paid', Payment_Date: 'On' };
const content = 'Ac,Paid,On\nM-1,10,01-11-2025';

/** A mapping saved by an upload, under a name. */
async function saved(
  name: string,
  given: { kind?: SheetKind; client?: 'X' | 'Y' } = {},
): Promise<SavedMapping> {
  const { kind = 'PAYMENT', client = 'X' } = given;
  await sheetRead(server, kind, content, {
    client: server.clients[client].name,
    fields: { mapping: JSON.stringify(mapping), saveAs: name },
  });
  const found = (await listed(kind)).find((one) => one.name === name);
  if (!found) throw new Error(`${name} was not saved.`);
  return found;
}

const list = async (kind: SheetKind, as: PersonName) =>
  server.call('GET', '/column-mappings', { as, query: { kind } });

const listed = async (kind: SheetKind, as: PersonName = 'admin') =>
  (await list(kind, as)).json<{ data: SavedMapping[] }>().data;

const change = (before: SavedMapping, body: object, as: PersonName = 'admin') =>
  server.call('PUT', `/column-mappings/${before._id}`, {
    as,
    body: { name: before.name, mapping, dayOrder: null, updatedAt: before.updatedAt, ...body },
  });

describe('saved mappings of payment files', () => {
  test('are renamed, changed and deleted; a change of somebody else is not overwritten', async () => {
    const before = await saved('Weekly');
    const other = { Loan_ID: 'Account', Amount: 'Paid', Payment_Date: 'On', Reference: 'UTR' };
    const changed = await change(before, {
      name: 'Every week',
      mapping: other,
      dayOrder: 'MONTH_FIRST',
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(changed.json()).toMatchObject({
      _id: before._id,
      name: 'Every week',
      mapping: other,
      dayOrder: 'MONTH_FIRST',
      updatedBy: 'Test admin',
    });
    const late = await change(before, { name: 'Late' });
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { code: 'STALE_MAPPING', details: { changedBy: 'Test admin' } },
    ]);
    const path = `/column-mappings/${before._id}`;
    expect((await server.call('DELETE', path, { as: 'admin' })).statusCode).toBe(200);
    expect((await server.call('DELETE', path, { as: 'admin' })).statusCode).toBe(404);
    expect((await listed('PAYMENT')).some(({ _id }) => _id === before._id)).toBe(false);
  });

  test('say what is wrong: a name that is taken, fields that the kind lacks or that are missing', async () => {
    await saved('First');
    const second = await saved('Second');
    const refusals = [
      [{ name: 'FIRST' }, 409, 'NAME_TAKEN'],
      [{ name: '' }, 400, 'BAD_INPUT'],
      [{ mapping: { Loan_ID: 'Ac' } }, 422, 'UNMAPPED_FIELD'],
      [{ mapping: { ...mapping, Bucket: 'B' } }, 400, 'BAD_INPUT'],
      [{ mapping: { ...mapping, Reference: 'Paid' } }, 400, 'BAD_INPUT'],
      [{ dayOrder: 'YEAR_FIRST' }, 400, 'BAD_INPUT'],
    ] as const;
    for (const [body, status, code] of refusals) {
      const answer = await change(second, body);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
    }
  });

  test('are one lender’s and one kind’s: the same name stands for each', async () => {
    const payments = await saved('Same');
    const ofOther = await saved('Same', { client: 'Y' });
    const bank = await saved('Same', { kind: 'BANK_PAID' });
    expect(new Set([payments._id, ofOther._id, bank._id]).size).toBe(3);
    const body = { ...payments, kind: 'BANK_PAID', mapping: { Loan_ID: 'Ac' } };
    expect(await server.taken('PUT', '/column-mappings', { as: 'admin', body })).toMatchObject({
      _id: bank._id,
    });
    const asLender = await server.call('PUT', '/column-mappings', { as: 'clientadmin', body });
    expect(asLender.statusCode).toBe(403);
    const foreign = { ...ofOther, mapping };
    const answer = await server.call('PUT', '/column-mappings', {
      as: 'clientadmin',
      body: foreign,
    });
    expect(answer.json()).toMatchObject({ code: 'FOREIGN_CLIENT' });
  });

  test('never get one name twice, however many rename at once', async () => {
    const some = [await saved('R-1'), await saved('R-2'), await saved('R-3')];
    const answers = await Promise.all(some.map(async (one) => change(one, { name: 'The one' })));
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.sort((one, other) => one - other)).toEqual([200, 409, 409]);
  });

  test('of another lender, and of kinds that a lender’s admin has nothing to do with, are not there for it', async () => {
    const foreign = await saved('Yarrow', { client: 'Y' });
    const bank = await saved('Bank', { kind: 'BANK_PAID' });
    const own = await saved('Own');
    expect((await listed('PAYMENT', 'clientadmin')).map(({ name }) => name)).not.toContain(
      'Yarrow',
    );
    expect((await list('BANK_PAID', 'clientadmin')).statusCode).toBe(403);
    for (const one of [foreign, bank]) {
      expect((await change(one, { name: 'Mine' }, 'clientadmin')).statusCode).toBe(404);
      const path = `/column-mappings/${one._id}`;
      expect((await server.call('DELETE', path, { as: 'clientadmin' })).statusCode).toBe(404);
    }
    expect((await change(own, { name: 'Mine' }, 'clientadmin')).statusCode).toBe(200);
    expect((await list('PAYMENT', 'manager')).statusCode).toBe(403);
  });
});

async function daysOf(
  dates: readonly string[],
  fields: Record<string, string> = {},
): Promise<{ days: (string | null)[]; notes: string[]; counts: Record<string, number> }> {
  const rows = dates.map((date, at) => `M-${at + 1},${at + 1},${date}`);
  const sheet = await sheetRead(server, 'PAYMENT', ['Loan,Amount,Paid on', ...rows].join('\n'), {
    fields: {
      mapping: JSON.stringify({ Loan_ID: 'Loan', Amount: 'Amount', Payment_Date: 'Paid on' }),
      ...fields,
    },
  });
  const answer = await server.call('GET', `/activity-sheets/${sheet._id}/rows`, { as: 'admin' });
  const { data } = answer.json<Page<ActivityRow>>();
  return { days: data.map(({ onDate }) => onDate), notes: sheet.notes, counts: rowsOf(sheet) };
}

describe('dates of a payment file', () => {
  test('stand with the month first when the column proves it', async () => {
    const { days, notes } = await daysOf(['05/11/2025', '05/28/2025', '06/02/2025']);
    expect(days).toEqual(['2025-05-11', '2025-05-28', '2025-06-02']);
    expect(notes.join()).toContain('start with the month');
  });

  test('that can be read in two ways are read with the day first, and that is said', async () => {
    const { days, notes } = await daysOf(['05/11/2025', '06/02/2025']);
    expect(days).toEqual(['2025-11-05', '2025-02-06']);
    expect(notes.join()).toContain('Check a few of them');
  });

  test('are read as somebody says, and as the saved mapping remembers', async () => {
    const said = { dayOrder: 'MONTH_FIRST', saveAs: 'American' };
    const { days, notes } = await daysOf(['05/11/2025', '06/02/2025'], said);
    expect(days).toEqual(['2025-05-11', '2025-06-02']);
    expect(notes.join()).not.toContain('Check a few of them');
    expect((await listed('PAYMENT')).find(({ name }) => name === 'American')).toMatchObject({
      dayOrder: 'MONTH_FIRST',
    });
    const sheet = await sheetRead(server, 'PAYMENT', 'Loan,Amount,Paid on\nM-1,3,07/08/2025');
    expect(sheet.dayOrder).toBe('MONTH_FIRST');
    const wrong = await daysOf(['28/05/2025', '05/28/2025'], { dayOrder: 'MONTH_FIRST' });
    expect(wrong.counts).toMatchObject({ FAILED: 1 });
  });
});

test('a lender’s admin learns nothing of people who never had its loans: they are unknown like any other name', async () => {
  const { people } = server;
  const rows = ['Loan_ID,Amount,Payment_Date,Collector', 'M-2,7,01-11-2025,collector3'];
  await server.addLoan({ loanNumber: 'M-9', collectorId: people.collector.id });
  rows.push('M-3,7,01-11-2025,nobody', 'M-9,7,01-11-2025,collector');
  const asLender = await sheetRead(server, 'PAYMENT', rows.join('\n'), { as: 'clientadmin' });
  expect(rowsOf(asLender)).toEqual({ UNKNOWN_PERSON: 2, PART_PAID: 1 });
  const shown = await server.call('GET', `/activity-sheets/${asLender._id}/rows`, {
    as: 'clientadmin',
  });
  expect(shown.body).not.toContain('Test collector3');
  const asAdmin = await sheetRead(server, 'PAYMENT', rows.join('\n'));
  expect(rowsOf(asAdmin)).toEqual({ UNKNOWN_PERSON: 1, PART_PAID: 2 });
});
