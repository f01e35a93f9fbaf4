import { sql } from 'drizzle-orm';
import ExcelJS from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../server/ids.ts';
import { textOfPdf } from '../support/pdf-files.ts';
import { pay, ratesOf, revenueOf } from '../support/revenue.ts';
import { testServer } from '../support/server.ts';

/* What an accountant and a GST officer read in an invoice's files. */

const server = testServer();
const { agree, draft, lines, read, sayWhoSends, send, sent } = revenueOf(() => server);

beforeAll(async () => {
  await sayWhoSends('27AAPFU0939F1ZV');
});

const file = (id: string, format: 'pdf' | 'xlsx' = 'pdf') =>
  server.call('GET', `/invoices/${id}/file`, { as: 'admin', query: { format } });

async function printed(id: string): Promise<string> {
  const { rawPayload } = await file(id);
  return ((await textOfPdf(rawPayload))?.pages ?? []).join(' ').replaceAll(/\s+/g, ' ');
}

/** A lender with a loan, paying 10 % from 2025 on. */
async function lender(name: string, gst: string | null) {
  const clientId = newId();
  await server.db.execute(
    sql`insert into clients (id, name, gst) values (${clientId}, ${name}, ${gst})`,
  );
  expect((await agree('2025-01-01', { rates: ratesOf(3.33) }, clientId)).statusCode).toBe(200);
  return { clientId, loanId: await server.addLoan({ clientId }) };
}

test('CGST and SGST are the same in every line and sum, at the rate beside them, of each rate its own', async () => {
  const { clientId, loanId } = await lender('Near Bank', '27AAGCB7383J1Z8');
  for (const [amount, day] of [
    [1003, '05'],
    [50, '06'],
    [777, '20'],
  ] as const)
    await pay(server, { loanId, amount, paidOn: `2025-01-${day}` });
  await agree('2025-01-15', { rates: ratesOf(3.33), gstPercent: 12 }, clientId);
  const id = await draft('2025-01-01', clientId);
  // Fees 33.40, 1.67 and 25.87; 9 % of the first two is 3.006 and 0.1503, 6 % of the last 1.5522.
  expect((await lines(id)).map(({ gst }) => gst)).toEqual([602, 30, 310]);
  const invoice = await sent(id);
  expect(invoice).toMatchObject({ gst: 942, total: 6094 + 942 });
  expect(invoice.taxes).toEqual([
    { kind: 'CGST', percent: 9, amount: 316 },
    { kind: 'SGST', percent: 9, amount: 316 },
    { kind: 'CGST', percent: 6, amount: 155 },
    { kind: 'SGST', percent: 6, amount: 155 },
  ]);
  expect(await printed(id)).toContain(
    'CGST 9 % ₹3.16 SGST 9 % ₹3.16 CGST 6 % ₹1.55 SGST 6 % ₹1.55',
  );
});

test('an invoice below zero is a credit note that names what it corrects', async () => {
  const { clientId, loanId } = await lender('Far Bank', '29AAGCB7383J1Z4');
  const paymentId = await pay(server, { loanId, amount: 123_456, paidOn: '2025-01-10' });
  const first = await sent(await draft('2025-01-01', clientId));
  expect(first.taxes).toEqual([{ kind: 'IGST', percent: 18, amount: first.gst }]);
  expect(await printed(first._id)).toMatch(/Tax invoice.*IGST 18 %/);
  await server.call('PUT', `/payments/${paymentId}/reverse`, {
    as: 'admin',
    body: { reason: 'Bounced' },
  });
  const id = await draft('2025-02-01', clientId);
  const corrects = [{ number: first.number, sentOn: first.sentOn }];
  expect(await read(id)).toMatchObject({ total: -first.total, corrects });
  expect(await sent(id)).toMatchObject({ total: -first.total, corrects });
  // What was credited says so too.
  const { number, sentOn } = await read(id);
  const correctedBy = [{ number, sentOn, lines: 1, total: -first.total }];
  expect(await read(first._id)).toMatchObject({ correctedBy, corrects: [] });
  expect(await read(id)).toMatchObject({ correctedBy: [] });
  expect((await lines(first._id)).map(({ creditedIn }) => creditedIn)).toEqual([number]);
  const text = await printed(id);
  expect(text).toMatch(/Credit note.*Credits are for/);
  expect(text).toContain(`${first.number} (`);
  expect(text).not.toContain('Tax invoice');
});

