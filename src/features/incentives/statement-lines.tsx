import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { incentiveCalls } from '../../../contract/incentive-calls.ts';
import type { IncentiveLine } from '../../../contract/incentive.ts';
import { dayColumn, moneyColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatPercent } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import { fromText } from './incentive-words.ts';

/** The lines of a person's month: each with its payment, its slab and its sum. */
export function StatementLines({ personId, month }: { personId: string; month: string }) {
  const t = useText();
  const state = useOwnPage(25);
  const { page, pageSize } = state;
  const lines = useCallQuery(
    incentiveCalls.listIncentiveLines,
    { params: { id: personId }, query: { month, page, pageSize } },
    { keepsPrevious: true },
  );
  const columns = useMemo(() => lineColumns(t), [t]);
  return (
    <List<IncentiveLine>
      name="incentive-lines"
      label={t('words.lines')}
      columns={columns}
      list={lines}
      state={state}
      rowId={(line) => [line.kind, line.paymentId, line.fromName, line.amount, line.sum].join(' ')}
      rowLabel={(line) => line.Loan_ID}
      empty={t('incentives.noLines')}
    />
  );
}

function lineColumns(t: TFunction): DataColumn<IncentiveLine>[] {
  return [
    {
      key: 'loan',
      title: t('words.loan'),
      isFixed: true,
      render: (line) => (
        <TwoLines
          first={line.Loan_ID}
          second={[line.Client_Name, line.bucket, line.product]
            .filter((each) => each !== null)
            .join(' · ')}
        />
      ),
    },
    {
      key: 'kind',
      title: t('incentives.kind'),
      file: [
        {
          of: ({ kind }) => kind,
          words: (kind) => t(`incentives.kinds.${kind as IncentiveLine['kind']}`),
        },
        { of: ({ fromName }) => fromName, title: t('incentives.ofWhom') },
      ],
      render: ({ kind, fromName }) => (
        <TwoLines
          first={t(`incentives.kinds.${kind}`)}
          second={fromName !== null && t('incentives.of', { name: fromName })}
        />
      ),
    },
    dayColumn('paidOn', t('words.paidOn'), (line) => line.paidOn),
    moneyColumn('amount', t('words.amount'), (line) => line.amount),
    {
      key: 'slab',
      title: t('incentives.slabColumn'),
      align: 'right',
      render: ({ percent, slabFrom, measure }) => (
        <TwoLines
          first={percent === null ? '–' : formatPercent(percent)}
          second={
            slabFrom !== null && slabFrom > 0 && measure && `≥ ${fromText(measure, slabFrom)}`
          }
        />
      ),
    },
    moneyColumn('sum', t('incentives.sum'), (line) => line.sum, { card: 'aside' }),
  ];
}
