import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { LENDER_FIELDS } from '../../contract/lender-fields.ts';
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

it('finds a whole number that its reader knows', async () => {
  const query = { search: ` ${OTHER} ` };
  const answer = await server.call('GET', '/loans', { as: 'customer', query });
  expect(answer.json()).toMatchObject({ totalCount: 1 });
});
