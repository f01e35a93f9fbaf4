import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Payment } from '../../../contract/payment.ts';
import { paymentCalls } from '../../../contract/payment.ts';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { paymentColumns } from './payment-columns.tsx';
import classes from '../../components/sheet-work.module.css';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useClientNames } from '../../data/choices.ts';
import { MONEY } from './sheet-queries.ts';

const FILTERS = { clientName: 'text', from: 'day', to: 'day', search: 'text' } as const;

/** All payments that were posted, with the row of the sheet that each comes from; one can be reversed with a reason. */
export function PaymentList() {
  const t = useText();
  const url = useListState(paymentCalls.listPayments.query, FILTERS);
  const payments = useCallQuery(
    paymentCalls.listPayments,
    { query: url.asked },
    { keepsPrevious: true },
  );
  const clients = useClientNames().data ?? [];
  const [reversing, setReversing] = useState<Payment | null>(null);
  const columns = useMemo(() => paymentColumns(t), [t]);
  const options = choices(clients);
  return (
    <div className={classes.section}>
      <List<Payment>
        name="payments"
        label={t('words.payments')}
        columns={columns}
        list={payments}
        state={url}
        search={t('activitySheets.searchPayments')}
        fields={[
          choiceField('clientName', t('words.client'), options),
          { kind: 'dayRange', fromKey: 'from', toKey: 'to', label: t('words.paidOn') },
        ]}
        rowLabel={(payment) => `${payment.Loan_ID} ${formatRupees(payment.amount)}`}
        rowActions={(payment) => reverseButton(payment, () => setReversing(payment))}
        empty={t('activitySheets.noPayments')}
        emptyFiltered={t('activitySheets.noPayments')}
      >
        <output className={classes.quiet}>
          {payments.data !== undefined &&
            t('activitySheets.sumStanding', { amount: formatRupees(payments.data.amount) })}
        </output>
      </List>
      {reversing !== null && <Reversal payment={reversing} onClose={() => setReversing(null)} />}
    </div>
  );
}

function Reversal({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useText();
  const reverse = useCallCommand(paymentCalls.reversePayment, { changes: MONEY });
  return (
    <ReasonDialog
      name="activitySheets.reversePayment"
      about={payment._id}
      title={t('activitySheets.reversePayment')}
      body={t('activitySheets.reversePaymentBody', {
        amount: formatRupees(payment.amount),
        loan: payment.Loan_ID,
      })}
      label={t('activitySheets.reason')}
      action={t('activitySheets.reverse')}
      most={500}
      save={(reason) => reverse.mutateAsync({ params: { id: payment._id }, body: { reason } })}
      done={t('activitySheets.reversed')}
      onClose={onClose}
    />
  );
}

/** The button of a row. */
const reverseButton = (payment: Payment, onReverse: () => void) => (
  <ReverseButton payment={payment} onReverse={onReverse} />
);

function ReverseButton({ payment, onReverse }: { payment: Payment; onReverse: () => void }) {
  const t = useText();
  if (payment.reversedAt !== null) return null;
  return (
    <Button size="compact-sm" variant="subtle" color="red" onClick={onReverse}>
      {t('activitySheets.reverse')}
    </Button>
  );
}
