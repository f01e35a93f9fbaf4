import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sameReference, sameReferenceOf } from '../../server/payment-reference.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

const same = [
  ['UTR No. N123-456', 'n123456', 'utr:N123 456', 'NEFT/N123456', ' N123.456 '],
  ['RRN 004512345678', '4512345678', 'IMPS-004512345678', "'004512345678", 'utr004512345678'],
  ['Cheque no. 000123', 'CHQ 123', '123'],
  ['By hand', 'by hand'],
];
const apart = [
  'UTRX5',
  'X5',
  'N00123',
  'N0123',
  'UTR-A',
  'UTR-B',
  'UTR',
  '-',
  '123A',
  '0',
  '१२३',
  '\\5',
];

test('a reference is the same however it is spelt, for the database as for files', async () => {
  const all = [...same.flat(), ...apart];
  const { rows } = await server.db.execute<{ said: string }>(sql`
    select ${sameReferenceOf(sql`g.reference`)} as said
    from jsonb_array_elements_text(${JSON.stringify(all)}::jsonb) with ordinality as g(reference, place) order by g.place`);
  expect(rows.map(({ said }) => said)).toEqual(all.map(sameReference));
  for (const spellings of same) expect(new Set(spellings.map(sameReference)).size).toBe(1);
  expect(new Set(apart.map(sameReference)).size).toBe(apart.length);
});
