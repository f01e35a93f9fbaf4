import { Anchor, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../lib/texts/texts.ts';
import { EmptyState } from './screen-state.tsx';

const FORM = '/create-client';

/** The way to a new client, for an admin. */
export function AddClient() {
  const t = useText();
  return (
    <Button component={Link} to={FORM} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('clients.add')}
    </Button>
  );
}

/** Instead of anything that belongs to a client: an admin adds the first one, others wait until one is theirs. */
export function NoClients({ mayAdd = true }: { mayAdd?: boolean }) {
  const t = useText();
  return mayAdd ? (
    <EmptyState
      title={t('clients.emptyTitle')}
      body={t('clients.emptyBody')}
      action={<AddClient />}
    />
  ) : (
    <EmptyState title={t('clients.noneOfYours')} body={t('clients.noneOfYoursBody')} />
  );
}

/** The help of a field in which an admin chooses a client: while there is none, the way to the first. */
export function useClientHelp(
  clients: { readonly data: readonly unknown[] | undefined },
  help?: ReactNode,
): ReactNode {
  const t = useText();
  if (clients.data?.length !== 0) return help;
  return (
    <Anchor component={Link} to={FORM} inherit>
      {t('clients.first')}
    </Anchor>
  );
}
