import { Select } from '@mantine/core';
import { useAskedChoices } from './asked-choices.tsx';
import type { AskedChoices } from './asked-choices.tsx';
import { useText } from '../lib/texts/texts.ts';
import { useClientHelp } from './no-clients.tsx';
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
  const words = useAskedChoices(names, t('clients.noneFits'));
  const help = useClientHelp(names, t('sheetWork.clientHelp'));
  return (
    <Select
      className={work.narrow}
      label={t('words.client')}
      description={help}
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
  const help = useClientHelp(names, t('sheetWork.clientHelp'));
  return (
    <SelectField
      name={name}
      text="words.client"
      help={help}
      options={(names.data ?? []).map((value) => ({ value, label: value }))}
      asked={names}
      nothingFound={t('clients.noneFits')}
      isRequired
    />
  );
}
