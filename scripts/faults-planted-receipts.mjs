// Faults of receipts of more than is owed or to be cancelled, of late files, of what is told of files, and of what shows nothing.
const receipts = 'tests/server/receipts.test.ts';
const cancelling = 'tests/server/receipt-cancelling.test.ts';
const excess = 'tests/server/receipt-excess.test.ts';
const misuse = 'tests/server/due-misuse.test.ts';

/** The faults of this part of the list. */
export const receiptFaults = [
  {
    name: 'correcting the rest of a contact brings its cancelled receipt back',
    file: 'server/dispositions/contact-consequences.ts',
    find: 'if (last?.isCancelled === true && !isAnew) return;',
    put: 'if (last === null && !isAnew) return;',
    tests: [cancelling],
  },
  {
    name: 'a contact taken out and back brings its cancelled receipt back',
    file: 'server/dispositions/contact-removal.ts',
    find: 'row.is_money_back ? [row.id] : []',
    put: '[row.id]',
    tests: [cancelling],
  },
  {
    name: 'agents take their own UPI receipts back by correcting the visit',
    file: 'server/receipts/receipt-keeping-service.ts',
    find: 'if (standing?.agent_id === actor.userId && !money.isClaim)',
    put: "if (standing?.agent_id === actor.userId && !money.isClaim && standing.mode !== 'UPI')",
    tests: [receipts, misuse],
  },
  {
    name: 'of two that both took in all of the due nobody is told',
    file: 'server/receipts/receipt-excess-service.ts',
    find: 'select n.reason is not null and (n.at_once or not (',
    put: 'select n.reason is null or (n.at_once or not (',
    tests: [excess],
  },
  {
    name: 'an excess stays after the other receipt was cancelled',
    file: 'server/receipts/receipt-excess-service.ts',
    find: 'where r.id = x.id and r.excess_amount > x.excess`',
    put: 'where r.id = x.id and r.excess_amount < x.excess`',
    tests: [excess],
  },
  {
    name: 'money whose cancelling is asked for is deposited',
    file: 'server/deposits/deposit-making-service.ts',
    find: 'if (asked.length === 0) return;',
    put: 'if (asked.length < 1_000) return;',
    tests: [misuse],
  },
  {
    name: 'a zero-width space is a reason',
    file: 'contract/trimmed.ts',
    find: "VISIBLE.test(shown) ? shown.replaceAll(ENDS_OF_TEXT, '') : ''",
    put: "VISIBLE.test(shown) ? shown.replaceAll(ENDS_OF_TEXT, '') : shown.trim()",
    tests: ['tests/contract/trimmed.test.ts'],
  },
  {
    name: 'a file of last week that comes late overwrites names and phones',
    file: 'server/loan-imports/import-sql.ts',
    find: 'case when s.is_older then coalesce(l.${column}, s.${column}) else',
    put: 'case when s.is_older then coalesce(s.${column}, l.${column}) else',
    tests: [misuse],
  },
  {
    name: 'what is told of a file is English whatever the reader’s language',
    file: 'src/lib/file-words.ts',
    find: 'translated(told) ?? told',
    put: '(translated(told) === null ? told : told)',
    tests: ['tests/src/lib/file-words.test.ts'],
  },
  {
    name: 'a reason behind a column’s name is English',
    file: 'src/lib/file-words.ts',
    find: 'return `${told.slice(0, at)}: ${said}`;',
    put: 'return `${told.slice(0, at)}: ${told.slice(at + 2)}`;',
    tests: ['tests/src/lib/file-words.test.ts'],
  },
  {
    name: 'brackets in a heading make another field of it',
    file: 'server/spreadsheets/header-brackets.ts',
    find: 'const isAdded = words.length > 0 && words.every(',
    put: 'const isAdded = words.length > 9 && words.every(',
    tests: ['tests/server/loan-import-ugly.test.ts'],
  },
  {
    name: 'a select says that nothing was found while its choices are on their way',
    file: 'src/components/asked-choices.tsx',
    find: 'asked.isFetching || asked.isError);',
    put: 'asked.isFetching && asked.isError);',
    tests: ['tests/src/components/asked-choices.test.tsx'],
  },
  {
    name: 'an empty report is exported',
    file: 'src/features/reports/engine-tools.tsx',
    find: "if (isEmpty) showInfo(t('toasts.noData'));",
    put: "if (isEmpty && name === 'additional') showInfo(t('toasts.noData'));",
    tests: ['tests/src/features/reports/empty-exports.test.tsx'],
  },
  {
    name: 'the predictor shows as due what was due this morning',
    file: 'server/predictions/basic-predictor.ts',
    find: 'sum + loan.dueNow, 0);',
    put: 'sum + loan.dueAmount, 0);',
    tests: ['tests/server/predictions.test.ts'],
  },
];
