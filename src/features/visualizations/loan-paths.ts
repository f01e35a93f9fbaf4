import type { Role } from '../../../contract/roles.ts';
import { isOfStock } from '../../../contract/visualization.ts';
import type { ChartLoan } from '../../../contract/visualization-calls.ts';
import type { ChartDimension, ChartQuestion, ChartRow } from '../../../contract/visualization.ts';
import { loanLinkOf } from '../../components/loan-link.ts';

const LISTS: Readonly<Partial<Record<Role, string>>> = {
  ADMIN: '/loans',
  CLIENT_ADMIN: '/loans',
  MANAGER: '/all-loans',
  PARTNER: '/partner-loans',
};

/** Where a loan is shown to a role, else where its list finds it; null for a role that has neither. */
export function loanPathOf(role: Role): ((loan: ChartLoan) => string) | null {
  const [path, list] = [loanLinkOf(role), LISTS[role]];
  if (path !== null) return ({ _id }) => path(_id);
  return list === undefined
    ? null
    : ({ Loan_ID }) => `${list}?${new URLSearchParams({ search: Loan_ID }).toString()}`;
}

/** The loan list's filters that stand for facts of a loan. */
const FILTERS = {
  client: 'client',
  bucket: 'bucket',
  product: 'product',
  city: 'city',
  manager: 'managerId',
} as const;

/** The loan list of a role, narrowed; null where the role has none or the list can't be narrowed so. */
function loanList(
  role: Role,
  fact: string,
  row: ChartRow,
  given: readonly [string, string][],
): string | null {
  const list = LISTS[role];
  const filter = Object.entries(FILTERS).find(([name]) => name === fact)?.[1];
  const value = fact === 'manager' ? row.byId : row.by;
  if (list === undefined || filter === undefined || value === null) return null;
  const query = new URLSearchParams(given.filter(([name]) => name !== filter));
  query.append(filter, value);
  return `${list}?${query.toString()}`;
}

/** Where the client's loans of a row are listed; null where the reader's list can't be narrowed to them. */
export const loansOfFact = (
  role: Role,
  clientName: string,
  by: string,
  row: ChartRow,
): string | null =>
  by.startsWith('loan:')
    ? loanList(role, by.slice('loan:'.length), row, [['client', clientName]])
    : null;

/** Rows of these are named by ids. */
const BY_ID: ReadonlySet<ChartDimension> = new Set(['client', 'manager', 'agent']);

/** Where the loans behind a row of the product's own figures are listed; null where there are none. */
export function loansBehind(role: Role, question: ChartQuestion, row: ChartRow): string | null {
  if (row.value === 0) return null;
  const { measure, by, range, filters } = question;
  const { clients, buckets, products } = filters;
  // Stock is what the role's own list shows, where more can be done with loans.
  const given: [string, string][] = [['status', 'ACTIVE']];
  for (const name of clients) given.push(['client', name]);
  for (const name of buckets) given.push(['bucket', name]);
  for (const name of products) given.push(['product', name]);
  const list = isOfStock(measure) ? loanList(role, by, row, given) : null;
  if (list !== null) return list;
  const query = new URLSearchParams({ measure, by, range });
  for (const [name, values] of Object.entries({ clients, buckets, products }))
    for (const value of values) query.append(name, value);
  const of = BY_ID.has(by) ? row.byId : row.by;
  if (of !== null) query.append('of', of);
  return `/data-visualization/loans?${query.toString()}`;
}
