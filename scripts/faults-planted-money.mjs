// Faults of what a borrower owes, of what counts as collected, and of how lenders' files are read.
const dues = 'tests/server/dues.test.ts';
const receipts = 'tests/server/receipts.test.ts';
const numbers = 'tests/server/loan-numbers.test.ts';
const ugly = 'tests/server/loan-import-ugly.test.ts';
const check = 'tests/server/loan-import-check-screen.test.ts';

/** The faults of this part of the list. */
export const moneyFaults = [
  {
    name: 'a payment from before a lender’s figure lowers it',
    file: 'server/payments/due-service.ts',
    find: 'then p.created_at > ${toldAt} else',
    put: 'then ${toldAt} is not null else',
    tests: [dues],
  },
  {
    name: 'a figure’s day is not looked at',
    file: 'server/payments/due-service.ts',
    find: 'else p.paid_on > ${asOf} end`',
    put: 'else p.paid_on is not null or ${asOf} is null end`',
    tests: [dues],
  },
  {
    name: 'what agents collected does not stand beside the due',
    file: 'server/payments/due-service.ts',
    find: 'and r.cancelled_at is null and not r.is_claim)::bigint as unverified',
    put: 'and r.cancelled_at is null and r.is_claim)::bigint as unverified',
    tests: [dues],
  },
  {
    name: 'a payment does not credit whose receipt it confirms',
    file: 'server/payments/due-service.ts',
    find: 'where p.id = x.payment_id and not ${isClaim} and',
    put: 'where p.id = x.payment_id and ${isClaim} and',
    tests: [dues],
  },
  {
    name: 'more than is owed is collected without a word',
    file: 'server/dispositions/disposition-rules.ts',
    find: "if (!isExcess || (input.excessReason ?? '') !== '') return [];",
    put: 'if (!isExcess || left >= 0) return [];',
    tests: [dues],
  },
  {
    name: 'a phone forgets its own unsent receipts',
    file: 'src/offline/loan-overlay.ts',
    find: 'return collected === 0 ? {}',
    put: 'return collected >= 0 ? {}',
    tests: ['tests/src/offline/loan-lists.test.ts'],
  },
  {
    name: 'a file is stored as it was checked, whatever changed since',
    file: 'server/loan-imports/import-saving.ts',
    find: 'if (!(await stillStands(client, current))) return;',
    put: 'if (!(await stillStands(client, current))) signal.throwIfAborted();',
    tests: [dues],
  },
  {
    name: 'a loan with nothing due is worked',
    file: 'server/loan-imports/import-saving.ts',
    find: 'loanIds: await idsOf(client, loansWithNothingDue, record),',
    put: 'loanIds: (await idsOf(client, loansWithNothingDue, record)).slice(0, 0),',
    tests: [dues],
  },
  {
    name: 'amounts are rounded silently',
    file: 'server/spreadsheets/rounding.ts',
    find: 'this.#paise += added;',
    put: 'this.#paise += added * 0;',
    tests: [numbers],
  },
  {
    name: 'a reversed payment is offered anew',
    file: 'server/activity-sheets/judging-money.ts',
    find: "when not is_wanted and not is_known then 'REVERSED'",
    put: "when not is_wanted and is_known then 'REVERSED'",
    tests: ['tests/server/reversed-payments.test.ts'],
  },
  {
    name: 'agents cancel their own receipts',
    file: 'server/receipts/receipt-cancelling-service.ts',
    find: 'if (agentId === actor.userId) await ask(command, actor, standing, reason);',
    put: 'if (agentId === null) await ask(command, actor, standing, reason);',
    tests: [receipts],
  },
  {
    name: 'the manager hears nothing of a receipt that is to be cancelled',
    file: 'server/receipts/receipt-cancelling-service.ts',
    find: "await tell(command, actor, standing, 'RECEIPT_CANCEL_ASKED');",
    put: "if (reason === '') await tell(command, actor, standing, 'RECEIPT_CANCEL_ASKED');",
    tests: [receipts],
  },
  {
    name: 'a claim that the bank confirmed stays claimed',
    file: 'server/payments/collected-service.ts',
    find: 'sql`(r.is_claim and r.payment_id is null and r.cancelled_at is null)`',
    put: 'sql`(r.is_claim and r.cancelled_at is null)`',
    tests: ['tests/server/report-oracle.test.ts', 'tests/server/organisation-dashboards.test.ts'],
  },
  {
    name: 'reversed payments count as verified',
    file: 'server/payments/collected-service.ts',
    find: 'export const isVerified = sql`p.reversed_at is null`',
    put: 'export const isVerified = sql`true`',
    tests: ['tests/server/report-oracle.test.ts', 'tests/server/organisation-dashboards.test.ts'],
  },
  {
    name: 'a wrong number is called',
    file: 'server/contact-gate/wrong-number-service.ts',
    find: 'on conflict do nothing`);',
    put: 'limit 0`);',
    tests: ['tests/server/wrong-numbers.test.ts'],
  },
  {
    name: 'letter case makes another loan of a number',
    file: 'server/spreadsheets/loan-number.ts',
    find: 'number.trim().toUpperCase()',
    put: 'number.trim()',
    tests: [numbers],
  },
  {
    name: 'a list says "about" where counting is cheap',
    file: 'server/loans/loan-count.ts',
    find: 'if (counted !== null && (plan.isCheap || counted <= EXACT_COUNT))',
    put: 'if (counted !== null && counted <= EXACT_COUNT)',
    tests: ['tests/server/loan-list-plans.test.ts', 'tests/server/loan-lists.test.ts'],
  },
  {
    name: 'what stands to a borrower’s credit is due',
    file: 'server/loan-imports/joined-cells.ts',
    find: 'cells[amount] += ` ${told}`;',
    put: 'cells[amount] += ``;',
    tests: [ugly],
  },
  {
    name: 'the dues of any month are what is due',
    file: 'server/spreadsheets/header-words.ts',
    find: 'known.isOneOfMany = true;',
    put: 'known.isOneOfMany = false;',
    tests: [ugly],
  },
  {
    name: 'a web page’s loan numbers lose their zeros',
    file: 'server/spreadsheets/book-worker.ts',
    find: "raw: task.kind === 'html',",
    put: "raw: task.kind === 'xml',",
    tests: [ugly],
  },
  {
    name: 'a bad optional cell refuses its loan',
    file: 'server/loan-imports/field-cells.ts',
    find: 'if (column.missing) checked.refusals.push(',
    put: 'if (column.field) checked.refusals.push(',
    tests: [ugly],
  },
  {
    name: 'loans that a file no longer names are recalled without being shown',
    file: 'server/loan-imports/import-saving.ts',
    find: '(await idsOf(client, loansNotNamed, record)).length === record.recallAbsent',
    put: 'record.recallAbsent >= 0',
    tests: [check],
  },
];
