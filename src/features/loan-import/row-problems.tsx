import type { PendingLoan } from '../../../contract/loan-import.ts';
import { fileWords } from '../../lib/file-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './loan-import.module.css';

/** What is wrong with a row, or was left out of it: column, value, reason. */
export function RowProblems({ row }: { row: PendingLoan }) {
  const t = useText();
  return (
    <ul className={classes.problems} data-is-stored={row.outcome !== 'FAILED' || undefined}>
      {row.problems.map(({ column, value, reason: told }) => {
        const reason = fileWords(told);
        return (
          <li key={`${column}:${told}`}>
            {value === ''
              ? t('loanImport.problemEmpty', { column, reason })
              : t('loanImport.problem', { column, value, reason })}
          </li>
        );
      })}
    </ul>
  );
}
