import { Select } from '@mantine/core';
import { useAskedChoices } from './asked-choices.tsx';
import type { AskedChoices } from './asked-choices.tsx';
import { useText } from '../lib/texts/texts.ts';
import { SelectField } from './select-field.tsx';
import work from './sheet-work.module.css';

/** The query of the lenders' names. */
type AskedNames = AskedChoices & { readonly data: readonly string[] | undefined };

interface ClientNameSelectProps {
  names: AskedNames;
  value: string | null;
  error: string | null;
  onChange: (clientName: string | null) => void;
}

/** Whose file it is, by the lender's name. */
export function ClientNameSelect({ names, ...props }: ClientNameSelectProps) {
  const t = useText();
  const words = useAskedChoices(names, t('sheetWork.noClients'));
  return (
    <Select
      className={work.narrow}
      label={t('sheetWork.client')}
      description={t('sheetWork.clientHelp')}
      data={[...(names.data ?? [])]}
      searchable
      withAsterisk
      {...words}
      {...props}
    />
  );
}

/** The same as a field of a form. */
export function ClientNameField({ name, names }: { name: string; names: AskedNames }) {
  const t = useText();
  return (
    <SelectField
      name={name}
      label={t('sheetWork.client')}
      help={t('sheetWork.clientHelp')}
      options={(names.data ?? []).map((value) => ({ value, label: value }))}
      asked={names}
      nothingFound={t('sheetWork.noClients')}
      isRequired
    />
  );
}
