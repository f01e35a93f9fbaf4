import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { LENDER_FIELDS } from '../../contract/lender-fields.ts';
import { readInsightFile } from '../support/data-insight.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { loanOf } from '../support/work.ts';

/*
 * A lender's viewers (CUSTOMER, CLIENT) see a borrower's numbers by their last four digits: on every screen, in every file
 * and answer, and by no search.
 */

const server = testServer();
const MOBILE = '+91 98765 43210';
const OTHER = '9123456789';
const DAYS = { gte: '01-03-2026', lte: '31-03-2026' };

beforeAll(async () => {
  await makeReportBooks(server, 8);
  const { db, clients } = server;
  await db.execute(sql`update loans set client_id = ${clients.X.id}, mobile_number = ${MOBILE},
    alternate_mobile_number = ${OTHER}, other_columns = ${`{"Guarantor": "call ${OTHER}", "Zone": "Z9"}`}::jsonb
    where loan_number = 'RB-1'`);
  const columns = Object.keys(LENDER_FIELDS)
    .filter((field) => field !== 'other' && field !== 'fixed')
    .map((field) => ({ field, header: field }));
  const other = { field: 'other', header: 'Guarantor', text: 'Guarantor' };
  const body = { revision: 0, columns: [...columns, other], dateFormat: 'DDMMYYYY' };
  const rules = { ...body, watermark: null, maskedRoles: [] };
  const path = `/client-exports/${clients.X.id}`;
  const saved = await server.call('PUT', path, { as: 'admin', body: rules });
  if (saved.statusCode !== 200) throw new Error(saved.body);
});

const VIEWERS = ['customer', 'client'] as const satisfies readonly PersonName[];
const csv = { ...DAYS, format: 'csv' };

/** Where loans are told with their numbers, and who of the viewers may ask. */
const PLACES = [
  ['/activity/get-export', { ...DAYS, model: 'Loan' }, VIEWERS],
  ['/activity/get-export/file', { ...csv, model: 'Loan' }, VIEWERS],
  ['/reports/additional/rows', { ...DAYS, search: 'RB-1' }, ['customer']],
  ['/reports/additional/export', { ...csv, view: 'rows' }, ['customer']],
  [() => `/client-exports/${server.clients.X.id}/file`, csv, ['customer']],
] as const;

describe.each(PLACES)('%s', (path, query, readers) => {
  const read = async (as: PersonName) =>
    server.call('GET', typeof path === 'string' ? path : path(), { as, query });

  it.each(readers)('has the last four digits for the lender’s %s', async (as) => {
    const { statusCode, body } = await read(as);
    expect(statusCode, body).toBe(200);
    expect(body).toContain('RB-1');
    expect(body).toMatch(/•43210|• ?•3210/);
    expect(body).not.toMatch(/98765|912345/);
  });

  it('has the numbers for an admin', async () => {
    expect((await read('admin')).body).toContain('98765 43210');
  });
});

it('nor does the answer to a change tell the numbers, those in columns of the lender’s included', async () => {
  const loanId = await loanOf(server, 'collector');
  const { rows } = await server.db.execute<{ revision: number }>(sql`update loans
    set client_id = ${server.clients.X.id}, mobile_number = ${MOBILE}, other_columns = ${`{"Guarantor": "${OTHER}"}`}::jsonb
    where id = ${loanId} returning revision`);
  const changes = { City: { from: null, to: 'Pune' } };
  const body = { _id: loanId, revision: rows[0]?.revision, changes };
  const answer = await server.call('PUT', '/loans/single/loan', { as: 'customer', body });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.body).toContain('•6789');
  expect(answer.body).not.toMatch(/98765|912345/);
});

