import { Button, Menu } from '@mantine/core';
import { IconAddressBook, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ClientRow } from '../../../contract/client.ts';
import { AddClient } from '../../components/no-clients.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { ClientList, useClientList } from './client-list.tsx';
import { ClientRemovalDialog } from './client-removal-dialog.tsx';

/** `/clients`: every lender with its loans and dues; add, change, remove (admin). */
export function ClientsScreen() {
  const t = useText();
  const clients = useClientList();
  const [removed, setRemoved] = useState<ClientRow | null>(null);
  return (
    <Page>
      <PageHeader
        title={t('menu.clients')}
        count={clients.list.data?.totalCount ?? null}
        actions={
          <>
            <Button
              component={Link}
              to="/contact"
              variant="default"
              leftSection={<IconAddressBook size={16} aria-hidden />}
            >
              {t('words.contacts')}
            </Button>
            <AddClient />
          </>
        }
      />
      <ClientList
        clients={clients}
        rowActions={actionsWith(setRemoved)}
        empty={<EmptyState title={t('clients.emptyTitle')} body={t('clients.emptyBody')} />}
      />
      {removed !== null && (
        <ClientRemovalDialog client={removed} onClose={() => setRemoved(null)} />
      )}
    </Page>
  );
}

function actionsWith(onRemove: (client: ClientRow) => void) {
  return (client: ClientRow) => <ClientMenu client={client} onRemove={() => onRemove(client)} />;
}

function ClientMenu({ client, onRemove }: { client: ClientRow; onRemove: () => void }) {
  const t = useText();
  return (
    <RowMenu label={t('words.actionsOf', { name: client.Client_Name })}>
      <Menu.Item
        component={Link}
        to={`/client/edit?clientId=${client._id}`}
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {t('common.edit')}
      </Menu.Item>
      <Menu.Item
        c="var(--rc-danger)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={onRemove}
      >
        {t('common.remove')}
      </Menu.Item>
    </RowMenu>
  );
}
