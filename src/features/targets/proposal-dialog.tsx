import { Button, Modal, Select, Table } from '@mantine/core';
import { useState } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { targetCalls } from '../../../contract/target.ts';
import type { ProposalLine } from '../../../contract/target.ts';
import { AmountInput } from '../../components/amount-input.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { readWhenOpened, useCallQuery } from '../../data/call-query.ts';
import { useManagerOptions } from '../../data/choices.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { partOf } from './target-columns.tsx';
import classes from './targets.module.css';

/** Splits a total among the team by past months and stock; each share can be changed before it is set. */
export function ProposalDialog(props: { month: string; user: LoggedInUser; onClose: () => void }) {
  const { month, user, onClose } = props;
  const t = useText();
  const [managerId, setManagerId] = useState(user.role === 'MANAGER' ? user._id : null);
  const [typed, setTyped] = useState<number | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const ofManager = useManagersTarget(managerId, month);
  const total = typed ?? ofManager;
  const proposal = useCallQuery(
    targetCalls.proposeTargets,
    asked === null
      ? null
      : { query: { month, total: asked, ...(managerId !== null && { managerId }) } },
    readWhenOpened,
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('targets.propose')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <p>{t('targets.proposeHelp')}</p>
      <Ask
        user={user}
        managerId={managerId}
        total={total}
        onManager={(next) => {
          setManagerId(next);
          setTyped(null);
          setAsked(null);
        }}
        onTotal={setTyped}
        onSplit={() => setAsked(total)}
      />
      {proposal.isError && (
        <LoadProblem error={proposal.error} onRetry={() => void proposal.refetch()} />
      )}
      {proposal.data !== undefined && (
        <Shares
          key={`${asked} ${managerId}`}
          month={month}
          total={proposal.data.total}
          lines={proposal.data.lines}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

/** Whose team, and how much for it. A manager splits among its own. */
function Ask(props: {
  user: LoggedInUser;
  managerId: string | null;
  total: number | null;
  onManager: (managerId: string | null) => void;
  onTotal: (total: number | null) => void;
  onSplit: () => void;
}) {
  const { user, managerId, total, onManager, onTotal, onSplit } = props;
  const t = useText();
  const isManager = user.role === 'MANAGER';
  const managers = useManagerOptions('active', !isManager).data ?? [];
  return (
    <div className={classes.ask}>
      {!isManager && (
        <Select
          label={t('targets.teamOf')}
          placeholder={t('targets.everybody')}
          data={managers}
          value={managerId}
          searchable
          clearable
          onChange={onManager}
        />
      )}
      <AmountInput label={t('targets.total')} value={total} onChange={onTotal} />
      <Button variant="default" disabled={total === null || Number.isNaN(total)} onClick={onSplit}>
        {t('targets.split')}
      </Button>
    </div>
  );
}

/** A manager's own target of the month over all clients: what its team's are to come to. Null: none is set. */
function useManagersTarget(managerId: string | null, month: string): number | null {
  const { data } = useCallQuery(
    targetCalls.readTargetsOf,
    managerId === null ? null : { params: { id: managerId }, query: { month } },
  );
  return data?.targets.find((target) => partOf(target) === '')?.amount ?? null;
}

interface SharesProps {
  month: string;
  total: number;
  lines: readonly ProposalLine[];
  onClose: () => void;
}

function Shares({ month, total, lines, onClose }: SharesProps) {
  const t = useText();
  const [amounts, setAmounts] = useState(lines.map(({ amount }) => amount));
  const set = useCallCommand(targetCalls.setTargets, { changes: ['staff-dashboards'] });
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  const save = () => {
    const targets = lines.map(({ ownerId }, place) => ({
      ownerId,
      month,
      amount: amounts[place] ?? 0,
    }));
    set.mutate(
      { body: { targets } },
      {
        onSuccess: () => {
          showSuccess(t('toasts.updated'));
          onClose();
        },
      },
    );
  };
  if (lines.length === 0) return <p>{t('targets.noTeam')}</p>;
  return (
    <>
      <ShareTable lines={lines} amounts={amounts} onAmounts={setAmounts} />
      <output className={classes.sum}>
        {sum === total
          ? t('targets.addsUp', { amount: formatRupees(total) })
          : t('targets.addsUpTo', { sum: formatRupees(sum), amount: formatRupees(total) })}
      </output>
      <Button loading={set.isPending} disabled={Number.isNaN(sum)} onClick={save}>
        {t('targets.setAll')}
      </Button>
    </>
  );
}

function ShareTable(props: {
  lines: readonly ProposalLine[];
  amounts: readonly number[];
  onAmounts: (amounts: number[]) => void;
}) {
  const { lines, amounts, onAmounts } = props;
  const t = useText();
  return (
    <Table className={classes.shares}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('targets.person')}</Table.Th>
          <Table.Th>{t('targets.average')}</Table.Th>
          <Table.Th>{t('targets.stock')}</Table.Th>
          <Table.Th>{t('targets.amount')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line, place) => (
          <Table.Tr key={line.ownerId}>
            <Table.Td>{line.name}</Table.Td>
            <Table.Td>{formatRupees(line.average)}</Table.Td>
            <Table.Td>{formatRupees(line.stock)}</Table.Td>
            <Table.Td>
              <AmountInput
                aria-label={`${t('targets.amount')}: ${line.name}`}
                value={amounts[place] ?? 0}
                onChange={(next) => onAmounts(amounts.with(place, next ?? 0))}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
