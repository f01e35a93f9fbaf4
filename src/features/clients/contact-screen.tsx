import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { ContactPerson } from '../../../contract/contact-person.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import type { FilterValues } from '../../components/use-url-filters.ts';
import { useClientOptions } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useContacts, usePartnerOptions } from './client-queries.ts';
import type { ContactQuery } from './client-queries.ts';
import classes from './clients.module.css';
import { ContactDialog } from './contact-dialog.tsx';
import { ContactMenu, ContactLinks } from './contact-parts.tsx';

const FILTERS = { search: 'text', kind: 'text', clientId: 'text', partnerId: 'text' } as const;
const UUID = /^[0-9a-f-]{36}$/i;

function queryOf(values: FilterValues<typeof FILTERS>): ContactQuery {
  const { search, kind, clientId, partnerId } = values;
  return {
    ...(search !== '' && { search: search.slice(0, 100) }),
    ...((kind === 'client' || kind === 'partner') && { kind }),
    ...(UUID.test(clientId) && { clientId }),
    ...(UUID.test(partnerId) && { partnerId }),
  };
}

/** `/contact`: whom to call about what, over all clients and partners (admin). */
export function ContactScreen() {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const contacts = useContacts({ ...queryOf(url.values), page: url.page });
  const [edited, setEdited] = useState<ContactPerson | 'new' | null>(null);
  const columns = useColumns();
  const fields = useFields();
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('clients.addContact')}
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title={t('clients.contactBook')}
        count={contacts.data?.totalCount ?? null}
        actions={add}
      />
      <FilterBar
        filters={url}
        fields={fields}
        searchKey="search"
        searchLabel={t('clients.searchContacts')}
      />
      {contacts.isError && contacts.data === undefined ? (
        <LoadProblem error={contacts.error} onRetry={() => void contacts.refetch()} />
      ) : (
        <DataTable<ContactPerson>
          name="contacts"
          label={t('clients.contactBook')}
          columns={columns}
          rows={contacts.data?.data}
          rowId={(contact) => contact._id}
          rowLabel={(contact) => contact.name}
          totalCount={contacts.data?.totalCount ?? 0}
          page={url.page}
          onPage={url.setPage}
          isFetching={contacts.isPlaceholderData}
          renderCard={(contact) => <ContactCard contact={contact} />}
          rowActions={actionsWith(setEdited)}
          empty={
            url.isFiltered ? (
              t('common.searchAgain')
            ) : (
              <EmptyState title={t('clients.noContacts')} body={t('clients.contactsHint')} />
            )
          }
        />
      )}
      {edited !== null && (
        <ContactDialog
          contact={edited === 'new' ? null : edited}
          place={null}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}

function actionsWith(onEdit: (contact: ContactPerson) => void) {
  return (contact: ContactPerson) => (
    <ContactMenu contact={contact} onEdit={() => onEdit(contact)} />
  );
}

function useFields(): FilterField[] {
  const t = useText();
  const clients = useClientOptions();
  const partners = usePartnerOptions();
  return [
    {
      kind: 'choice',
      key: 'kind',
      label: t('clients.kind'),
      options: [
        { value: 'client', label: t('clients.kindClient') },
        { value: 'partner', label: t('clients.kindPartner') },
      ],
    },
    {
      kind: 'choice',
      key: 'clientId',
      label: t('clients.kindClient'),
      options: clients,
    },
    {
      kind: 'choice',
      key: 'partnerId',
      label: t('clients.kindPartner'),
      options: partners,
    },
  ];
}

function useColumns(): DataColumn<ContactPerson>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('clients.personName'),
        isFixed: true,
        render: (contact) => (
          <span className={classes.name}>
            {contact.name}
            {contact.designation !== null && (
              <span className={classes.quiet}>{contact.designation}</span>
            )}
          </span>
        ),
      },
      {
        key: 'organisation',
        title: t('clients.organisation'),
        render: (contact) => contact.organisation,
      },
      { key: 'matter', title: t('clients.matter'), render: (contact) => contact.matter ?? '–' },
      {
        key: 'ways',
        title: t('clients.ways'),
        render: (contact) => <ContactLinks contact={contact} />,
      },
    ],
    [t],
  );
}

function ContactCard({ contact }: { contact: ContactPerson }) {
  return (
    <div className={classes.card}>
      <strong>{contact.name}</strong>
      <span className={classes.quiet}>
        {[contact.organisation, contact.designation, contact.matter].filter(Boolean).join(' · ')}
      </span>
      <ContactLinks contact={contact} />
    </div>
  );
}
