import { IconDeviceFloppy } from '@tabler/icons-react';
import { columnMappingCalls } from '../../../contract/column-mapping.ts';
import type { ImportMapping } from '../../../contract/import-mapping.ts';
import { TextField } from '../../components/form-field.tsx';
import { RowForm } from '../../components/saving-form.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useSaveMapping } from '../../data/column-mappings.ts';

const rules = columnMappingCalls.saveColumnMapping.body.pick({ name: true });

/** Saves the mapping under a name, so that the client's next file maps itself. */
export function MappingName(props: {
  clientName: string;
  mapping: ImportMapping;
  /** All columns of the file, mapped or not. */
  columns: readonly string[];
  savedName: string | null;
  hasProblems: boolean;
}) {
  const t = useText();
  const { clientName, mapping, columns, savedName, hasProblems } = props;
  const { mutateAsync } = useSaveMapping();
  return (
    <RowForm
      label={t('loanImport.saveMapping')}
      rules={rules}
      defaults={{ name: savedName ?? clientName }}
      save={({ name }) =>
        mutateAsync({
          kind: 'LOANS',
          name,
          Client_Name: clientName,
          mapping,
          columns: [...columns],
        })
      }
      done={t('loanImport.mappingSaved')}
      submitLabel={t('loanImport.saveMapping')}
      isSubmitDisabled={hasProblems}
      icon={<IconDeviceFloppy size={16} aria-hidden />}
    >
      <TextField name="name" text="loanImport.mappingName" />
    </RowForm>
  );
}
