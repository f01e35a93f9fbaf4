import { Button, TextInput } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportMapping } from '../../../contract/import-mapping.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useSaveMapping } from './loan-import-queries.ts';
import classes from './loan-import.module.css';

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
  const [name, setName] = useState(props.savedName ?? props.clientName);
  const [error, setError] = useState<string | null>(null);
  const save = useSaveMapping();
  const submit = () => {
    if (name.trim() === '') return setError(t('loanImport.needName'));
    setError(null);
    save.mutate(
      {
        name: name.trim(),
        Client_Name: props.clientName,
        mapping: props.mapping,
        columns: [...props.columns],
      },
      { onSuccess: () => showSuccess(t('loanImport.mappingSaved')) },
    );
  };
  return (
    <form
      className={classes.name}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        className={classes.grow}
        label={t('loanImport.mappingName')}
        description={t('loanImport.mappingNameHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={120}
        value={name}
        error={error}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        loading={save.isPending}
        disabled={props.hasProblems}
        leftSection={<IconDeviceFloppy size={16} aria-hidden />}
      >
        {t('loanImport.saveMapping')}
      </Button>
    </form>
  );
}
