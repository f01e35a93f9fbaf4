import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { LENDER_FIELDS } from '../../contract/lender-fields.ts';
import type { Disposition } from '../../contract/disposition.ts';
import { businessDay } from '../../server/clock.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { loanOf } from '../support/work.ts';

/* What an agent writes down of a contact has numbers in it: a lender's viewers see the last four digits of those too. */

const server = testServer();
const NUMBER = '9123456789';

async function contactWithNumber(): Promise<{ loanId: string; id: string }> {
  const { clients } = server;
  const loanId = await loanOf(server, 'collector');
  await server.db.execute(
    sql`update loans set client_id = ${clients.X.id}, loan_number = 'MN-1' where id = ${loanId}`,
  );
  const notes = { remarks: `His brother has ${NUMBER}`, personMet: `Wife, 91234 56789` };
  const body = {
    loanId,
    call_status: 'CALL_ENDED',
    duration: 30,
    disposition: 'RINGING',
    ...notes,
  };
  const contact = await server.taken<Disposition>('POST', '/call-disposition', {
    as: 'collector',
    body,
  });
  return { loanId, id: contact._id };
}

test('numbers in the notes of contacts are masked for a lender’s viewers on screens, in files and by no search', async () => {
  const { loanId, id } = await contactWithNumber();
  const columns = Object.keys(LENDER_FIELDS)
    .filter((field) => /remarks|personmet/i.test(field))
    .map((field) => ({ field, header: field }));
  const rules = { columns, watermark: null, maskedRoles: [], dateFormat: 'DDMMYYYY', revision: 0 };
  const format = `/client-exports/${server.clients.X.id}`;
  await server.taken('PUT', format, { as: 'admin', body: rules });
  const today = businessDay('Asia/Kolkata');
  const days = { gte: today, lte: today };
  const inFile = { ...days, format: 'csv' };
  const model = { ...days, model: 'CallDisposition' };
  const places = [
    ['/call-disposition/caseHistory', { loanId }, ['customer', 'client']],
    ['/call-disposition/by/loan', { loanId }, ['customer', 'client']],
    [`/call-disposition/id/${id}`, {}, ['customer', 'client']],
    ['/activity/get-export', model, ['customer', 'client']],
    ['/activity/get-export/file', { ...model, format: 'csv' }, ['customer', 'client']],
    ['/call-disposition/daily-reports', days, ['customer']],
    ['/reports/dailyCalls/rows', days, ['customer']],
    ['/reports/dailyCalls/export', { ...inFile, view: 'rows' }, ['customer']],
    [`${format}/file`, inFile, ['customer']],
  ] as const satisfies [string, Record<string, string>, PersonName[]][];
  const read = async (as: PersonName, path: string, query: Record<string, string>) => {
    const { statusCode, body } = await server.call('GET', path, { as, query });
    expect(statusCode, `${path}: ${body}`).toBe(200);
    return body;
  };
  for (const [path, query, viewers] of places) {
    expect(await read('admin', path, query), path).toContain(NUMBER);
    for (const as of viewers) {
      const body = await read(as, path, query);
      expect(body, path).toContain('•6789');
      expect(body, path).not.toMatch(/912345|91234 /);
    }
  }
  const found = async (as: PersonName) =>
    read(as, '/reports/dailyCalls/rows', { ...days, search: '912345' });
  expect(await found('admin')).toContain('MN-1');
  expect(await found('customer')).not.toContain('MN-1');
});
