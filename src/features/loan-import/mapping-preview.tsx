import type { ImportMapping } from '../../../contract/import-mapping.ts';
import { useText } from '../../lib/texts/texts.ts';
import { mappedFields } from './import-mapping.ts';
import classes from './loan-import.module.css';

const SHOWN_ROWS = 3;
// What scrolls must be reachable by keys.
const scrollable = { tabIndex: 0 };

/** The file's first rows by loan field: what the mapping makes of them. */
export function MappingPreview({
  sample,
  mapping,
}: {
  sample: readonly Readonly<Record<string, string>>[];
  mapping: ImportMapping;
}) {
  const t = useText();
  const rows = sample.slice(0, SHOWN_ROWS).map((values, index) => ({ number: index + 1, values }));
  return (
    <div>
      <h3 className={classes.heading}>{t('loanImport.preview')}</h3>
      <section className={classes.scroll} {...scrollable} aria-label={t('loanImport.preview')}>
        <table className={classes.preview}>
          <thead>
            <tr>
              <th scope="col">{t('loanImport.columnsHead')}</th>
              {rows.map(({ number }) => (
                <th key={number} scope="col">
                  {t('loanImport.previewRow', { row: number })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {mappedFields(mapping).map((field) => (
              <tr key={field}>
                <th scope="row">{t(`loanFields.${field}`)}</th>
                {rows.map(({ number, values }) => (
                  <td key={number}>{values[mapping[field] ?? ''] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