it('nor what stands on a loan about contacts', async () => {
  const loanId = await loanOf(server, 'collector');
  await server.db.execute(
    sql`update loans set client_id = ${server.clients.X.id} where id = ${loanId}`,
  );
  const wrong = { loanId, number: OTHER, note: `Is ${OTHER} of a shop` };
  const blocked = await server.call('POST', '/contact-numbers', { as: 'collector', body: wrong });
  expect(blocked.statusCode, blocked.body).toBe(200);
  const note = `Lawyer has ${OTHER}`;
  const hold = { loanId, kind: 'DISPUTE', note };
  const held = await server.call('POST', '/contact-holds', { as: 'collector', body: hold });
  expect(held.statusCode, held.body).toBe(200);
  const avoided = await server.call('POST', '/contact-avoid-times', {
    as: 'collector',
    body: { loanId, weekdays: [1], from: '10:00', to: '11:00', note },
  });
  expect(avoided.statusCode, avoided.body).toBe(200);
  const read = (as: PersonName) => server.call('GET', `/contact-gate/loans/${loanId}`, { as });
  expect((await read('customer')).body).toContain('•6789');
  expect((await read('customer')).body).not.toContain('912345');
  expect((await read('admin')).body).toContain(OTHER);
});

const SEARCHED = ['/loans', '/reports/additional/rows', '/reports/callStatus/rows'];

describe.each(SEARCHED)('a search of %s', (path) => {
  const found = async (as: PersonName, search: string) => {
    const query = path === '/loans' ? { search } : { ...DAYS, search };
    const answer = await server.call('GET', path, { as, query });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ totalCount: number }>().totalCount > 0;
  };

  it('finds nothing by digits that its reader does not see', async () => {
    expect(await found('admin', '91234')).toBe(true);
    for (const digits of ['91234', '56789', '98765'])
      expect(await found('customer', digits)).toBe(false);
    expect(await found('customer', '6789')).toBe(true);
    expect(await found('customer', 'RB-1 6789')).toBe(true);
    expect(await found('customer', 'RB-1 91234')).toBe(false);
  });
});

const DEVANAGARI = OTHER.replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? '');

it.each([
  ` ${OTHER} `,
  `+91 ${OTHER.slice(0, 5)} ${OTHER.slice(5)}`,
  `+91${OTHER}`,
  `0${OTHER}`,
  `${OTHER.slice(0, 5)}-${OTHER.slice(5)}`,
  DEVANAGARI,
  MOBILE.replaceAll(/\D/g, '').slice(-10),
])('finds the whole number %s that its reader knows', async (search) => {
  for (const as of ['customer', 'admin'] as const) {
    const answer = await server.call('GET', '/loans', { as, query: { search } });
    expect(answer.json<{ totalCount: number }>().totalCount).toBeGreaterThan(0);
  }
});

it('nor does a shared file of data insights, its profile, charts and exports included', async () => {
  const rows = [
    'Loan No,Phone,Note,Score',
    `RB-1,${OTHER},"call 98765 43210, or +91${OTHER}",7`,
    `RB-2,9876543210,none,"12, or ${OTHER}"`,
    ...Array.from({ length: 30 }, (_, at) => `RB-${at + 3},98765012${at + 10},none,${at}`),
  ];
  const { _id } = await readInsightFile(server, rows.join('\n'), 'admin', { isShared: 'true' });
  const days = { model: 'DataInsight', gte: '2026-01-01', lte: '2999-01-01' };
  const path = `/data-insights/${_id}`;
  const question = { measure: 'ROWS', by: 'value:1', most: 40 };
  const read = async (as: PersonName) => [
    await server.call('GET', path, { as }),
    await server.call('GET', `${path}/rows`, { as }),
    await server.call('POST', `${path}/answer`, { as, body: question }),
    await server.call('GET', '/activity/get-export', { as, query: days }),
    await server.call('GET', '/activity/get-export/file', {
      as,
      query: { ...days, format: 'csv' },
    }),
  ];
  for (const { statusCode, body } of await read('clientadmin')) {
    expect(statusCode, body).toBe(200);
    expect(body).toContain(OTHER);
  }
  for (const as of VIEWERS)
    for (const { statusCode, body } of await read(as)) {
      expect(statusCode, body).toBe(200);
      expect(body).toMatch(/•6789/);
      expect(body).not.toMatch(/98765|912345/);
    }
  const put = { ...question, filters: [{ column: 1, values: ['••••••6789'] }] };
  const some = await server.call('POST', `${path}/answer`, { as: 'client', body: put });
  expect(some.json()).toMatchObject({ total: 1 });
});