test('a credit is of the tax that was billed, though the lender’s GST number is of another state by now', async () => {
  const { clientId, loanId } = await lender('Moved Bank', '27AAGCB7383J1Z8');
  const paymentId = await pay(server, { loanId, amount: 100_000, paidOn: '2025-01-10' });
  const first = await sent(await draft('2025-01-01', clientId));
  await server.db.execute(sql`update clients set gst = '29AAGCB7383J1Z4' where id = ${clientId}`);
  await server.taken('PUT', `/payments/${paymentId}/reverse`, {
    as: 'admin',
    body: { reason: 'Bounced' },
  });
  await pay(server, { loanId, amount: 200_000, paidOn: '2025-02-10' });
  const id = await draft('2025-02-01', clientId);
  // Fees 3,330 back and 6,660 new, of which 18 % are 599.40 and 1,198.80.
  const taxes = [
    { kind: 'CGST', percent: 9, amount: -29_970 },
    { kind: 'SGST', percent: 9, amount: -29_970 },
    { kind: 'IGST', percent: 18, amount: 119_880 },
  ];
  for (const invoice of [await read(id), await sent(id)]) {
    expect(invoice.taxes).toHaveLength(3);
    expect(invoice.taxes).toEqual(expect.arrayContaining(taxes));
    expect(invoice.total).toBe(333_000 + 59_940);
  }
  expect(first.taxes.map(({ kind }) => kind)).toEqual(['CGST', 'SGST']);
});

test('amounts in the sheet have two digits for paise and Indian grouping', async () => {
  const { clientId, loanId } = await lender('Sheet Bank', null);
  await pay(server, { loanId, amount: 12_345_678, paidOn: '2025-01-10' });
  const { rawPayload } = await file(await draft('2025-01-01', clientId), 'xlsx');
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(rawPayload as unknown as ArrayBuffer);
  const sheet = workbook.worksheets[0];
  // As it is read back: without the signs before the commas.
  const lakhs = '"₹"##,##,##0';
  for (const cell of ['F2', 'F3'])
    expect(sheet?.getCell(cell).numFmt, cell).toBe(`${lakhs}.00;-${lakhs}.00`);
  expect(sheet?.getCell('F2').value).toBe(411_111.08);
  expect(sheet?.getCell('D2').numFmt).toContain('₹');
});

test('a lender’s name of another script is refused with words, never printed as question marks', async () => {
  const { clientId, loanId } = await lender('சூரியா நிதி', null);
  await pay(server, { loanId, amount: 1000, paidOn: '2025-01-10' });
  const id = await draft('2025-01-01', clientId);
  const refused = await file(id);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { code: 'INVOICE_NOT_PRINTED' },
  ]);
  expect((await file(id, 'xlsx')).statusCode).toBe(200);
});

test('a credit note names the GST number that was billed; so does, beside its own, an invoice with credits', async () => {
  const [old, moved] = ['27AAGCB7383J1Z8', '29AAGCB7383J1Z4'];
  const { clientId, loanId } = await lender('Moving Bank', old);
  const one = await pay(server, { loanId, amount: 100_000, paidOn: '2025-01-10' });
  const other = await pay(server, { loanId, amount: 50_000, paidOn: '2025-01-11' });
  const first = await sent(await draft('2025-01-01', clientId));
  await server.db.execute(sql`update clients set gst = ${moved} where id = ${clientId}`);
  const bounce = (id: string) =>
    server.taken('PUT', `/payments/${id}/reverse`, { as: 'admin', body: { reason: 'Bounced' } });
  await bounce(one);
  const note = await draft('2025-02-01', clientId);
  for (const isSent of [false, true]) {
    if (isSent) await sent(note);
    const text = await printed(note);
    expect(text).toMatch(new RegExp(`Credit note.*Billed to Moving Bank GSTIN ${old}`));
    expect(text).not.toContain(moved);
  }
  await bounce(other);
  await pay(server, { loanId, amount: 200_000, paidOn: '2025-03-10' });
  const mixed = await sent(await draft('2025-03-01', clientId));
  const text = await printed(mixed._id);
  expect(text).toMatch(new RegExp(`Billed to Moving Bank GSTIN ${moved}`));
  expect(text).toMatch(new RegExp(`${first.number} \\([0-9-]+, GSTIN ${old}\\)`));
});

test('a draft whose tax became of another kind since it was seen is not sent', async () => {
  const { clientId, loanId } = await lender('Changing Bank', '27AAGCB7383J1Z8');
  await pay(server, { loanId, amount: 100_000, paidOn: '2025-01-10' });
  const id = await draft('2025-01-01', clientId);
  const seen = await read(id);
  await server.db.execute(sql`update clients set gst = '29AAGCB7383J1Z4' where id = ${clientId}`);
  expect((await read(id)).total).toBe(seen.total);
  const refused = await send(id, seen.total, seen.taxes);
  expect(refused.json()).toMatchObject({ code: 'DRAFT_CHANGED' });
  expect(await sent(id)).toMatchObject({ taxes: [{ kind: 'IGST', percent: 18 }] });
});
