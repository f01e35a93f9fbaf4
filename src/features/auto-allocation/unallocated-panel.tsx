import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { allocationRunCalls } from '../../../contract/allocation-run.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Money } from '../../components/figure.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import type { CallResult } from '../../data/call-query.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { RunKind } from './allocation-queries.ts';
import { KindChoice } from './kind-choice.tsx';
import classes from './auto-allocation.module.css';

const PAGE_SIZE = 10;

interface UnallocatedProps {
  kinds: readonly RunKind[];
  onPlanned: (runId: string) => void;
}

/** What nobody has, by lender and bucket; the rules can be run on it, and a row leads to sharing it out. */
export function UnallocatedPanel({ kinds, onPlanned }: UnallocatedProps) {
  const t = useText();
  const [kind, setKind] = useState<RunKind>('COLLECTOR');
  const [page, setPage] = useState(1);
  const stock = useCallQuery(
    allocationRunCalls.listUnallocated,
    { query: { kind } },
    { keepsPrevious: true },
  );
  const rows = stock.data?.data;
  const choose = (next: RunKind) => {
    setKind(next);
    setPage(1);
  };
  if (stock.isError && rows === undefined)
    return <LoadProblem error={stock.error} onRetry={() => void stock.refetch()} />;
  return (
    <section className={classes.section} aria-label={t('autoAllocation.unallocated')}>
      <div className={classes.actions}>
        <KindChoice kinds={kinds} value={kind} onChange={choose} />
        <RulesButton kind={kind} isEmpty={rows?.length === 0} onPlanned={onPlanned} />
      </div>
      <h2 className={classes.title}>{t('autoAllocation.unallocated')}</h2>
      {stock.data !== undefined && stock.data.loans > 0 && (
        <output className={classes.count}>
          <strong>
            {t('autoAllocation.countLoans', {
              count: stock.data.loans,
              loans: formatCount(stock.data.loans),
            })}
          </strong>
          <span className={classes.quiet}>
            {t('autoAllocation.due', { amount: formatRupees(stock.data.due) })}
          </span>
        </output>
      )}
      <StockTable
        kind={kind}
        rows={rows}
        page={page}
        onPage={setPage}
        isFetching={stock.isPlaceholderData}
      />
    </section>
  );
}

type Stock = NonNullable<
  CallResult<typeof allocationRunCalls.listUnallocated>['data']
>['data'][number];

function StockTable(props: {
  kind: RunKind;
  rows: readonly Stock[] | undefined;
  page: number;
  onPage: (page: number) => void;
  isFetching: boolean;
}) {
  const t = useText();
  const { kind, rows, page } = props;
  const bucketOf = (row: Stock) => row.Bucket ?? t('common.none');
  return (
    <DataTable<Stock>
      name="unallocated"
      label={t('autoAllocation.unallocated')}
      columns={[
        {
          key: 'client',
          title: t('loanFields.Client_Name'),
          isFixed: true,
          render: (row) => row.Client_Name,
        },
        { key: 'bucket', title: t('loanFields.Bucket'), render: bucketOf },
        {
          key: 'loans',
          title: t('autoAllocation.loansHead'),
          align: 'right',
          render: (row) => formatCount(row.loans),
        },
        {
          key: 'due',
          title: t('autoAllocation.dueHead'),
          align: 'right',
          render: (row) => <Money amount={row.due} />,
        },
      ]}
      rows={rows?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
      rowId={(row) => `${row.Client_Name} ${row.Bucket ?? ''}`}
      rowLabel={(row) => `${row.Client_Name}, ${bucketOf(row)}`}
      rowHref={(row) => shareOutAddress(kind, row)}
      totalCount={rows?.length ?? 0}
      page={page}
      onPage={props.onPage}
      isFetching={props.isFetching}
      hasColumnChooser={false}
      renderCard={(row) => (
        <div className={classes.card}>
          <div className={classes.head}>
            <strong className={classes.wrap}>{row.Client_Name}</strong>
            <Money amount={row.due} />
          </div>
          <div className={classes.quiet}>
            {`${t('loanFields.Bucket')} ${bucketOf(row)} · ${t('autoAllocation.countLoans', { count: row.loans, loans: formatCount(row.loans) })}`}
          </div>
        </div>
      )}
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
