import type { CollectionReceipt } from '../../../contract/receipt.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText, Money } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { formatDay } from '../../lib/dates.ts';
import { shownReceiptNumber } from '../../lib/receipt-number.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './receipts.module.css';

const TONES: Readonly<Record<CollectionReceipt['state'], Tone>> = {
  IN_HAND: 'warn',
  DIRECT: 'info',
  DEPOSITED: 'good',
  CANCELLED: 'quiet',
};

/** A receipt's number, or why it has none. */
function ReceiptNumber({ receipt }: { receipt: CollectionReceipt }) {
  const t = useText();
  const { number, claimedNumber, numberProblem } = receipt;
  if (number !== null) return <strong>{shownReceiptNumber(number)}</strong>;
  if (numberProblem === null) return t('receipts.noNumber');
  const words = { number: shownReceiptNumber(claimedNumber ?? 0) };
  return <StatusChip tone="danger" label={t(`receipts.problem.${numberProblem}`, words)} />;
}

/** Where a receipt's money is, and why it was cancelled. */
function ReceiptState({ receipt }: { receipt: CollectionReceipt }) {
  const t = useText();
  const { state, cancelReason, Cancelled_By: by } = receipt;
  return (
    <span className={classes.state}>
      <StatusChip tone={TONES[state]} label={t(`receipts.state.${state}`)} />
      {cancelReason !== null && (
        <span className={classes.small}>
          {[cancelReason, by ?? ''].filter(Boolean).join(' · ')}
        </span>
      )}
    </span>
  );
}

/** The columns of a list of receipts; the agent's for those who see several. */
export function useReceiptColumns(isManager: boolean): DataColumn<CollectionReceipt>[] {
  const t = useText();
  const columns: (DataColumn<CollectionReceipt> | null)[] = [
    {
      key: 'number',
      title: t('receipts.number'),
      isFixed: true,
      render: (receipt) => <ReceiptNumber receipt={receipt} />,
    },
    {
      key: 'borrower',
      title: t('receipts.borrower'),
      render: (receipt) => (
        <span className={classes.name}>
          {receipt.Customer_Name}
          <span className={classes.small}>{receipt.Loan_ID}</span>
        </span>
      ),
    },
    { key: 'client', title: t('receipts.client'), render: (receipt) => receipt.Client_Name },
    isManager
      ? { key: 'agent', title: t('receipts.agent'), render: (receipt) => receipt.Agent_Name }
      : null,
    {
      key: 'day',
      title: t('receipts.collectedOn'),
      render: (receipt) => <DayText value={receipt.collectedOn} />,
    },
    {
      key: 'mode',
      title: t('receipts.mode'),
      render: (receipt) => t(`receipts.paid.${receipt.mode ?? 'UNKNOWN'}`),
    },
    {
      key: 'state',
      title: t('receipts.stateTitle'),
      render: (receipt) => <ReceiptState receipt={receipt} />,
    },
    {
      key: 'amount',
      title: t('receipts.amount'),
      align: 'right',
      render: (receipt) => <Money amount={receipt.amount} />,
    },
  ];
  return columns.filter((column) => column !== null);
}

/** A receipt as a card, on a phone. */
export function ReceiptCard({
  receipt,
  isManager,
}: {
  receipt: CollectionReceipt;
  isManager: boolean;
}) {
  const t = useText();
  const facts = [
    isManager ? receipt.Agent_Name : receipt.Client_Name,
    formatDay(receipt.collectedOn),
    t(`receipts.paid.${receipt.mode ?? 'UNKNOWN'}`),
  ];
  return (
    <div className={classes.card}>
      <div className={classes.between}>
        <span className={classes.name}>
          <strong>{receipt.Customer_Name}</strong>
          <span className={classes.small}>{receipt.Loan_ID}</span>
        </span>
        <strong>
          <Money amount={receipt.amount} />
        </strong>
      </div>
      <div className={classes.quiet}>{facts.join(' · ')}</div>
      <div className={classes.between}>
        <span>
          <ReceiptNumber receipt={receipt} />
        </span>
        <ReceiptState receipt={receipt} />
      </div>
    </div>
  );
}
