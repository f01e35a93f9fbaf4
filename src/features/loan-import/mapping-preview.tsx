import { IMPORT_FIELDS } from '../../../contract/import-mapping.ts';
import type { ImportField, ImportMapping } from '../../../contract/import-mapping.ts';
import type { PendingLoan } from '../../../contract/loan-import.ts';
import { useText } from '../../lib/texts/texts.ts';
import { mappedFields, shownValue } from './import-mapping.ts';
import { useMappingPreview } from './loan-import-queries.ts';
import type { FirstRows } from './loan-import-queries.ts';
import { RowProblems } from './row-problems.tsx';
import work from '../../components/sheet-work.module.css';
import classes from './loan-import.module.css';

const SHOWN_ROWS = 5;
// What scrolls must be reachable by keys.
const scrollable = { tabIndex: 0 };

/** The file's first rows by loan field as they will be stored, with what is refused or left out of them. */
export function MappingPreview({ of, mapping }: { of: FirstRows; mapping: ImportMapping }) {
  const t = useText();
  const checked = useMappingPreview(mapping, of);
  const rows = checked.data?.rows ?? [];
  const shown = rows.slice(0, SHOWN_ROWS);
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  return (
    <div>
      <h3 className={classes.heading}>{t('loanImport.preview')}</h3>
      <section
        className={classes.scroll}
        {...scrollable}
        aria-label={t('loanImport.preview')}
        aria-busy={checked.isFetching}
      >
        <table className={classes.preview}>
          <thead>
            <tr>
              <th scope="col">{t('loanImport.columnsHead')}</th>
              {shown.map(({ row }) => (
                <th key={row} scope="col">
                  {t('words.rowNumber', { row })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {mappedFields(mapping).map((field) => (
              <tr key={field}>
                <th scope="row">{t(`loanFields.${field}`)}</th>
                {shown.map((row, at) => (
                  <PreviewCell
                    key={row.row}
                    field={field}
                    row={row}
                    raw={of.sample[at]?.[mapping[field] ?? ''] ?? ''}
                    column={mapping[field] ?? ''}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {wrong.length > 0 && (
        <section className={classes.previewProblems} aria-label={t('loanImport.previewProblems')}>
          <p className={work.quiet}>{t('loanImport.previewProblems')}</p>
          {wrong.map((row) => (
            <div key={row.row}>
              <strong>{t('words.rowNumber', { row: row.row })}</strong>{' '}
              {t(`loanImport.${row.outcome}`)}
              <RowProblems row={row} />
            </div>
          ))}
        </section>
      )}
    </div>
  );
}

/** A value as it will be stored; a cell that is not taken stands as in the file, marked. */
function PreviewCell(props: { field: ImportField; row: PendingLoan; raw: string; column: string }) {
  const { field, row, raw, column } = props;
  const isWrong = row.problems.some((problem) => problem.column === column);
  const value = row.values[field];
  const isAmount = IMPORT_FIELDS[field].kind === 'rupees';
  return (
    <td data-wrong={isWrong || undefined} data-amount={isAmount || undefined}>
      {value === undefined ? isWrong && <s>{raw}</s> : shownValue(field, value)}
    </td>
  );
}
