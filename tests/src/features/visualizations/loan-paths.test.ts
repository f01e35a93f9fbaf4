import { expect, it } from 'vitest';
import { ROLES } from '../../../../contract/roles.ts';
import type { Role } from '../../../../contract/roles.ts';
import {
  CHART_MEASURES,
  chartQuestionSchema,
  DIMENSIONS_OF,
} from '../../../../contract/visualization.ts';
import { isAllowed } from '../../../../src/app/route-table.ts';
import { routes } from '../../../../src/app/routes.ts';
import { loanLinkOf } from '../../../../src/components/loan-link.ts';
import {
  loanPathOf,
  loansBehind,
  loansOfFact,
} from '../../../../src/features/visualizations/loan-paths.ts';

const id = '0190a000-0000-7000-8000-000000000001';
const none = { and: null, latitude: null, longitude: null, isRest: false, isAndRest: false };
const row = { ...none, by: 'Asha, & Co', byId: id, value: 3 };
const loan = {
  _id: id,
  Loan_ID: 'A&1',
  Customer_Name: 'Ravi',
  Client_Name: 'Xenon',
  Bucket: null,
  City: null,
  Total_Due_Amount: 1,
  figure: 1,
};

const isOpenTo = (role: Role, path: string): boolean =>
  routes.some((route) => route.path === path.split('?')[0] && isAllowed(route, role));

it.each(ROLES)('leads %s from every figure to loans, on screens that are open to it', (role) => {
  for (const measure of CHART_MEASURES)
    for (const by of DIMENSIONS_OF[measure]) {
      const path = loansBehind(role, chartQuestionSchema.parse({ measure, by }), row);
      expect([measure, by, path !== null && isOpenTo(role, path)]).toEqual([measure, by, true]);
    }
  const ofLoan = [loanLinkOf(role)?.(id), loanPathOf(role)?.(loan)];
  const ofFile = loansOfFact(role, 'Xenon', 'loan:bucket', row);
  const paths = [...ofLoan, ofFile].filter((path) => typeof path === 'string');
  expect(paths.filter((path) => !isOpenTo(role, path))).toEqual([]);
  // Who has a screen of one loan comes to it from every row.
  const hasScreen = ['ADMIN', 'MANAGER', 'COLLECTOR', 'FIELD_AGENT', 'CUSTOMER'].includes(role);
  expect(loanLinkOf(role) !== null).toBe(hasScreen);
});

it('names people and clients by their ids, and asks for the same loans as the chart', () => {
  const question = chartQuestionSchema.parse({
    measure: 'verified',
    by: 'agent',
    range: 'LAST_MONTH',
    filters: { clients: ['A, B', 'C'] },
  });
  const path = loansBehind('CUSTOMER', question, row);
  const query = new URLSearchParams(path?.split('?')[1]);
  expect([query.get('of'), query.get('range'), query.getAll('clients')]).toEqual([
    id,
    'LAST_MONTH',
    ['A, B', 'C'],
  ]);
  // Stock stands in the role's own list, which also has loans that are not worked any more.
  const stock = chartQuestionSchema.parse({ measure: 'loans', by: 'bucket' });
  expect(loansBehind('ADMIN', stock, { ...row, by: '31-60' })).toBe(
    '/loans?status=ACTIVE&bucket=31-60',
  );
  expect(loansBehind('ADMIN', stock, { ...row, value: 0 })).toBeNull();
});
