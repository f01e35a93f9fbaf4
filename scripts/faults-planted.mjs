// Faults that the tests must notice: in each file the text `find` (it stands there once) is replaced by `put`, and at least
// one of `tests` has to fail. Add one for each fault that came through once.
import { deviceFaults } from './faults-planted-device.mjs';
import { moneyFaults } from './faults-planted-money.mjs';
import { receiptFaults } from './faults-planted-receipts.mjs';
import { trustFaults } from './faults-planted-trust.mjs';

const tenancy = 'tests/server/security/tenancy.test.ts';
const roles = 'tests/server/security/role-matrix.test.ts';
const login = 'tests/server/security/login.test.ts';
const gate = 'tests/server/contact-gate.test.ts';
const hours = 'tests/server/contact-hours.test.ts';
const ledger = 'tests/server/contact-ledger.test.ts';
const promises = 'tests/server/promises.test.ts';
const states = 'tests/server/promise-states.test.ts';
const payments = 'tests/server/payments.test.ts';

const access = [
  {
    name: 'deleted loans are seen',
    file: 'server/access/scope.ts',
    find: "sql`(l.status <> 'DELETED' and ${loansInReachOf(actor)})`",
    put: 'loansInReachOf(actor)',
    tests: ['tests/server/loan-closures.test.ts'],
  },
  {
    name: "a partner sees every partner's loans",
    file: 'server/access/scope.ts',
    find: 'sql`${managerId} in (select id from users where created_by = ${actor.userId})`',
    put: 'sql`${managerId} in (select id from users where created_by is not null)`',
    tests: [tenancy],
  },
  {
    name: 'a manager reads the contacts of all managers',
    file: 'server/access/scope.ts',
    find: 'sql`(${leads(actor, sql`d.manager_id`)} or ${isOwnDoing(actor, sql`d.agent_id`)})`',
    put: 'sql`(d.manager_id is not null or ${isOwnDoing(actor, sql`d.agent_id`)})`',
    tests: [tenancy],
  },
  {
    name: 'roles are not asked for',
    file: 'server/access/gate.ts',
    find: "roles === 'any' || roles.includes(actor.role)",
    put: "roles === 'any' || roles.length > 0",
    tests: [roles],
  },
  {
    name: 'background polling keeps a session alive',
    file: 'server/access/gate.ts',
    find: '!isBackground(request);',
    put: 'true;',
    tests: [login],
  },
  {
    name: 'people named in lists are not looked at',
    file: 'server/access/claims.ts',
    find: 'for (const item of source) collect(item, claims, depth + 1);',
    put: '',
    tests: ['tests/server/security/claims.test.ts'],
  },
  {
    name: 'work delivered after an allocation ended is nobody’s',
    file: 'server/access/workable-loan.ts',
    find: 'a.ended_at >= w.at - make_interval(days => w.grace)',
    put: 'a.ended_at >= w.at',
    tests: ['tests/server/delivery.test.ts'],
  },
];

const contactGate = [
  {
    name: 'two last contacts at once are both allowed',
    file: 'server/contact-gate/contact-claim.ts',
    find: 'await lockLoans(tx, [loanId]);\n  await lockNumbers(tx, [number]);',
    put: 'void [lockLoans, lockNumbers];',
    tests: [gate],
  },
  {
    name: 'a refused contact asked for again is allowed',
    file: 'server/contact-gate/contact-claim.ts',
    find: "if (stored.decision === 'REFUSED') return null;",
    put: "if (stored.decision === 'REFUSED') return allowed;",
    tests: [hours],
  },
  {
    name: 'contacts against a rule do not count',
    file: 'server/contact-gate/contact-facts-service.ts',
    find: "a.decision in ('ALLOWED', 'OVERRIDDEN', 'BREACH')",
    put: "a.decision in ('ALLOWED', 'OVERRIDDEN')",
    tests: [ledger],
  },
  {
    name: 'the borrower’s own clock is not looked at',
    file: 'server/contact-gate/contact-facts-service.ts',
    find: 'zone: row.zone ?? businessTz,',
    put: 'zone: businessTz,',
    tests: [hours],
  },
  {
    name: 'a hold ends a day early',
    file: 'server/contact-gate/last-day.ts',
    find: 'dayAfter(untilDay, 1)',
    put: 'dayAfter(untilDay, 0)',
    tests: [hours],
  },
  {
    name: 'an exception never ends',
    file: 'server/contact-gate/granted-exceptions.ts',
    find: 'x.decided_at <= r.at and r.at < x.ends_at',
    put: 'x.decided_at <= r.at',
    tests: [hours],
  },
  {
    name: 'contact hours end an hour late',
    file: 'server/contact-gate/policy-profiles.ts',
    find: 'to: row.contact_to.slice(0, 5) };',
    put: 'to: `${Number(row.contact_to.slice(0, 2)) + 1}:00` };',
    tests: [hours],
  },
];

