import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ContactPerson } from '../../../contract/contact-person.ts';
import { contactPersonCalls } from '../../../contract/contact-person.ts';
import { choiceField } from '../../components/filter-control.tsx';
import { textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useClientOptions } from '../../data/choices.ts';
import { latest } from '../../lib/latest.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useContacts, usePartnerOptions } from './client-queries.ts';
import { ContactDialog } from './contact-dialog.tsx';
import { ContactMenu, ContactLinks } from './contact-parts.tsx';

const FILTERS = { search: 'text', kind: 'text', clientId: 'text', partnerId: 'text' } as const;

/** `/contact`: whom to call about what, over all clients and partners (admin). */
export function ContactScreen() {
  const t = useText();
  const url = useListState(contactPersonCalls.listContacts.query, FILTERS);
  const contacts = useContacts(url.asked);
  const [edited, setEdited] = useState<ContactPerson | 'new' | null>(null);
  const columns = useColumns();
  const fields = useFields();
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('clients.addContact')}
    </Button>
  );
  return (
    <ListPage<ContactPerson>
      name="contacts"
      title={t('words.contacts')}
      actions={add}
      isCounted
      columns={columns}
      list={contacts}
      state={url}
      fields={fields}
      search={t('clients.searchContacts')}
      rowLabel={(contact) => contact.name}
      rowActions={actionsWith(setEdited)}
      empty={<EmptyState title={t('clients.noContacts')} body={t('clients.contactsHint')} />}
    >
      {edited !== null && (
        <ContactDialog
          contact={edited === 'new' ? null : latest(edited, contacts.data?.data)}
          place={null}
          onClose={() => setEdited(null)}
        />
      )}
    </ListPage>
  );
}

function actionsWith(onEdit: (contact: ContactPerson) => void) {
  return (contact: ContactPerson) => (
    <ContactMenu contact={contact} onEdit={() => onEdit(contact)} />
  );
}

function useFields(): FilterField[] {
  const t = useText();
  const clients = useClientOptions().data ?? [];
  const partners = usePartnerOptions();
  return [
    choiceField('kind', t('words.kind'), [
      { value: 'client', label: t('words.client') },
      { value: 'partner', label: t('roles.PARTNER') },
    ]),
    choiceField('clientId', t('words.client'), clients),
    choiceField('partnerId', t('roles.PARTNER'), partners),
  ];
}

function useColumns(): DataColumn<ContactPerson>[] {
  const t = useText();
  return [
    {
      key: 'name',
      title: t('words.name'),
      isFixed: true,
      render: (contact) => <TwoLines first={contact.name} second={contact.designation} />,
    },
    textColumn('organisation', t('clients.identity'), (contact) => contact.organisation),
    textColumn('matter', t('clients.matter'), (contact) => contact.matter ?? '–'),
    {
      key: 'ways',
      title: t('clients.ways'),
      card: 'line',
      render: (contact) => <ContactLinks contact={contact} />,
      file: [{ of: ({ email }) => email, title: t('login.email') }, { of: ({ phone }) => phone }],
    },
  ];
}
