import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { allocationRunCalls } from '../../../contract/allocation-run.ts';
import { textColumn } from '../../components/columns.tsx';
import { Money } from '../../components/figure.tsx';
import { pageOfAll, useOwnPage } from '../../components/list-state.ts';
import type { ListAnswer, ListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import type { CallResult } from '../../data/call-query.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { RunKind } from './allocation-queries.ts';
import { KindChoice } from './kind-choice.tsx';
import classes from './auto-allocation.module.css';

interface UnallocatedProps {
  kinds: readonly RunKind[];
  onPlanned: (runId: string) => void;
}

/** What nobody has, by lender and bucket; the rules can be run on it, and a row leads to sharing it out. */
export function UnallocatedPanel({ kinds, onPlanned }: UnallocatedProps) {
  const t = useText();
  const [kind, setKind] = useState<RunKind>('COLLECTOR');
  const state = useOwnPage();
  const stock = useCallQuery(
    allocationRunCalls.listUnallocated,
    { query: { kind } },
    { keepsPrevious: true },
  );
  const rows = stock.data?.data;
  const choose = (next: RunKind) => {
    setKind(next);
    state.setPage(1);
  };
  return (
    <section className={classes.section} aria-label={t('autoAllocation.unallocated')}>
      <div className={classes.actions}>
        <KindChoice kinds={kinds} value={kind} onChange={choose} />
        <RulesButton kind={kind} isEmpty={rows?.length === 0} onPlanned={onPlanned} />
      </div>
      <h2 className="rc-title">{t('autoAllocation.unallocated')}</h2>
      {stock.data !== undefined && stock.data.loans > 0 && (
        <output className={classes.count}>
          <strong>
            {t('autoAllocation.countLoans', {
              count: stock.data.loans,
              loans: formatCount(stock.data.loans),
            })}
          </strong>
          <span className="rc-quiet">
            {t('autoAllocation.due', { amount: formatRupees(stock.data.due) })}
          </span>
        </output>
      )}
      <StockTable kind={kind} list={pageOfAll({ ...stock, data: rows }, state)} state={state} />
    </section>
  );
}

type Stock = NonNullable<
  CallResult<typeof allocationRunCalls.listUnallocated>['data']
>['data'][number];

function StockTable(props: { kind: RunKind; list: ListAnswer<Stock>; state: ListState }) {
  const t = useText();
  const { kind } = props;
  const bucketOf = (row: Stock) => row.Bucket ?? t('common.none');
  return (
    <List<Stock>
      name="unallocated"
      label={t('autoAllocation.unallocated')}
      columns={[
        textColumn('client', t('loanFields.Client_Name'), (row) => row.Client_Name, {
          isFixed: true,
        }),
        { key: 'bucket', title: t('loanFields.Bucket'), render: bucketOf },
        textColumn('loans', t('words.loans'), (row) => formatCount(row.loans), {
          align: 'right',
        }),
        {
          key: 'due',
          title: t('words.due'),
          card: 'aside',
          align: 'right',
          render: (row) => <Money amount={row.due} />,
        },
      ]}
      list={props.list}
      state={props.state}
      rowId={(row) => `${row.Client_Name} ${row.Bucket ?? ''}`}
      rowLabel={(row) => `${row.Client_Name}, ${bucketOf(row)}`}
      rowHref={(row) => shareOutAddress(kind, row)}
      hasColumnChooser={false}
      empty={t('autoAllocation.unallocatedNone')}
    />
  );
}

function shareOutAddress(kind: RunKind, { Client_Name: client, Bucket: bucket }: Stock): string {
  const params = new URLSearchParams({ kind, client, ...(bucket !== null && { bucket }) });
  return `/loans/auto-allocation?${params.toString()}`;
}

function RulesButton(props: {
  kind: RunKind;
  isEmpty: boolean;
  onPlanned: (runId: string) => void;
}) {
  const t = useText();
  const plan = useBodyCommand(allocationRunCalls.createAllocationRun);
  return (
    <Button
      leftSection={<IconListCheck size={16} aria-hidden />}
      title={t('autoAllocation.runRulesHelp')}
      loading={plan.isPending}
      disabled={props.isEmpty}
      onClick={() =>
        plan.mutate(
          { kind: props.kind, usesRules: true, onlyRules: true },
          { onSuccess: (run) => props.onPlanned(run._id) },
        )
      }
    >
      {t('autoAllocation.runRules')}
    </Button>
  );
}
