import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { INVOICE_STATES, invoiceCalls } from '../../../contract/invoice.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useClientOptions } from '../../data/choices.ts';
import { monthChoices } from '../../lib/months.ts';
import { useText } from '../../lib/texts/texts.ts';
import { invoiceColumns } from './invoice-columns.tsx';

const FILTERS = { month: 'day', state: 'text', clientId: 'text', search: 'text' } as const;

/** `/client-revenue` and, for the lender's admin, `/invoices`: invoices to clients. */
export function InvoicesScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const isOwn = user.role === 'CLIENT_ADMIN';
  const url = useListState(invoiceCalls.listInvoices.query, FILTERS);
  const invoices = useCallQuery(
    invoiceCalls.listInvoices,
    { query: url.asked },
    { keepsPrevious: true },
  );
  const [isOpen, setOpen] = useState(false);
  const columns = useMemo(() => invoiceColumns(t, isOwn), [t, isOwn]);
  const states = INVOICE_STATES.filter((state) => !isOwn || state !== 'DRAFT');
  const clients = useClientOptions(!isOwn).data ?? [];
  return (
    <Page>
      <PageHeader
        title={t(isOwn ? 'menu.invoices' : 'revenue.invoices')}
        subtitle={t(isOwn ? 'revenue.invoicesOwnSubtitle' : 'revenue.invoicesSubtitle')}
        count={invoices.data?.totalCount ?? null}
        {...(!isOwn && { actions: <NewButton onOpen={() => setOpen(true)} /> })}
      />
      <List<Invoice>
        name="invoices"
        label={t('menu.invoices')}
        columns={columns}
        list={invoices}
        state={url}
        search={t('revenue.searchInvoices')}
        fields={[
          choiceField('month', t('words.month'), monthChoices(13)),
          choiceField(
            'state',
            t('words.status'),
            choices(states, (state) => t(`revenue.states.${state}`)),
          ),
          ...(isOwn ? [] : ([choiceField('clientId', t('words.client'), clients)] as const)),
        ]}
        rowLabel={(invoice) => `${invoice.Client_Name} ${invoice.month.slice(0, 7)}`}
        rowHref={(invoice) => `/invoice?id=${invoice._id}`}
        empty={t(isOwn ? 'revenue.noInvoicesOwn' : 'revenue.noInvoices')}
      />
      {isOpen && <DraftDialog onClose={() => setOpen(false)} />}
    </Page>
  );
}

function NewButton({ onOpen }: { onOpen: () => void }) {
  const t = useText();
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onOpen}>
      {t('revenue.draftNew')}
    </Button>
  );
}

/** Begins the invoice of a client and month, and leads to it. */
function DraftDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const draft = useBodyCommand(invoiceCalls.draftInvoice);
  const months = monthChoices(13);
  const clients = useClientOptions();
  return (
    <DialogForm
      name="revenue.draftNew"
      title={t('revenue.draftNew')}
      rules={invoiceCalls.draftInvoice.body}
      defaults={{ clientId: '', month: months[1]?.value ?? '' }}
      save={(body) => draft.mutateAsync(body)}
      done={t('revenue.draftMade')}
      onSaved={({ _id }) => void navigate(`/invoice?id=${_id}`)}
      onClose={onClose}
    >
      <SelectField
        name="clientId"
        text="words.client"
        options={clients.data ?? []}
        asked={clients}
        isRequired
      />
      <SelectField name="month" text="words.month" options={months} isRequired />
    </DialogForm>
  );
}
