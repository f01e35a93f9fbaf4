/*
 * Roll rates: what became, within 30 days, of the loans that were in stock when a month began. The same as on /Recovery
 * (contract/prediction.ts, ROLLS): each loan-month counts in exactly one of the results.
 */

const count = (title: string, says: string) => ({ kind: 'count', title, says }) as const;
const money = (title: string, says: string) => ({ kind: 'money', title, says }) as const;
const percent = (title: string, says: string) => ({ kind: 'percent', title, says }) as const;

/** Loan-months and what was due on them, by what became of them. */
export const FLOW_MEASURES = {
  flowLoans: count('Loan-months', 'Loans in stock when a month began, once for each month.'),
  flowPaid: count('Paid in full', 'Loan-months with payments of all that was due within 30 days.'),
  flowPart: count('Paid a part', 'Loan-months with payments of less than was due within 30 days.'),
  flowClosed: count('Taken back', 'Loan-months closed within 30 days without a payment.'),
  flowStayed: count('Stayed', 'Loan-months without a payment, after 30 days in the same bucket.'),
  flowRolled: count('Rolled on', 'Loan-months without a payment, after 30 days in a later bucket.'),
  flowTo30: count('Unpaid, 0–30', 'Stayed or rolled on, after 30 days at 0 to 30 days past due.'),
  flowTo60: count('Unpaid, 31–60', 'Stayed or rolled on, after 30 days at 31 to 60 days past due.'),
  flowTo90: count('Unpaid, 61–90', 'Stayed or rolled on, after 30 days at 61 to 90 days past due.'),
  flowTo180: count(
    'Unpaid, 91–180',
    'Stayed or rolled on, after 30 days at 91 to 180 days past due.',
  ),
  flowTo181: count(
    'Unpaid, over 180',
    'Stayed or rolled on, after 30 days over 180 days past due.',
  ),
  flowToUnknown: count('Unpaid, no due date', 'Stayed, of which nobody told a due date.'),
  flowDue: money('Opening due', 'What was due when the month began: due now and paid since.'),
  flowPaidDue: money('Due, paid in full', 'The opening due of what was paid in full.'),
  flowPartDue: money('Due, paid a part', 'The opening due of what was paid in part.'),
  flowClosedDue: money('Due, taken back', 'The opening due of what was taken back.'),
  flowStayedDue: money('Due, stayed', 'The opening due of what stayed.'),
  flowRolledDue: money('Due, rolled on', 'The opening due of what rolled on.'),
  flowTo30Due: money('Due, unpaid, 0–30', 'The opening due of what is unpaid at 0 to 30 days.'),
  flowTo60Due: money('Due, unpaid, 31–60', 'The opening due of what is unpaid at 31 to 60 days.'),
  flowTo90Due: money('Due, unpaid, 61–90', 'The opening due of what is unpaid at 61 to 90 days.'),
  flowTo180Due: money(
    'Due, unpaid, 91–180',
    'The opening due of what is unpaid at 91 to 180 days.',
  ),
  flowTo181Due: money('Due, unpaid, over 180', 'The opening due of what is unpaid over 180 days.'),
  flowToUnknownDue: money(
    'Due, unpaid, no due date',
    'The opening due of what is unpaid without a due date.',
  ),
} as const;

/** The same as shares. */
export const FLOW_RATIOS = {
  flowPaidRate: {
    of: 'flowPaid',
    by: 'flowLoans',
    ...percent('Paid-in-full rate', 'Paid in full of all loan-months.'),
  },
  flowPartRate: {
    of: 'flowPart',
    by: 'flowLoans',
    ...percent('Part-paid rate', 'Paid in part of all loan-months.'),
  },
  flowStayedRate: {
    of: 'flowStayed',
    by: 'flowLoans',
    ...percent('Stay rate', 'Stayed of all loan-months.'),
  },
  flowRolledRate: {
    of: 'flowRolled',
    by: 'flowLoans',
    ...percent('Flow rate', 'Rolled on of all loan-months.'),
  },
  flowRolledDueRate: {
    of: 'flowRolledDue',
    by: 'flowDue',
    ...percent('Flow rate of dues', 'Opening due that rolled on of all opening due.'),
  },
} as const;
