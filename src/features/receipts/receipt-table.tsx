import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { CollectionReceipt } from '../../../contract/receipt.ts';
import { depositCalls } from '../../../contract/deposit.ts';
import { receiptCalls } from '../../../contract/receipt.ts';
import type { TableSelection } from '../../components/data-table-column.ts';
import type { FilterField } from '../../components/filter-control.tsx';
import type { ListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { useReceiptColumns } from './receipt-columns.tsx';
import type { useReceipts } from './receipt-queries.ts';
import { changes, sentOrQueued } from './receipt-queries.ts';

/** A page of receipts, each to be cancelled where that is allowed. */
export function ReceiptTable(props: {
  name: string;
  receipts: ReturnType<typeof useReceipts>;
  seesMany: boolean;
  state: ListState;
  /** The label of the search box. */
  search: string;
  fields: readonly FilterField[];
  extra?: ReactNode;
  empty: string;
  selection?: TableSelection;
  onSelection?: (selection: TableSelection) => void;
  bulkActions?: ReactNode;
}) {
  const { receipts, seesMany, empty, ...table } = props;
  const t = useText();
  const columns = useReceiptColumns(seesMany);
  const [cancelling, setCancelling] = useState<CollectionReceipt | null>(null);
  const [takingOut, setTakingOut] = useState<CollectionReceipt | null>(null);
  const [explaining, setExplaining] = useState<CollectionReceipt | null>(null);
  return (
    <>
      <List<CollectionReceipt>
        {...table}
        label={t('receipts.all')}
        columns={columns}
        list={receipts}
        rowLabel={(receipt) => `${receipt.Customer_Name}, ${receipt.Loan_ID}`}
        rowActions={actionsWith({
          onCancel: setCancelling,
          onExplain: setExplaining,
          onTakeOut: setTakingOut,
        })}
        empty={empty}
      />
      {cancelling !== null && (
        <CancelDialog receipt={cancelling} onClose={() => setCancelling(null)} />
      )}
      {takingOut !== null && (
        <TakeOutDialog receipt={takingOut} onClose={() => setTakingOut(null)} />
      )}
      {explaining !== null && (
        <ExplainDialog receipt={explaining} onClose={() => setExplaining(null)} />
      )}
    </>
  );
}

type Chosen = (receipt: CollectionReceipt) => void;

interface Actions {
  onCancel: Chosen;
  onExplain: Chosen;
  onTakeOut: Chosen;
}

const actionsWith = (actions: Actions) => (receipt: CollectionReceipt) => (
  <ReceiptActions receipt={receipt} {...actions} />
);

/** Cancelling takes two: who took the money in asks, whoever is over them cancels or keeps the receipt. */
function ReceiptActions(props: Actions & { receipt: CollectionReceipt }) {
  const { receipt, onCancel, onExplain, onTakeOut } = props;
  const t = useText();
  const keep = useBodyCommand(receiptCalls.keepReceipt, { changes });
  const mayCancel = receipt.mayCancel || receipt.mayAskToCancel;
  if (!mayCancel && !receipt.mayExplain && !receipt.mayTakeOut) return null;
  return (
    <>
      {receipt.mayExplain && (
        <Button variant="subtle" onClick={() => onExplain(receipt)}>
          {t('receipts.explain')}
        </Button>
      )}
      {receipt.mayCancel && receipt.cancelAskedAt !== null && (
        <Button
          variant="subtle"
          loading={keep.isPending}
          onClick={() =>
            whenDone(keep.mutateAsync({ receiptId: receipt._id }), () =>
              showSuccess(t('receipts.kept')),
            )
          }
        >
          {t('receipts.keepReceipt')}
        </Button>
      )}
      {receipt.mayTakeOut && (
        <Button variant="subtle" onClick={() => onTakeOut(receipt)}>
          {t('receipts.takeOut')}
        </Button>
      )}
      {mayCancel && (
        <Button variant="subtle" color="red" onClick={() => onCancel(receipt)}>
          {t(receipt.mayCancel ? 'common.cancel' : 'receipts.askToCancel')}
        </Button>
      )}
    </>
  );
}

/** More than was owed was taken in and stays: whoever is over the agent says why. */
function ExplainDialog({ receipt, onClose }: { receipt: CollectionReceipt; onClose: () => void }) {
  const t = useText();
  const explain = useBodyCommand(receiptCalls.explainExcess, { changes });
  return (
    <ReasonDialog
      name="receipts.explainTitle"
      about={receipt._id}
      title={t('receipts.explainTitle')}
      body={t('receipts.explainBody', {
        amount: formatRupees(receipt.excessAmount),
        name: receipt.Customer_Name,
      })}
      label={t('words.reason')}
      action={t('receipts.explainAction')}
      most={300}
      isDangerous={false}
      save={async (reason) => explain.mutateAsync({ receiptId: receipt._id, reason })}
      done={t('receipts.explained')}
      onClose={onClose}
    />
  );
}

/** One cheque of a deposit came back: its receipt is in hand again, the others stay deposited. */
function TakeOutDialog({ receipt, onClose }: { receipt: CollectionReceipt; onClose: () => void }) {
  const t = useText();
  const takeOut = useBodyCommand(depositCalls.takeOutOfDeposit, { changes });
  return (
    <ReasonDialog
      name="receipts.takeOutTitle"
      about={receipt._id}
      title={t('receipts.takeOutTitle')}
      body={t('receipts.takeOutBody', {
        amount: formatRupees(receipt.amount),
        name: receipt.Customer_Name,
      })}
      label={t('words.reason')}
      action={t('receipts.takeOut')}
      cancelLabel={t('words.keepIt')}
      most={300}
      save={async (reason) => takeOut.mutateAsync({ receiptId: receipt._id, reason })}
      done={t('receipts.takenOutDone')}
      onClose={onClose}
    />
  );
}

function CancelDialog({ receipt, onClose }: { receipt: CollectionReceipt; onClose: () => void }) {
  const t = useText();
  const cancel = useBodyCommand(receiptCalls.cancelReceipt, { changes });
  const isAsked = !receipt.mayCancel;
  return (
    <ReasonDialog
      name={isAsked ? 'receipts.askTitle' : 'receipts.cancelTitle'}
      about={receipt._id}
      title={t(isAsked ? 'receipts.askTitle' : 'receipts.cancelTitle')}
      body={t(isAsked ? 'receipts.askBody' : 'receipts.cancelBody', {
        amount: formatRupees(receipt.amount),
        name: receipt.Customer_Name,
      })}
      label={t('words.reason')}
      action={t(isAsked ? 'receipts.askToCancel' : 'receipts.cancelAction')}
      cancelLabel={t('words.keepIt')}
      most={300}
      save={async (reason) => {
        const body = { receiptId: receipt._id, reason };
        const send = async () => cancel.mutateAsync(body);
        return isAsked
          ? sentOrQueued(send, receipt.loanId, body)
          : send().then(() => 'cancelled' as const);
      }}
      done={(outcome) => t(`receipts.${outcome}`)}
      onClose={onClose}
    />
  );
}
