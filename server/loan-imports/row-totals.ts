import { FILE_WORDS, fileSentence } from '../../contract/file-words.ts';
import { IMPORT_FIELDS } from '../../contract/import-mapping.ts';
import { hasPaise } from '../spreadsheets/rounding.ts';
import { isTotalLabel, totalsWatch } from '../spreadsheets/total-rows.ts';
import type { FieldColumn, RowProblem } from './field-cells.ts';

/** What a row of totals is told as. */
export interface TotalRow {
  readonly outcome: 'SKIPPED' | 'FAILED';
  readonly problem: RowProblem;
}

const itIsATotal = FILE_WORDS['is-a-total'];

function wrongTotal(sum: number): string {
  return fileSentence('wrong-total', { sum });
}

/** Tells rows of totals among a file's rows, to be called for every row in the file's order. */
export interface LoanTotals {
  /** The row as a total, or null: it is counted among the rows above the next total. */
  look(cells: readonly string[], values: readonly (string | null)[]): TotalRow | null;
}

/** Watches the rows of a file: a total has no loan number, borrower or phone (or they say "Total"). */
export function loanTotals(columns: readonly FieldColumn[]): LoanTotals {
  const amounts = columns.filter(({ field }) => IMPORT_FIELDS[field].kind === 'rupees');
  const naming = columns.filter(
    ({ field }) =>
      field === 'Loan_ID' || field === 'Customer_Name' || IMPORT_FIELDS[field].kind === 'phone',
  );
  const watch = totalsWatch(amounts.length);
  // One array for all rows: there are many.
  const given: (number | null)[] = amounts.map(() => null);
  const first = naming.find(({ field }) => field === 'Loan_ID') ?? naming[0];
  const isNameless = (cells: readonly string[]): boolean =>
    naming.every(({ position }) => {
      const text = cells[position] ?? '';
      return text === '' || isTotalLabel(text);
    });
  return {
    look: (cells, values) => {
      const number = cells[first?.position ?? 0] ?? '';
      for (let at = 0; at < amounts.length; at += 1) {
        const value = values[amounts[at]?.index ?? 0] ?? null;
        given[at] = value === null ? null : Number(value);
      }
      if ((number === '' || isTotalLabel(number)) && isNameless(cells)) {
        const verdict = watch.judge(given, cells.some(isTotalLabel));
        if (verdict?.is === 'wrong') {
          const { header, position } = amounts[verdict.index] ?? { header: '', position: 0 };
          const problem = {
            column: header,
            value: cells[position] ?? '',
            reason: wrongTotal(verdict.sum),
          };
          return { outcome: 'FAILED', problem };
        }
        if (verdict)
          return {
            outcome: 'SKIPPED',
            problem: { column: first?.header ?? '', value: number, reason: itIsATotal },
          };
      }
      let isRounded = false;
      for (let at = 0; at < amounts.length; at += 1) {
        const text = cells[amounts[at]?.position ?? 0] ?? '';
        if (given[at] === null && text !== '') watch.lose(at);
        else if (!isRounded && hasPaise(text)) isRounded = true;
      }
      watch.add(given, isRounded);
      return null;
    },
  };
}
