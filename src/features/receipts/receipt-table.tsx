import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { CollectionReceipt } from '../../../contract/receipt.ts';
import { receiptCalls } from '../../../contract/receipt.ts';
import type { TableSelection } from '../../components/data-table-column.ts';
import type { FilterField } from '../../components/filter-control.tsx';
import type { ListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useReceiptColumns } from './receipt-columns.tsx';
import type { useReceipts } from './receipt-queries.ts';
import { changes } from './receipt-queries.ts';

/** A page of receipts, each to be cancelled where that is allowed. */
export function ReceiptTable(props: {
  name: string;
  receipts: ReturnType<typeof useReceipts>;
  isManager: boolean;
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
  const { receipts, isManager, empty, ...table } = props;
  const t = useText();
  const columns = useReceiptColumns(isManager);
  const [cancelling, setCancelling] = useState<CollectionReceipt | null>(null);
  return (
    <>
      <List<CollectionReceipt>
        {...table}
        label={t('receipts.list')}
        columns={columns}
        list={receipts}
        rowLabel={(receipt) => `${receipt.Customer_Name}, ${receipt.Loan_ID}`}
        rowActions={cancelButton(setCancelling, t('receipts.cancel'))}
        empty={empty}
        emptyFiltered={empty}
      />
      {cancelling !== null && (
        <CancelDialog receipt={cancelling} onClose={() => setCancelling(null)} />
      )}
    </>
  );
}

function cancelButton(onCancel: (receipt: CollectionReceipt) => void, label: string) {
  return (receipt: CollectionReceipt) =>
    receipt.mayCancel && (
      <Button variant="subtle" color="red" onClick={() => onCancel(receipt)}>
        {label}
      </Button>
    );
}

function CancelDialog({ receipt, onClose }: { receipt: CollectionReceipt; onClose: () => void }) {
  const t = useText();
  const cancel = useBodyCommand(receiptCalls.cancelReceipt, { changes });
  return (
    <ReasonDialog
      title={t('receipts.cancelTitle')}
      body={t('receipts.cancelBody', {
        amount: formatRupees(receipt.amount),
        name: receipt.Customer_Name,
      })}
      label={t('receipts.reason')}
      action={t('receipts.cancelAction')}
      cancelLabel={t('receipts.keep')}
      most={300}
      save={(reason) => cancel.mutateAsync({ receiptId: receipt._id, reason })}
      done={t('receipts.cancelled')}
      onClose={onClose}
    />
  );
}
