import type { Role } from '../../contract/roles.ts';

/** Where a role opens a loan from a row; null: it has no such screen. */
export function loanLinkOf(role: Role): ((loanId: string) => string) | null {
  if (role === 'ADMIN' || role === 'MANAGER') return (loanId) => `/view-loan?loanId=${loanId}`;
  if (role === 'COLLECTOR') return (loanId) => `/call-management?loanId=${loanId}`;
  return null;
}
