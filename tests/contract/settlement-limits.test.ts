import { expect, it } from 'vitest';
import { authorityFor, partOf } from '../../contract/settlement-rule.ts';
import type { SettlementPart } from '../../contract/settlement-rule.ts';

const limits = {
  managerPercent: 15,
  managerAmount: null,
  adminPercent: 30,
  adminAmount: null,
  clientPercent: 100,
  clientAmount: null,
  delegatedAmount: 0,
};

const part = (_id: string, more: Partial<SettlementPart>): SettlementPart => ({
  _id,
  portfolioId: null,
  Portfolio: null,
  portfolioProducts: [],
  portfolioBuckets: [],
  Product: null,
  Bucket: null,
  ...limits,
  revision: 1,
  updatedAt: '2026-11-23T00:00:00Z',
  ...more,
});

const parts = [
  part('bucket', { Bucket: '90+' }),
  part('product', { Product: 'Personal Loan' }),
  part('both', { Product: 'Personal Loan', Bucket: '90+' }),
  part('portfolio', { portfolioId: 'p', portfolioProducts: ['Gold Loan'] }),
  part('in-portfolio', { portfolioId: 'p', portfolioProducts: ['Gold Loan'], Bucket: '90+' }),
];

it.each([
  ['Personal Loan', '90+', 'both'],
  ['personal loan ', '30', 'product'],
  ['Auto', '90+', 'bucket'],
  ['Gold Loan', '30', 'portfolio'],
  ['Gold Loan', '90+', 'in-portfolio'],
  ['Auto', null, null],
  [null, null, null],
])(
  'of the parts that fit %s, bucket %s, the one that names the most holds',
  (Product, Bucket, id) => {
    expect(partOf(parts, { Product, Bucket })?._id ?? null).toBe(id);
    expect(partOf(parts.toReversed(), { Product, Bucket })?._id ?? null).toBe(id);
  },
);

it('of overlapping portfolios the stricter holds, whichever came first', () => {
  const wide = part('a', { portfolioId: 'a', managerPercent: 20 });
  const strict = part('b', { portfolioId: 'b', managerPercent: 5 });
  const loan = { Product: 'X', Bucket: null };
  expect([partOf([wide, strict], loan)?._id, partOf([strict, wide], loan)?._id]).toEqual([
    'b',
    'b',
  ]);
});

it('a loan of no part has the client’s limits', () => {
  const matrix = { ...limits, managerPercent: 7, parts, isRbi: true, sanctionAmount: 5 };
  expect(authorityFor(matrix, { Product: 'Auto', Bucket: null })).toMatchObject({
    manager: { percent: 7, amount: null },
    isRbi: true,
    sanctionAmount: 5,
  });
  expect(authorityFor(matrix, { Product: 'Gold Loan', Bucket: null }).manager.percent).toBe(15);
});
