import type { SortingKey } from '../../../contract/allocation-rule.ts';
import type { SortedLoan } from '../../../contract/allocation-rule-answers.ts';
import { allocationRuleCalls } from '../../../contract/allocation-rule-calls.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText, Money } from '../../components/figure.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './rules.module.css';

const FIRST = 10;

type Order = { lenderId: string | null; keys: SortingKey[] };

const usePreview = (order: Order) =>
  useCallQuery(
    allocationRuleCalls.previewSorting,
    { body: order },
    { keepsPrevious: true, select: ({ data }) => data },
  );

/** The first loans that an order would give out, with the values that they are ordered by. */
export function SortingPreview(order: Order) {
  const t = useText();
  const preview = usePreview(order);
  const columns: DataColumn<SortedLoan>[] = [
    {
      key: 'Loan_ID',
      title: t('loanFields.Loan_ID'),
      isFixed: true,
      render: (loan) => (
        <span className={classes.stackSmall}>
          {loan.Loan_ID}
          <span className={classes.small}>{`${loan.Customer_Name} · ${loan.Client_Name}`}</span>
        </span>
      ),
    },
    ...shownKeys(order.keys).map((field): DataColumn<SortedLoan> => {
      const isDay = DAY_FIELDS.has(field);
      return {
        key: field,
        title: t(`loanFields.${field}`),
        align: isDay || field === 'Bucket' ? 'left' : 'right',
        render: (loan) => <KeyValue loan={loan} field={field} />,
      };
    }),
  ];
  if (preview.isError && preview.data === undefined)
    return <LoadProblem error={preview.error} onRetry={() => void preview.refetch()} />;
  return (
    <section className={classes.stack} aria-label={t('allocationRules.preview')}>
      <h2 className={classes.heading}>{t('allocationRules.preview')}</h2>
      <DataTable<SortedLoan>
        name="sorting-preview"
        label={t('allocationRules.preview')}
        columns={columns}
        rows={preview.data}
        rowId={(loan) => loan._id}
        rowLabel={(loan) => `${loan.Customer_Name}, ${loan.Loan_ID}`}
        totalCount={preview.data?.length ?? 0}
        page={1}
        pageSize={FIRST}
        onPage={() => undefined}
        hasColumnChooser={false}
        isFetching={preview.isPlaceholderData}
        renderCard={(loan) => (
          <div className={classes.stackSmall}>
            <strong>{loan.Customer_Name}</strong>
            <span className={classes.small}>{`${loan.Loan_ID} · ${loan.Client_Name}`}</span>
            {shownKeys(order.keys).map((field) => (
              <span key={field}>
                <span className={classes.small}>{t(`loanFields.${field}`)}: </span>
                <KeyValue loan={loan} field={field} />
              </span>
            ))}
          </div>
        )}
        empty={t('allocationRules.previewEmpty')}
      />
    </section>
  );
}

const DAY_FIELDS: ReadonlySet<SortingKey['field']> = new Set([
  'Due_Date',
  'Last_Payment_Date',
  'disCreatedAt',
  'createdAt',
]);

/** The columns of the keys; what is due is always seen. */
function shownKeys(keys: readonly SortingKey[]): SortingKey['field'][] {
  return [...new Set([...keys.map(({ field }) => field), 'Total_Due_Amount' as const])];
}

function KeyValue({ loan, field }: { loan: SortedLoan; field: SortingKey['field'] }) {
  if (field === 'Total_Due_Amount' || field === 'Principal_Outstanding')
    return <Money amount={loan[field]} />;
  if (field === 'Bucket') return loan.Bucket ?? '–';
  if (field === 'DPD') return loan.DPD === null ? '–' : formatCount(loan.DPD);
  return <DayText value={loan[field]} />;
}
