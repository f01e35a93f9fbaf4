import type { CollectionReceipt } from '../../../contract/receipt.ts';
import { dayColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
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

/** How much more than was owed it took in, who else took money in, and why it stands. */
function Excess({ receipt }: { receipt: CollectionReceipt }) {
  const t = useText();
  const { amount, excessAmount, excessReason, excessKnownAt, state, others } = receipt;
  if (excessAmount === 0 || state === 'CANCELLED') return null;
  const label = t('receipts.excessOf', { amount: formatRupees(excessAmount) });
  const lines = [
    amount > excessAmount
      ? t('receipts.leftThen', { amount: formatRupees(amount - excessAmount) })
      : t('receipts.nothingLeftThen'),
    ...others.map((other) =>
      t('receipts.other', {
        name: other.Agent_Name,
        amount: formatRupees(other.amount),
        day: formatDay(other.collectedOn),
      }),
    ),
    [excessReason ?? '', receipt.Excess_Known_By ?? ''].filter(Boolean).join(' · '),
  ];
  return (
    <>
      <StatusChip tone={excessKnownAt === null ? 'danger' : 'quiet'} label={label} />
      <span className={classes.small}>{lines.filter(Boolean).join(' · ')}</span>
    </>
  );
}

/** Where a receipt's money is, and why it was cancelled. */
function ReceiptState({ receipt }: { receipt: CollectionReceipt }) {
  const t = useText();
  const { state, cancelReason, Cancelled_By: by, cancelAskedReason, takenOutReason } = receipt;
  const isAsked = state !== 'CANCELLED' && cancelAskedReason !== null;
  return (
    <span className={classes.state}>
      <StatusChip tone={TONES[state]} label={t(`receipts.state.${state}`)} />
      <Excess receipt={receipt} />
      {isAsked && (
        <span className={classes.small}>
          {t('receipts.cancelAsked', { reason: cancelAskedReason })}
        </span>
      )}
      {takenOutReason !== null && (
        <span className={classes.small}>
          {t('receipts.takenOutFor', { reason: takenOutReason })}
        </span>
      )}
      {cancelReason !== null && (
        <span className={classes.small}>
          {[cancelReason, by ?? ''].filter(Boolean).join(' · ')}
        </span>
      )}
    </span>
  );
}

/** The columns of a list of receipts; the agent's for those who see several. */
export function useReceiptColumns(seesMany: boolean): DataColumn<CollectionReceipt>[] {
  const t = useText();
  const columns: (DataColumn<CollectionReceipt> | null)[] = [
    {
      key: 'number',
      card: 'line',
      title: t('receipts.number'),
      isFixed: true,
      render: (receipt) => <ReceiptNumber receipt={receipt} />,
      file: [{ of: ({ number }) => number }],
    },
    {
      key: 'borrower',
      card: 'title',
      title: t('words.borrower'),
      render: (receipt) => <TwoLines first={receipt.Customer_Name} second={receipt.Loan_ID} />,
    },
    textColumn('client', t('words.client'), (receipt) => receipt.Client_Name, { card: 'line' }),
    seesMany
      ? { key: 'agent', title: t('words.agent'), render: (receipt) => receipt.Agent_Name }
      : null,
    dayColumn('day', t('receipts.collectedOn'), (receipt) => receipt.collectedOn),
    textColumn('mode', t('receipts.mode'), (receipt) =>
      t(`receipts.paid.${receipt.mode ?? 'UNKNOWN'}`),
    ),
    moneyColumn('amount', t('words.amount'), (receipt) => receipt.amount, { card: 'aside' }),
    {
      key: 'state',
      card: 'line',
      title: t('words.status'),
      render: (receipt) => <ReceiptState receipt={receipt} />,
      file: [
        {
          of: ({ state }) => state,
          words: (state) => t(`receipts.state.${state as CollectionReceipt['state']}`),
        },
        { of: ({ cancelReason }) => cancelReason, title: t('words.reason') },
      ],
    },
  ];
  return columns.filter((column) => column !== null);
}
