import type { TFunction } from 'i18next';
import type { PaymentPromise, PromiseState } from '../../../contract/promise.ts';
import { moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText, Money, RelativeTimeText, TwoLines, useToday } from '../../components/figure.tsx';
import { PROMISE_TONES } from '../../components/promise-chip.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';

/** Where a promise stands, in a word with its colour; an open one whose day has come says so. */
function PromiseStanding({ promise }: { promise: PaymentPromise }) {
  const t = useText();
  const { state, dueOn } = promise;
  const today = useToday();
  if (promise.isUnproven) return <StatusChip tone="info" label={t('promises.unproven')} />;
  if (state === 'OPEN' && dueOn === today)
    return <StatusChip tone="warn" label={t('promises.dueToday')} />;
  if (state === 'OPEN' && dueOn < today)
    return <StatusChip tone="warn" label={t('promises.inGrace')} />;
  return <StatusChip tone={PROMISE_TONES[state]} label={t(`promises.state.${state}`)} />;
}

/** What came of a promise: in time, as the lender tells and as agents say, and late. */
function Came({ promise }: { promise: PaymentPromise }) {
  const t = useText();
  const { paidAmount, saidAmount, lateAmount } = promise;
  const inTime = Math.max(paidAmount, saidAmount);
  return (
    <TwoLines
      first={<Money amount={inTime} />}
      second={lateAmount > 0 && t('promises.late', { amount: formatRupees(lateAmount) })}
    />
  );
}

/** The columns of the list of promises. */
export function promiseColumns(t: TFunction): DataColumn<PaymentPromise>[] {
  return [...whatColumns(t), ...whoColumns(t)];
}

function whatColumns(t: TFunction): DataColumn<PaymentPromise>[] {
  return [
    {
      key: 'loan',
      title: t('words.borrower'),
      isFixed: true,
      render: (promise) => <TwoLines first={promise.Customer_Name} second={promise.Loan_ID} />,
    },
    moneyColumn('amount', t('words.promised'), (promise) => promise.amount, { card: 'aside' }),
    {
      key: 'dueOn',
      title: t('promises.dueOn'),
      file: [
        { of: ({ dueOn }) => dueOn },
        { of: ({ lastOn }) => lastOn, title: t('promises.lastOn') },
      ],
      render: (promise) => (
        <TwoLines
          first={<DayText value={promise.dueOn} />}
          second={
            promise.lastOn !== promise.dueOn &&
            promise.state === 'OPEN' && (
              <>
                {t('promises.until')} <DayText value={promise.lastOn} />
              </>
            )
          }
        />
      ),
    },
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: (promise) => <PromiseStanding promise={promise} />,
      file: [
        {
          of: ({ state }) => state,
          words: (state) => t(`promises.state.${state as PromiseState}`),
        },
      ],
    },
    {
      key: 'came',
      title: t('promises.came'),
      align: 'right',
      render: (promise) => <Came promise={promise} />,
      file: [
        { of: ({ paidAmount }) => paidAmount, title: t('promises.paidInTime'), isMoney: true },
        { of: ({ saidAmount }) => saidAmount, title: t('promises.toldInTime'), isMoney: true },
        { of: ({ lateAmount }) => lateAmount, title: t('promises.lateAmount'), isMoney: true },
      ],
    },
  ];
}

function whoColumns(t: TFunction): DataColumn<PaymentPromise>[] {
  return [
    textColumn('client', t('words.client'), (promise) => promise.Client_Name),
    textColumn('collector', t('words.collector'), (promise) => promise.collectorName ?? '–'),
    {
      key: 'madeAt',
      title: t('promises.made'),
      render: (promise) => (
        <TwoLines first={<RelativeTimeText value={promise.madeAt} />} second={promise.agentName} />
      ),
      file: [
        { of: ({ madeAt }) => madeAt },
        { of: ({ agentName }) => agentName, title: t('promises.madeBy') },
      ],
    },
  ];
}
