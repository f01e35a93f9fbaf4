import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Payment } from '../../../contract/payment.ts';
import { paymentCalls } from '../../../contract/payment.ts';
import { DataTable } from '../../components/data-table.tsx';
import { DayText, Money } from '../../components/figure.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { paymentColumns, Standing } from './payment-columns.tsx';
import classes from '../../components/sheet-work.module.css';
import type { FilterValues } from '../../components/use-url-filters.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useClientNames } from '../../data/choices.ts';
import { MONEY } from './sheet-queries.ts';

const FILTERS = { clientName: 'text', from: 'day', to: 'day', search: 'text' } as const;

const queryOf = ({ clientName, from, to, search }: FilterValues<typeof FILTERS>, page: number) => ({
  page,
  ...(clientName !== '' && { clientName }),
  ...(from !== null && { from }),
  ...(to !== null && { to }),
  ...(search !== '' && { search: search.slice(0, 60) }),
});

/** All payments that were posted, with the row of the sheet that each comes from; one can be reversed with a reason. */
export function PaymentList() {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const payments = useCallQuery(
    paymentCalls.listPayments,
    { query: queryOf(url.values, url.page) },
    { keepsPrevious: true },
  );
  const clients = useClientNames();
  const [reversing, setReversing] = useState<Payment | null>(null);
  const columns = useMemo(() => paymentColumns(t), [t]);
  if (payments.isError && payments.data === undefined)
    return <LoadProblem error={payments.error} onRetry={() => void payments.refetch()} />;
  const options = clients.map((name) => ({ value: name, label: name }));
  return (
    <div className={classes.section}>
      <FilterBar
        filters={url}
        searchKey="search"
        searchLabel={t('activitySheets.searchPayments')}
        fields={[
          { kind: 'choice', key: 'clientName', label: t('activitySheets.client'), options },
          { kind: 'dayRange', fromKey: 'from', toKey: 'to', label: t('activitySheets.paidOn') },
        ]}
      />
      <output className={classes.quiet}>
        {payments.data !== undefined &&
          t('activitySheets.sumStanding', { amount: formatRupees(payments.data.amount) })}
      </output>
      <DataTable<Payment>
        name="payments"
        label={t('activitySheets.payments')}
        columns={columns}
        rows={payments.data?.data}
        rowId={(payment) => payment._id}
        rowLabel={(payment) => `${payment.Loan_ID} ${formatRupees(payment.amount)}`}
        totalCount={payments.data?.totalCount ?? 0}
        page={url.page}
        onPage={url.setPage}
        isFetching={payments.isPlaceholderData}
        rowActions={(payment) => reverseButton(payment, () => setReversing(payment))}
        renderCard={(payment) => <PaymentCard payment={payment} />}
        empty={t('activitySheets.noPayments')}
      />
      {reversing !== null && <Reversal payment={reversing} onClose={() => setReversing(null)} />}
    </div>
  );
}

function Reversal({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useText();
  const reverse = useCallCommand(paymentCalls.reversePayment, { changes: MONEY });
  return (
    <ReasonDialog
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

function PaymentCard({ payment }: { payment: Payment }) {
  const t = useText();
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <strong className={classes.wrap}>{payment.Loan_ID}</strong>
        <Money amount={payment.amount} />
      </div>
      <div className={classes.quiet}>
        {payment.Customer_Name} · <DayText value={payment.paidOn} />
      </div>
      <div className={classes.quiet}>
        {payment.fileName} · {t('activitySheets.row')} {payment.row}
      </div>
      <div>
        <Standing payment={payment} />
      </div>
    </div>
  );
}
