import { allocationCalls } from '../../../contract/allocation.ts';
import type { LoanFilterInput } from './loan-filters.ts';

/** To whom loans go. */
export type AssignKind = 'manager' | 'collector' | 'fieldAgent';

/** A loan as it was seen: the server refuses when it has moved on since, or when somebody gave it out since `asOf`. */
export interface SeenLoan {
  _id: string;
  revision?: number;
  asOf?: string;
}

/** Which loans: some that were seen, or all that match a filter as of an instant. */
export type AssignTarget =
  | { kind: 'loans'; loans: readonly SeenLoan[] }
  | { kind: 'matching'; filter: LoanFilterInput; asOf: string; count: number };

/** What to allocate to whom; a null person takes back. `visitDate` is `YYYY-MM-DD`, field agents only. */
export interface AssignInput {
  target: AssignTarget;
  personId: string | null;
  visitDate: string | null;
}

const calls = {
  manager: { call: allocationCalls.assignManager, field: 'managerId' },
  collector: { call: allocationCalls.assignCollector, field: 'collectorId' },
  fieldAgent: { call: allocationCalls.assignFieldAgent, field: 'fieldAgentId' },
} as const;

/** The call and body of an allocation. */
export function assignment(kind: AssignKind, input: AssignInput) {
  const { call, field } = calls[kind];
  const { target } = input;
  const fields = {
    [field]: input.personId,
    ...(kind === 'fieldAgent' && { visitDate: input.personId === null ? null : input.visitDate }),
  };
  const body =
    target.kind === 'matching'
      ? { matching: target.filter, asOf: target.asOf, ...fields }
      : target.loans.map((loan) => Object.assign({}, loan, fields));
  return { call, body };
}

/** How many loans an allocation is about. */
export function targetCount(target: AssignTarget): number {
  return target.kind === 'matching' ? target.count : target.loans.length;
}
