import { expect, it } from 'vitest';
import { parseFields } from '../../contract/errors.ts';
import { invoicingDetailsInputSchema } from '../../contract/invoice.ts';
import { settlementRuleInputSchema } from '../../contract/settlement-rule.ts';

const codes = (schema: Parameters<typeof parseFields>[0], values: object) =>
  (parseFields(schema, values).problems ?? []).map(({ path, code }) => `${path} ${code}`);

it('what documents would show as question marks is refused where it is written', () => {
  const who = { name: 'Recoup', prefix: 'RCP', gst: '', pan: '', revision: 1 };
  expect(codes(invoicingDetailsInputSchema, { ...who, address: 'गाँव Rampur, ₹ 1' })).toEqual([]);
  expect(codes(invoicingDetailsInputSchema, { ...who, name: '' })).toEqual(['name name-missing']);
  expect(codes(invoicingDetailsInputSchema, { ...who, bank: 'வங்கி 123' })).toEqual([
    'bank letters-not-printed',
  ]);
  const words = { letterOpening: 'We agree:', letterClause: 'কলকাতা', letterSignatoryHi: 'ரவி' };
  expect(
    codes(settlementRuleInputSchema, words).filter((problem) => problem.startsWith('letter')),
  ).toEqual(['letterClause letters-not-printed', 'letterSignatoryHi letters-not-printed']);
});
