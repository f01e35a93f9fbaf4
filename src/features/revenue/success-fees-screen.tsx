import { Button } from '@mantine/core';
import { useState } from 'react';
import { feeAgreementCalls } from '../../../contract/fee-agreement.ts';
import type { ClientAgreements } from '../../../contract/fee-agreement.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import { invoiceCalls } from '../../../contract/invoice.ts';
import { textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText } from '../../components/figure.tsx';
import { pageOfAll, useOwnPage } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { NoClients } from '../../components/no-clients.tsx';
import { rowButton } from '../../components/row-button.tsx';
import { TextAreaField, TextField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { TermLines } from './agreement-parts.tsx';

type Stored = CallAnswer<typeof invoiceCalls.readInvoicingDetails>;

const valuesOf = ({ details, revision }: Stored) => ({
  revision,
  name: details?.name ?? '',
  address: details?.address ?? '',
  gst: details?.gst ?? '',
  pan: details?.pan ?? '',
  bank: details?.bank ?? '',
  prefix: details?.prefix ?? 'INV',
});

/** Says who sends invoices. */
function DetailsDialog({ onClose }: { onClose: () => void }) {
  const details = useCallQuery(invoiceCalls.readInvoicingDetails, {});
  if (details.data === undefined) return null;
  return <DetailsForm stored={details.data} onClose={onClose} />;
}

function DetailsForm(props: { stored: Stored; onClose: () => void }) {
  const t = useText();
  const set = useBodyCommand(invoiceCalls.setInvoicingDetails);
  return (
    <DialogForm
      name="revenue.details"
      title={t('revenue.details')}
      rules={invoiceCalls.setInvoicingDetails.body}
      defaults={valuesOf(props.stored)}
      save={(body) => set.mutateAsync(body)}
      done={t('toasts.updated')}
      onClose={props.onClose}
    >
      <TextField name="name" text="revenue.detailsName" />
      <TextAreaField name="address" text="words.address" />
      <FieldRow>
        <TextField name="gst" text="revenue.gstNumber" isRequired={false} />
        <TextField name="pan" text="revenue.pan" isRequired={false} />
      </FieldRow>
      <TextAreaField name="bank" text="revenue.bank" />
      <TextField name="prefix" text="revenue.prefix" />
    </DialogForm>
  );
}

/** `/success-fees`: what each client pays. */
export function SuccessFeesScreen() {
  const t = useText();
  const clients = useCallQuery(feeAgreementCalls.listFeeAgreements, {});
  const state = useOwnPage(25);
  const [isOpen, setOpen] = useState(false);
  const columns = useFeeColumns();
  return (
    <ListPage<ClientAgreements>
      name="success-fees"
      title={t('words.successFees')}
      subtitle={t('revenue.feesSubtitle')}
      actions={
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('revenue.details')}
        </Button>
      }
      columns={columns}
      list={pageOfAll({ ...clients, data: clients.data?.data }, state)}
      state={state}
      rowId={(client) => client.clientId}
      rowLabel={(client) => client.Client_Name}
      rowHref={editPath}
      rowActions={(client) => rowButton(t('words.change'), client.Client_Name, editPath(client))}
      empty={<NoClients />}
    >
      {isOpen && <DetailsDialog onClose={() => setOpen(false)} />}
    </ListPage>
  );
}

const editPath = ({ clientId }: ClientAgreements) => `/successfees/edit?clientId=${clientId}`;

function useFeeColumns(): DataColumn<ClientAgreements>[] {
  const t = useText();
  return [
    textColumn('client', t('words.client'), (client) => client.Client_Name, { isFixed: true }),
    {
      key: 'terms',
      title: t('revenue.terms'),
      render: ({ agreements: [newest] }) =>
        newest === undefined ? t('revenue.noAgreement') : <TermLines terms={newest.terms} />,
    },
    {
      key: 'from',
      title: t('revenue.validFrom'),
      render: ({ agreements: [newest] }) => <DayText value={newest?.validFrom} />,
    },
    {
      key: 'to',
      title: t('revenue.validTo'),
      render: ({ agreements: [newest] }) => <DayText value={newest?.validTo} />,
    },
    textColumn('by', t('words.setBy'), ({ agreements: [newest] }) => newest?.setBy ?? '–'),
  ];
}
