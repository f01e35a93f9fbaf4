import { Button, Modal, NumberInput, Table } from '@mantine/core';
import { useState } from 'react';
import { targetCalls } from '../../../contract/target.ts';
import type { ProposalLine } from '../../../contract/target.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { readWhenOpened, useCallQuery } from '../../data/call-query.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './targets.module.css';

/** Splits a total among the team by past months and stock; each share can be changed before it is set. */
export function ProposalDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const t = useText();
  const [total, setTotal] = useState<number | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const proposal = useCallQuery(
    targetCalls.proposeTargets,
    asked === null ? null : { query: { month, total: asked } },
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
      <div className={classes.ask}>
        <NumberInput
          label={t('targets.total')}
          prefix="₹"
          thousandSeparator=","
          thousandsGroupStyle="lakh"
          hideControls
          allowDecimal={false}
          allowNegative={false}
          value={total ?? ''}
          onChange={(next) => setTotal(next === '' ? null : Number(next))}
        />
        <Button variant="default" disabled={total === null} onClick={() => setAsked(total)}>
          {t('targets.split')}
        </Button>
      </div>
      {proposal.isError && (
        <LoadProblem error={proposal.error} onRetry={() => void proposal.refetch()} />
      )}
      {proposal.data !== undefined && (
        <Shares
          key={asked}
          month={month}
          total={proposal.data.total}
          lines={proposal.data.lines}
          onClose={onClose}
        />
      )}
    </Modal>
  );
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
      <Button loading={set.isPending} onClick={save}>
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
              <NumberInput
                aria-label={`${t('targets.amount')}: ${line.name}`}
                prefix="₹"
                thousandSeparator=","
                thousandsGroupStyle="lakh"
                hideControls
                allowDecimal={false}
                allowNegative={false}
                value={amounts[place] ?? 0}
                onChange={(next) => onAmounts(amounts.with(place, Number(next)))}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
