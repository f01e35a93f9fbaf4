import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { invoiceCalls } from '../../../contract/invoice.ts';
import type { InvoiceDetail } from '../../../contract/invoice.ts';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { DayField, TextField } from '../../components/form-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand, useCallDownload } from '../../data/call-command.ts';
import { today } from '../../lib/dates.ts';
import { formatPaise } from '../../lib/money.ts';
import { currentLanguage, useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';

interface Props {
  invoice: InvoiceDetail;
  isOwn: boolean;
  backTo: string;
}

/** What the reader may do with an invoice as it stands. */
export function InvoiceActions(props: Props) {
  const { invoice, isOwn } = props;
  const t = useText();
  const [isPaying, setPaying] = useState(false);
  const { state } = invoice;
  return (
    <>
      <Files invoice={invoice} />
      {state === 'DRAFT' && <DraftActions {...props} />}
      {state === 'SENT' && <AgreeButton invoice={invoice} />}
      {!isOwn && (state === 'SENT' || state === 'AGREED') && (
        <Button onClick={() => setPaying(true)}>{t('revenue.pay')}</Button>
      )}
      {isPaying && <PaidDialog invoice={invoice} onClose={() => setPaying(false)} />}
    </>
  );
}

function Files({ invoice }: { invoice: InvoiceDetail }) {
  const t = useText();
  const download = useCallDownload(invoiceCalls.downloadInvoice);
  return (['pdf', 'xlsx'] as const).map((format) => (
    <Button
      key={format}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() =>
        download.mutate({
          params: { id: invoice._id },
          query: { format, language: currentLanguage() },
        })
      }
    >
      {t(`revenue.${format}`)}
    </Button>
  ));
}

function DraftActions({ invoice, backTo }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const send = useCallCommand(invoiceCalls.sendInvoice, {
    changes: ['fee-agreements', 'employee-revenue'],
  });
  const remove = useCallCommand(invoiceCalls.removeDraft, { gone: () => [invoice._id] });
  const params = { id: invoice._id };
  const askToSend = async () => {
    const isSure = await confirmAction({
      title: t('revenue.sendTitle'),
      body: t('revenue.sendBody', { amount: formatPaise(invoice.total) }),
      confirmLabel: t('words.send'),
    });
    if (isSure)
      whenDone(
        send.mutateAsync({ params, body: { total: invoice.total, taxes: invoice.taxes } }),
        () => showSuccess(t('revenue.sent')),
      );
  };
  const askToRemove = async () => {
    const isSure = await confirmAction({
      title: t('revenue.removeTitle'),
      body: t('revenue.removeBody'),
      confirmLabel: t('revenue.removeDraft'),
      isDangerous: true,
    });
    if (isSure)
      whenDone(remove.mutateAsync({ params }), () => {
        showSuccess(t('revenue.removed'));
        void navigate(backTo);
      });
  };
  return (
    <>
      <Button variant="default" color="red" onClick={() => void askToRemove()}>
        {t('revenue.removeDraft')}
      </Button>
      <Button
        disabled={!invoice.isOver || invoice.lineCount === 0}
        loading={send.isPending}
        onClick={() => void askToSend()}
      >
        {t('words.send')}
      </Button>
    </>
  );
}

function AgreeButton({ invoice }: { invoice: InvoiceDetail }) {
  const t = useText();
  const agree = useCallCommand(invoiceCalls.agreeInvoice);
  const ask = async () => {
    const isSure = await confirmAction({
      title: t('revenue.agreeTitle'),
      body: t('revenue.agreeBody'),
      confirmLabel: t('revenue.agree'),
    });
    if (isSure)
      whenDone(agree.mutateAsync({ params: { id: invoice._id } }), () =>
        showSuccess(t('revenue.agreed')),
      );
  };
  return (
    <Button variant="default" loading={agree.isPending} onClick={() => void ask()}>
      {t('revenue.agree')}
    </Button>
  );
}

function PaidDialog({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const t = useText();
  const pay = useCallCommand(invoiceCalls.payInvoice);
  return (
    <DialogForm
      name="revenue.pay"
      about={invoice._id}
      title={t('revenue.pay')}
      rules={invoiceCalls.payInvoice.body}
      defaults={{ paidOn: today(), reference: '' }}
      save={(body) => pay.mutateAsync({ params: { id: invoice._id }, body })}
      done={t('revenue.paidDone')}
      onClose={onClose}
    >
      <DayField
        name="paidOn"
        text="words.paidOn"
        max={today()}
        {...(invoice.sentOn !== null && { min: invoice.sentOn })}
      />
      <TextField name="reference" text="revenue.reference" isRequired={false} />
    </DialogForm>
  );
}
