import { Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { says } from '../../../contract/errors.ts';
import { IMPORT_FIELD_NAMES } from '../../../contract/import-mapping.ts';
import { textSchema } from '../../../contract/values.ts';
import { TextField } from '../../components/form-field.tsx';
import { RowForm } from '../../components/saving-form.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { withField } from './import-mapping.ts';
import type { MappingViewProps } from './mapping-by-field.tsx';
import work from '../../components/sheet-work.module.css';

/** Each column with the loan field that it feeds; one that feeds none is kept with the loan. */
export function MappingByColumn(props: MappingViewProps) {
  const t = useText();
  const [added, setAdded] = useState<readonly string[]>([]);
  const columns = [...new Set([...props.columns, ...added])];
  return (
    <div className={work.section}>
      {columns.length === 0 ? (
        <p className={work.quiet}>{t('loanMappings.noColumns')}</p>
      ) : (
        <table className={work.table}>
          <thead>
            <tr>
              <th scope="col">{t('words.columnOfFile')}</th>
              <th scope="col">{t('loanImport.columnsHead')}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <ColumnRow key={column} column={column} {...props} />
            ))}
          </tbody>
        </table>
      )}
      <NewColumn onAdd={(column) => setAdded([...added, column])} />
    </div>
  );
}

function ColumnRow({ column, mapping, onMapping }: MappingViewProps & { column: string }) {
  const t = useText();
  const field = IMPORT_FIELD_NAMES.find((each) => mapping[each] === column) ?? null;
  return (
    <tr data-mapped={field === null ? undefined : true}>
      <th scope="row" className={work.wrap}>
        {column}
      </th>
      <td>
        <Select
          size="sm"
          aria-label={t('loanMappings.fieldOf', { column })}
          placeholder={t('loanMappings.notUsed')}
          data={IMPORT_FIELD_NAMES.map((each) => ({ value: each, label: t(`loanFields.${each}`) }))}
          value={field}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('common.clear') }}
          onChange={(next) => onMapping(withField(mapping, column, next))}
        />
      </td>
    </tr>
  );
}

const newColumn = z.object({ name: textSchema(200).min(1, says('name-missing')) });

function NewColumn({ onAdd }: { onAdd: (column: string) => void }) {
  const t = useText();
  return (
    <RowForm
      label={t('common.add')}
      rules={newColumn}
      defaults={{ name: '' }}
      save={async ({ name }) => onAdd(name)}
      onSaved={(_answer, form) => form.reset({ name: '' })}
      submitLabel={t('common.add')}
      icon={<IconPlus size={16} aria-hidden />}
    >
      <TextField name="name" text="loanMappings.newColumn" isRequired={false} />
    </RowForm>
  );
}
