import type { ScheduledCase } from '../../../contract/staff-dashboard.ts';
import { pathWith } from '../../components/loan-link.ts';
import type { CollectionPart } from '../../lib/collection-path.ts';
import { today } from '../../lib/dates.ts';

/** The call desk with a case's loan (spec 2.5). */
export function callPath({ loanId, Loan_ID }: Pick<ScheduledCase, 'loanId' | 'Loan_ID'>): string {
  const query = new URLSearchParams({ loanId, loanNumber: Loan_ID });
  return `/call-management?${query.toString()}`;
}

/** Tells one case from all others: a loan may have a promise and a callback. */
export function caseKey({ kind, loanId }: Pick<ScheduledCase, 'kind' | 'loanId'>): string {
  return `${kind}/${loanId}`;
}

/** The daily report of calls of some days, narrowed as the board is. */
export function reportPath(from: string = today(), to: string = from, part: CollectionPart = {}) {
  return pathWith('/daily-reports', { gte: from, lte: to, ...part });
}

/** The tables of `/home`. */
export const CASE_VIEWS = ['promises', 'callbacks', 'today', 'field'] as const;

/** A table of `/home`. */
export type CaseView = (typeof CASE_VIEWS)[number];

/** `/home` at one of its tables, what is due up to a day, narrowed as the board is. */
export function casesPath(view: CaseView, dueTo = '', part: CollectionPart = {}): string {
  return pathWith('/home', { view, dueTo, ...part });
}
