import type { ReconciliationDifference } from '../../../contract/reconciliation.ts';
import { reconciliationCalls } from '../../../contract/reconciliation.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { Money } from '../../components/figure.tsx';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { DifferencesQuery } from './reconciliation-queries.ts';
import classes from './reconciliation.module.css';

/** The loans behind a difference, and where the rest of their money stands. */
export function ReconciliationDifferences({ query }: { query: DifferencesQuery }) {
  const t = useText();
  const state = useOwnPage();
  const differences = useCallQuery(
    reconciliationCalls.listReconciliationDifferences,
    { query: { ...query, page: state.page, pageSize: state.pageSize } },
    { keepsPrevious: true },
  );
  const columns = useColumns();
  const { data } = differences;
  return (
    <>
      <p className={classes.why}>{t('reconciliation.whyDifferent')}</p>
      <p className={classes.sum}>
        {data !== undefined &&
          t('reconciliation.differenceSum', {
            amount: formatRupees(data.amount),
            count: data.totalCount,
            n: formatCount(data.totalCount),
          })}
      </p>
      <List<ReconciliationDifference>
        name="reconciliation-differences"
        label={t('reconciliation.difference')}
        columns={columns}
        list={differences}
        state={state}
        rowLabel={(loan) => `${loan.Customer_Name}, ${loan.Loan_ID}`}
        hasColumnChooser={false}
        empty={t('reconciliation.itemEmpty')}
      />
    </>
  );
}

function useColumns(): DataColumn<ReconciliationDifference>[] {
  const t = useText();
  return [
    {
      key: 'borrower',
      title: t('words.borrower'),
      isFixed: true,
      render: (loan) => (
        <span className="rc-stack rc-words">
          {loan.Customer_Name}
          <span className="rc-quiet-tiny">{`${loan.Loan_ID} · ${loan.Client_Name}`}</span>
          <Elsewhere loan={loan} />
        </span>
      ),
    },
    ...(['collected', 'bankPaid', 'difference'] as const).map((figure) => ({
      key: figure,
      title: t(`reconciliation.${figure}`),
      card: figure === 'difference' ? ('aside' as const) : ('fact' as const),
      align: 'right' as const,
      render: (loan: ReconciliationDifference) => <Money amount={loan[figure]} />,
    })),
  ];
}

/** What else there is of the loan: with another agent, or on another day. */
function Elsewhere({ loan }: { loan: ReconciliationDifference }) {
  const t = useText();
  if (loan.elsewhere.length === 0)
    return <span className="rc-quiet-tiny">{t('reconciliation.nothingElsewhere')}</span>;
  return loan.elsewhere.map(({ kind, day, Agent_Name, amount }) => (
    <span key={`${kind} ${day} ${Agent_Name} ${amount}`} className="rc-quiet-tiny">
      {t(`reconciliation.elsewhere_${kind}`, {
        amount: formatRupees(amount),
        day: formatDay(day),
        name: Agent_Name ?? t('money.nobodyCredited'),
      })}
    </span>
  ));
}
