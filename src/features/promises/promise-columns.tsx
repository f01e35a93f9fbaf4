import type { TFunction } from 'i18next';
import type { PaymentPromise, PromiseState } from '../../../contract/promise.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText, Money, RelativeTimeText } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { today } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './promises.module.css';

const TONES: Readonly<Record<PromiseState, Tone>> = {
  OPEN: 'info',
  KEPT: 'good',
  PART_KEPT: 'warn',
  BROKEN: 'danger',
  REPLACED: 'quiet',
  CLOSED: 'quiet',
};

/** Where a promise stands, in a word with its colour; an open one whose day has come says so. */
function PromiseStanding({ promise }: { promise: PaymentPromise }) {
  const t = useText();
  const { state, dueOn } = promise;
  if (promise.isUnproven) return <StatusChip tone="info" label={t('promises.unproven')} />;
  if (state === 'OPEN' && dueOn === today())
    return <StatusChip tone="warn" label={t('promises.dueToday')} />;
  if (state === 'OPEN' && dueOn < today())
    return <StatusChip tone="warn" label={t('promises.inGrace')} />;
  return <StatusChip tone={TONES[state]} label={t(`promises.state.${state}`)} />;
}

/** What came of a promise: in time, as the lender tells and as agents say, and late. */
function Came({ promise }: { promise: PaymentPromise }) {
  const t = useText();
  const { paidAmount, saidAmount, lateAmount } = promise;
  const inTime = Math.max(paidAmount, saidAmount);
  return (
    <span className={classes.name}>
      <Money amount={inTime} />
      {lateAmount > 0 && (
        <span className={classes.small}>
          {t('promises.late', { amount: formatRupees(lateAmount) })}
        </span>
      )}
    </span>
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
      title: t('promises.borrower'),
      isFixed: true,
      render: (promise) => (
        <span className={classes.name}>
          {promise.Customer_Name}
          <span className={classes.small}>{promise.Loan_ID}</span>
        </span>
      ),
    },
    {
      key: 'amount',
      title: t('promises.amount'),
      align: 'right',
      render: (promise) => <Money amount={promise.amount} />,
    },
    {
      key: 'dueOn',
      title: t('promises.dueOn'),
      render: (promise) => (
        <span className={classes.name}>
          <DayText value={promise.dueOn} />
          {promise.lastOn !== promise.dueOn && promise.state === 'OPEN' && (
            <span className={classes.small}>
              {t('promises.until')} <DayText value={promise.lastOn} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'state',
      title: t('promises.stands'),
      render: (promise) => <PromiseStanding promise={promise} />,
    },
    {
      key: 'came',
      title: t('promises.came'),
      align: 'right',
      render: (promise) => <Came promise={promise} />,
    },
  ];
}

function whoColumns(t: TFunction): DataColumn<PaymentPromise>[] {
  return [
    { key: 'client', title: t('promises.client'), render: (promise) => promise.Client_Name },
    {
      key: 'collector',
      title: t('promises.collector'),
      render: (promise) => promise.collectorName ?? '–',
    },
    {
      key: 'madeAt',
      title: t('promises.made'),
      render: (promise) => (
        <span className={classes.name}>
          <RelativeTimeText value={promise.madeAt} />
          <span className={classes.small}>{promise.agentName}</span>
        </span>
      ),
    },
  ];
}

/** A promise as a card, for a phone. */
export function PromiseCard({ promise }: { promise: PaymentPromise }) {
  const t = useText();
  return (
    <div className={classes.card}>
      <div className={classes.between}>
        <span className={classes.name}>
          <strong>{promise.Customer_Name}</strong>
          <span className={classes.small}>{promise.Loan_ID}</span>
        </span>
        <strong>
          <Money amount={promise.amount} />
        </strong>
      </div>
      <div className={classes.between}>
        <PromiseStanding promise={promise} />
        <span className={classes.quiet}>
          {t('promises.dueOn')} <DayText value={promise.dueOn} />
        </span>
      </div>
      <div className={classes.between}>
        <span className={classes.quiet}>{promise.collectorName ?? promise.agentName}</span>
        <span className={classes.quiet}>
          {t('promises.came')} {formatRupees(Math.max(promise.paidAmount, promise.saidAmount))}
        </span>
      </div>
    </div>
  );
}
