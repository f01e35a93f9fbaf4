import type { ReactNode } from 'react';
import { IMPORT_FIELDS, IMPORT_FIELD_NAMES } from '../../../contract/import-mapping.ts';
import type { ImportField } from '../../../contract/import-mapping.ts';
import { useText } from '../../lib/texts/texts.ts';
import work from '../../components/sheet-work.module.css';

/** Each loan field in a row of its own; `children` makes what stands beside its name. */
export function MappingRows(props: {
  isMapped: (field: ImportField) => boolean;
  children: (field: ImportField, name: string) => ReactNode;
}) {
  const t = useText();
  return (
    <tbody>
      {IMPORT_FIELD_NAMES.map((field) => {
        const name = t(`loanFields.${field}`);
        return (
          <tr key={field} data-mapped={props.isMapped(field) || undefined}>
            <th scope="row">
              {name}
              {IMPORT_FIELDS[field].required && (
                <span className={work.required}>{t('common.required')}</span>
              )}
            </th>
            {props.children(field, name)}
          </tr>
        );
      })}
    </tbody>
  );
}
