import type { CallAnswer } from '../../../contract/call.ts';
import { invoiceCalls } from '../../../contract/invoice.ts';
import { TextAreaField, TextField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';

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
export function DetailsDialog({ onClose }: { onClose: () => void }) {
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
      <TextField name="name" label={t('revenue.detailsName')} />
      <TextAreaField name="address" label={t('revenue.address')} />
      <FieldRow>
        <TextField name="gst" label={t('revenue.gstNumber')} isRequired={false} />
        <TextField name="pan" label={t('revenue.pan')} isRequired={false} />
      </FieldRow>
      <TextAreaField name="bank" label={t('revenue.bank')} />
      <TextField name="prefix" label={t('revenue.prefix')} help={t('revenue.prefixHelp')} />
    </DialogForm>
  );
}
