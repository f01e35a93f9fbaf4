import type { ImportMapping } from '../../../contract/loan-import.ts';
import { useText } from '../../lib/texts/texts.ts';
import { mappedFields } from './import-mapping.ts';
import classes from './loan-import.module.css';

const SHOWN_ROWS = 3;

/** The file's first rows by loan field: what the mapping makes of them. */
export function MappingPreview({
  sample,
  mapping,
}: {
  sample: readonly Readonly<Record<string, string>>[];
  mapping: ImportMapping;
}) {
  const t = useText();
  const rows = sample.slice(0, SHOWN_ROWS);
  return (
    <section aria-label={t('loanImport.preview')}>
      <h3 className={classes.heading}>{t('loanImport.preview')}</h3>
      <div
        className={classes.scroll}
        tabIndex={0}
        role="group"
        aria-label={t('loanImport.preview')}
      >
        <table className={classes.preview}>
          <thead>
            <tr>
              <td />
              {rows.map((_, index) => (
                <th key={index} scope="col">
                  {t('loanImport.previewRow', { row: index + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {mappedFields(mapping).map((field) => (
              <tr key={field}>
                <th scope="row">{t(`loanFields.${field}`)}</th>
                {rows.map((row, index) => (
                  <td key={index}>{row[mapping[field] ?? ''] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
