import type { Role } from '../../contract/roles.ts';

/** The screen of one loan that admins and managers have. */
export const viewLoanPath = (loanId: string): string => `/view-loan?loanId=${loanId}`;

/**
 * Where a loan is shown to each role that has a screen of one loan. A super admin has none (spec 6: like an admin on the home
 * route only), nor have partners and the lender's admins: rows of loans are no links for them, or lead to their loan list.
 */
const LOAN_PATHS: Readonly<Partial<Record<Role, (loanId: string) => string>>> = {
  ADMIN: viewLoanPath,
  MANAGER: viewLoanPath,
  COLLECTOR: (loanId) => `/call-management?loanId=${loanId}`,
  FIELD_AGENT: (loanId) => `/field-agent/loan?id=${loanId}`,
  CUSTOMER: (loanId) => `/client-call-management?loanId=${loanId}`,
};

/** Where a role opens a loan from a row; null: it has no such screen. */
export const loanLinkOf = (role: Role): ((loanId: string) => string) | null =>
  LOAN_PATHS[role] ?? null;

/** A path with a query; lists are repeated. */
export function pathWith(
  path: string,
  query: Readonly<Record<string, string | readonly string[]>>,
): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== '') params.append(key, each);
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Where the loans behind a figure of the stock are listed: the lists of loans have those that ended, too. */
export const stockPath = (
  list: '/loans' | '/all-loans' | '/partner-loans',
  query: Readonly<Record<string, string>> = {},
): string => pathWith(list, { status: 'ACTIVE', ...query });