const promisesToPay = [
  {
    name: 'a promise kept to the rupee is broken',
    file: 'server/promises/promise-judging.ts',
    find: 'f.came * 100 >= f.amount * (100 - f.tolerance_percent)',
    put: 'f.came * 100 > f.amount * (100 - f.tolerance_percent)',
    tests: [promises],
  },
  {
    name: 'the last day of grace does not count',
    file: 'server/promises/promise-judging.ts',
    find: '(where r.on_day <= p.last_on)',
    put: '(where r.on_day < p.last_on)',
    tests: [states],
  },
  {
    name: 'a rupee counts for two promises',
    file: 'server/promises/promise-judging.ts',
    find: 'or r.on_day < p.next_on or r.at <= p.next_at)',
    put: 'or r.on_day <= p.next_on)',
    tests: [states],
  },
  {
    name: 'a reversed payment still keeps a promise',
    file: 'server/promises/promise-judging.ts',
    find: 'sql`r.reversed_at is null`',
    put: 'sql`true`',
    tests: [states],
  },
  {
    name: 'changed rules are not applied to open promises',
    file: 'server/promises/promise-rules.ts',
    find: 'tolerance_percent = ${rule.tolerancePercent}, is_stale = true',
    put: 'tolerance_percent = ${rule.tolerancePercent}',
    tests: [promises],
  },
  {
    name: 'a broken promise is told of again and again',
    file: 'server/promises/promise-service.ts',
    find: ' and p.told_at is null',
    put: '',
    tests: [promises],
  },
  {
    name: 'a promise due today is not shown as due',
    file: 'server/promises/promise-list.ts',
    find: 'p.due_on <= ${today}::date`',
    put: 'p.due_on < ${today}::date`',
    tests: [promises],
  },
];

const paymentsAndReversals = [
  {
    name: 'payments are posted in paise',
    file: 'server/payments/payment-posting-service.ts',
    find: 'coalesce(s.amount, s.applied_amount) as amount, s.applied_amount',
    put: '100 * coalesce(s.amount, s.applied_amount) as amount, s.applied_amount',
    tests: [payments],
  },
  {
    name: 'a loan paid to the last rupee stays open',
    file: 'server/payments/payment-posting-service.ts',
    find: 'l.total_due_amount <= 0',
    put: 'l.total_due_amount < 0',
    tests: [payments],
  },
  {
    name: 'a payment is credited to who has the loan today',
    file: 'server/payments/payment-posting-service.ts',
    find: '(a.ended_at is null or a.ended_at >= t.day_start)',
    put: 'a.ended_at is null',
    tests: [payments],
  },
  {
    name: 'a reversal leaves what was paid too much',
    file: 'server/payments/due-service.ts',
    find: 'where p.loan_id = k.id and p.reversed_at is null)::bigint as paid',
    put: 'where p.loan_id = k.id)::bigint as paid',
    tests: [payments],
  },
  {
    name: 'a reversal does not refresh the last payment',
    file: 'server/payments/payment-reversal-service.ts',
    find: 'await restoreLastPayment(tx, reversed);',
    put: 'void restoreLastPayment;',
    tests: [payments],
  },
  {
    name: 'a payment is reversed twice',
    file: 'server/payments/payment-reversal-service.ts',
    find: 'where ${which} and p.reversed_at is null returning',
    put: 'where ${which} returning',
    tests: [payments],
  },
  {
    name: 'any payment can be read by its id',
    file: 'server/payments/payment-list.ts',
    find: 'where p.id = ${id} and ${loansInReachOf(actor)}`',
    put: "where p.id = ${id} and ${actor.userId} <> ''`",
    tests: ['tests/server/activity-sheet-access.test.ts'],
  },
];

/** Every fault, by the folder that it is planted in. */
export const faults = [
  ...access,
  ...contactGate,
  ...promisesToPay,
  ...paymentsAndReversals,
  ...deviceFaults,
  ...moneyFaults,
  ...receiptFaults,
  ...trustFaults,
];

/** A source with the fault in it; null when its place is not found, or found more than once. */
export function planted(source, { find, put }) {
  const pieces = source.split(find);
  return pieces.length === 2 ? pieces.join(put) : null;
}
