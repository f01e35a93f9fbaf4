import { Select } from '@mantine/core';
import { useAskedChoices } from './asked-choices.tsx';
import type { AskedChoices } from './asked-choices.tsx';
import { useText } from '../lib/texts/texts.ts';
import work from './sheet-work.module.css';

interface ClientNameSelectProps {
  /** The query of the lenders' names. */
  names: AskedChoices & { readonly data: readonly string[] | undefined };
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
