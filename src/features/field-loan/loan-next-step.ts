import type { Loan } from '../../../contract/loan.ts';
import { today as dayOf } from '../../lib/dates.ts';

/** What to do with a loan next; `words` is a key of `fieldLoan.nextStep`. Day `YYYY-MM-DD`, amount in whole rupees. */
export interface NextStep {
  words:
    | 'overdue'
    | 'today'
    | 'ahead'
    | 'visitToday'
    | 'visitLate'
    | 'visitAhead'
    | 'comeBack'
    | 'worked'
    | 'none';
  tone: 'danger' | 'warn' | 'info' | 'quiet';
  day: string | null;
  amount: number | null;
}

/**
 * The next step of a loan: an open promise comes before a planned visit; a visit is done once the loan was worked on
 * its day or later. Then, and where none is planned, it is what the last contact agreed on. `today` is `YYYY-MM-DD`.
 */
export function nextStep(
  loan: Pick<
    Loan,
    'promiseDate' | 'promiseAmount' | 'visitDate' | 'disCreatedAt' | 'disposition_class'
  >,
  today: string,
): NextStep {
  const { promiseDate, promiseAmount, visitDate } = loan;
  if (promiseDate !== null) {
    const promise = { day: promiseDate, amount: promiseAmount };
    if (promiseDate < today) return { words: 'overdue', tone: 'danger', ...promise };
    if (promiseDate === today) return { words: 'today', tone: 'warn', ...promise };
    return { words: 'ahead', tone: 'info', ...promise };
  }
  const visit = { day: visitDate, amount: null };
  const workedOn = loan.disCreatedAt === null ? null : dayOf(loan.disCreatedAt);
  const isVisitDone =
    visitDate === null ? workedOn === today : workedOn !== null && workedOn >= visitDate;
  const isCallback = loan.disposition_class === 'CALLBACK';
  if (isCallback && (visitDate === null || isVisitDone))
    return { words: 'comeBack', tone: 'info', day: workedOn, amount: null };
  if (isVisitDone && (visitDate === null || visitDate <= today))
    return { words: 'worked', tone: 'quiet', day: workedOn, amount: null };
  if (visitDate === null) return { words: 'none', tone: 'quiet', ...visit };
  if (visitDate < today) return { words: 'visitLate', tone: 'warn', ...visit };
  if (visitDate === today) return { words: 'visitToday', tone: 'warn', ...visit };
  return { words: 'visitAhead', tone: 'quiet', ...visit };
}
