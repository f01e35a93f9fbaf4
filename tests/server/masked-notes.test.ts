import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { LENDER_FIELDS } from '../../contract/lender-fields.ts';
import type { Disposition } from '../../contract/disposition.ts';
import { businessDay } from '../../server/clock.ts';
import { numbersMasked, sqlNumbersMasked } from '../../server/loans/loan-rows-service.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { settlementsOf } from '../support/settlement.ts';
import { loanOf } from '../support/work.ts';

/* What an agent writes down of a contact has numbers in it: a lender's viewers see the last four digits of those too. */

const server = testServer();
const NUMBER = '9123456789';

async function contactWithNumber(number = 'MN-1'): Promise<{ loanId: string; id: string }> {
  const { clients } = server;
  const loanId = await loanOf(server, 'collector');
  await server.db.execute(
    sql`update loans set client_id = ${clients.X.id}, loan_number = ${number} where id = ${loanId}`,
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

const { addLoan, proposed, pay } = settlementsOf(() => server);

test('numbers in notes, settlements and reversed payments are masked for them as well', async () => {
  const { loanId, number } = await addLoan();
  const words = `Ask his brother, ${NUMBER}`;
  await server.db.execute(sql`update loans set address = ${words} where id = ${loanId}`);
  const note = { loanId, note: words, isForLender: true };
  await server.taken('POST', '/loan-notes', { as: 'manager', body: note });
  const contact = { loanId, call_status: 'CALL_ENDED', duration: 30, disposition: 'RINGING' };
  await server.taken('POST', '/call-disposition', {
    as: 'collector',
    body: { ...contact, remarks: words },
  });
  const { _id } = await proposed(loanId, { remarks: words });
  await pay(number, 500, businessDay('Asia/Kolkata'));
  await server.db.execute(sql`update payments set reversed_at = now(), reverse_reason = ${words}
    where loan_id = ${loanId}`);
  const places = [
    ['/loan-notes', { loanId }, 1],
    // The offer's remarks, those of its history, those of the contact.
    [`/settlement/id/${_id}`, {}, 3],
    ['/payments', { loanId }, 1],
    [`/loans/id/${loanId}`, {}, 1],
  ] as const;
  for (const [path, query, times] of places) {
    const read = async (as: PersonName) => {
      const { statusCode, body } = await server.call('GET', path, { as, query });
      expect(statusCode, `${path}: ${body}`).toBe(200);
      return body;
    };
    expect((await read('admin')).split(NUMBER), path).toHaveLength(times + 1);
    for (const as of ['customer', 'client'] as const) {
      const body = await read(as);
      expect(body.split('brother, ••••••6789'), path).toHaveLength(times + 1);
      expect(body, path).not.toContain(NUMBER);
    }
  }
});

test('numbers in notes are masked in files as phone numbers are, where the lender asks for it', async () => {
  const { loanId } = await contactWithNumber('MN-2');
  await server.db.execute(sql`insert into client_exports (client_id, masked_roles, columns)
    values (${server.clients.X.id}, '{MANAGER}', '[{"field": "lastRemarks", "header": "Remarks", "text": ""}]')
    on conflict (client_id) do update set masked_roles = excluded.masked_roles, columns = excluded.columns`);
  await server.db.execute(sql`update contact_attempts set decision = 'OVERRIDDEN', reason = 'HOURS',
    override_reason = ${`Asked for it on ${NUMBER}`} where loan_id = ${loanId}`);
  const today = businessDay('Asia/Kolkata');
  const inFile = { gte: today, lte: today, format: 'csv' };
  const list = {
    call: 'listContactBreaches',
    columns: [
      { path: 'Loan_ID', title: 'Loan' },
      { path: 'Client_Name', title: 'Client' },
      { path: 'overrideReason', title: 'Reason' },
    ],
    format: 'csv',
  };
  const files = [
    ['GET', '/activity/get-export/file', { query: { ...inFile, model: 'CallDisposition' } }],
    ['GET', '/reports/dailyCalls/export', { query: { ...inFile, view: 'rows' } }],
    ['GET', `/client-exports/${server.clients.X.id}/file`, { query: inFile }],
    ['POST', '/list-exports', { body: list }],
  ] as const;
  for (const [method, path, ask] of files) {
    const read = async (as: PersonName) => {
      const { statusCode, body } = await server.call(method, path, { as, ...ask });
      expect(statusCode, `${path}: ${body}`).toBe(200);
      return body;
    };
    expect(await read('admin'), path).toContain(NUMBER);
    const body = await read('manager');
    expect(body, path).toContain('XXXXXX6789');
    expect(body, path).not.toContain('912345');
  }
});

test.each([
  ['9123456789', '••••••6789'],
  ['+919123456789', '••••••6789'],
  ['91234 56789, 91234-56789', '••••••6789, ••••••6789'],
  ['912 345 6789 or 9123.456.789', '••••••6789 or ••••••6.789'],
  ['91 23 45 67 89', '••••••67 89'],
  ['91234 - 56789, 91234  56789, 91234–56789', '••••••6789, ••••••6789, ••••••6789'],
  ['91234/56789, (91234) 56789, 91234_56789', '••••••6789, (••••••6789, ••••••6789'],
  ['91234—56789, 91234 ‐ 56789', '••••••6789, ••••••6789'],
  ['091234 56789, 9191234-56789, +91(91234)56789', '••••••6789, ••••••6789, +91(••••••6789'],
  ['९१२३४/५६७८९, ०९१२३४ ५६७८९', '••••••६७८९, ••••••६७८९'],
  ['९१२३४५६७८९', '••••••६७८९'],
  ['paid 7000 on 12/11/2026, rest (80000)', 'paid 7000 on 12/11/2026, rest (80000)'],
  ['7000/12/11/26, EMI 9 of 12 (8500/-)', '7000/12/11/26, EMI 9 of 12 (8500/-)'],
  ['paid 7000 on 12-11-2026, rest 80000', 'paid 7000 on 12-11-2026, rest 80000'],
  ['7000 12-11-26', '7000 12-11-26'],
  [
    'paid 7000 - 12-11-2026, 8500. Rest 80000 - 01.12.',
    'paid 7000 - 12-11-2026, 8500. Rest 80000 - 01.12.',
  ],
  ['EMI 1,23,456 from 01-12-2026 10:30', 'EMI 1,23,456 from 01-12-2026 10:30'],
])(
  'masks the numbers in “%s” as far as nobody can call them, in SQL as elsewhere',
  async (text, masked) => {
    const { rows } = await server.db.execute<{ text: string }>(
      sql`select ${sqlNumbersMasked(sql`${text}::text`, '•')} as text`,
    );
    expect(rows[0]?.text).toBe(numbersMasked(text, '•'));
    expect(numbersMasked(text, '•')).toBe(masked);
  },
);
