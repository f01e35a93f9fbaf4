import { Button } from '@mantine/core';
import { useState } from 'react';
import { DEPOSIT_STATES, depositCalls } from '../../../contract/deposit.ts';
import type { Deposit } from '../../../contract/deposit.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { sameSlipText, useDepositColumns } from './deposit-columns.tsx';
import { useAgentField } from './receipt-filters.ts';
import { changes, useDeposits } from './receipt-queries.ts';
import classes from './receipts.module.css';

const FILTERS = { agentId: 'text', state: 'text', gte: 'day', lte: 'day' } as const;

/** Deposits: verified by the manager, undone with a reason. */
export function DepositList({ seesMany }: { seesMany: boolean }) {
  const t = useText();
  const url = useListState(depositCalls.listDeposits.query, FILTERS);
  const deposits = useDeposits(url.asked);
  const columns = useDepositColumns(seesMany);
  const agents = useAgentField(seesMany);
  const [cancelling, setCancelling] = useState<Deposit | null>(null);
  return (
    <div className={classes.part}>
      <DepositTotals totals={deposits.data?.totals} />
      <List<Deposit>
        name="deposits"
        label={t('receipts.deposits')}
        columns={columns}
        list={deposits}
        state={url}
        fields={[
          choiceField(
            'state',
            t('words.status'),
            choices(DEPOSIT_STATES, (state) => t(`receipts.depositState.${state}`)),
          ),
          { kind: 'dayRange', fromKey: 'gte', toKey: 'lte', label: t('receipts.depositedOn') },
          ...agents,
        ]}
        rowLabel={(deposit) => `${deposit.Agent_Name}, ${formatRupees(deposit.amount)}`}
        rowActions={actionsOf(setCancelling)}
        empty={t('receipts.emptyDeposits')}
      />
      {cancelling !== null && (
        <CancelDeposit deposit={cancelling} onClose={() => setCancelling(null)} />
      )}
    </div>
  );
}

function DepositTotals({
  totals,
}: {
  totals: NonNullable<ReturnType<typeof useDeposits>['data']>['totals'] | undefined;
}) {
  const t = useText();
  return (
    <StatTiles>
      <StatTile label={t('receipts.depositedBySlip')} value={formatRupees(totals?.amount)} />
      <StatTile
        label={t('receipts.toVerify')}
        value={totals?.openCount ?? '–'}
        tone={(totals?.openCount ?? 0) > 0 ? 'warn' : 'plain'}
      />
    </StatTiles>
  );
}

function actionsOf(onCancel: (deposit: Deposit) => void) {
  return (deposit: Deposit) => <DepositActions deposit={deposit} onCancel={onCancel} />;
}

function DepositActions({
  deposit,
  onCancel,
}: {
  deposit: Deposit;
  onCancel: (deposit: Deposit) => void;
}) {
  const t = useText();
  const confirm = useConfirm();
  const verify = useBodyCommand(depositCalls.verifyDeposit, { changes });
  const ask = async () => {
    const isSure = await confirm({
      title: t('receipts.verifyTitle'),
      body: [
        t('receipts.verifyBody', {
          amount: formatRupees(deposit.amount),
          name: deposit.Agent_Name,
        }),
        sameSlipText(t, deposit),
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: t('receipts.verify'),
    });
    if (isSure)
      whenDone(verify.mutateAsync({ depositId: deposit._id, amount: deposit.amount }), () =>
        showSuccess(t('receipts.verified')),
      );
  };
  return (
    <span className={classes.actions}>
      {deposit.mayVerify && (
        <Button variant="light" loading={verify.isPending} onClick={() => void ask()}>
          {t('receipts.verify')}
        </Button>
      )}
      {deposit.mayCancel && (
        <Button variant="subtle" color="red" onClick={() => onCancel(deposit)}>
          {t('common.undo')}
        </Button>
      )}
    </span>
  );
}

function CancelDeposit({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const t = useText();
  const cancel = useBodyCommand(depositCalls.cancelDeposit, { changes });
  return (
    <ReasonDialog
      name="receipts.undoTitle"
      about={deposit._id}
      title={t('receipts.undoTitle')}
      body={t('receipts.undoBody', { amount: formatRupees(deposit.amount) })}
      label={t('words.reason')}
      action={t('receipts.undoAction')}
      cancelLabel={t('words.keepIt')}
      most={300}
      save={(reason) => cancel.mutateAsync({ depositId: deposit._id, reason })}
      done={t('receipts.undone')}
      onClose={onClose}
    />
  );
}
