import type { Role } from '../../../contract/roles.ts';
import type { ChartRow } from '../../../contract/visualization.ts';

/** Where a loan is shown to each role that has a screen of one loan. */
export const LOAN_PATHS: Readonly<Partial<Record<Role, (loanId: string) => string>>> = {
  ADMIN: (loanId) => `/view-loan?loanId=${loanId}`,
  SUPER_ADMIN: (loanId) => `/view-loan?loanId=${loanId}`,
  MANAGER: (loanId) => `/view-loan?loanId=${loanId}`,
  COLLECTOR: (loanId) => `/call-management?loanId=${loanId}`,
};

const LISTS: Readonly<Partial<Record<Role, string>>> = {
  ADMIN: '/loans',
  SUPER_ADMIN: '/loans',
  CLIENT_ADMIN: '/loans',
  MANAGER: '/all-loans',
};

/** The loan list's filters that stand for facts of a loan. */
const FILTERS: Readonly<Record<string, string>> = {
  'loan:bucket': 'bucket',
  'loan:product': 'product',
  'loan:city': 'city',
  'loan:manager': 'managerId',
};

/** Where the client's loans of a row are listed; null where the reader's list can't be narrowed to them. */
export function loansOfFact(
  role: Role,
  clientName: string,
  by: string,
  row: ChartRow,
): string | null {
  const list = LISTS[role];
  const filter = FILTERS[by];
  if (list === undefined || filter === undefined || row.by === null) return null;
  const query = new URLSearchParams({ client: clientName });
  query.append(filter, row.byId ?? row.by);
  return `${list}?${query.toString()}`;
}
