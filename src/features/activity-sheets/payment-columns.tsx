import type { TFunction } from 'i18next';
import type { Payment } from '../../../contract/payment.ts';
import { moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText, TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from '../../components/sheet-work.module.css';

/** Whether a payment stands, and where it was told. */
function Standing({ payment }: { payment: Payment }) {
  const t = useText();
  if (payment.reversedAt === null)
    return <StatusChip tone="good" label={t(`activitySheets.source_${payment.source}`)} />;
  return <StatusChip tone="quiet" label={t('activitySheets.REVERSED')} />;
}

/** The columns of a list of payments. */
export function paymentColumns(t: TFunction): DataColumn<Payment>[] {
  return [...whatColumns(t), ...whoColumns(t)];
}

function whatColumns(t: TFunction): DataColumn<Payment>[] {
  return [
    {
      key: 'paidOn',
      title: t('words.paidOn'),
      render: (payment) => (
        <TwoLines
          first={<DayText value={payment.paidOn} />}
          second={payment.isDayMissing && t('activitySheets.noDay')}
        />
      ),
    },
    {
      key: 'loan',
      title: t('loanFields.Loan_ID'),
      isFixed: true,
      render: (payment) => <TwoLines first={payment.Loan_ID} second={payment.Customer_Name} />,
    },
    textColumn('client', t('words.client'), (payment) => payment.Client_Name),
    moneyColumn('amount', t('words.amount'), (payment) => payment.amount, {
      card: 'aside',
    }),
    moneyColumn('applied', t('activitySheets.applied'), (payment) => payment.appliedAmount),
    textColumn('mode', t('activitySheets.mode'), (payment) => payment.mode),
    textColumn('reference', t('activitySheets.reference'), (payment) => payment.reference),
  ];
}

/** Whose a payment is and why, share by share; of a reversed one whom it was credited to. */
function Shares({ payment }: { payment: Payment }) {
  const t = useText();
  if (payment.shares.length === 0) return payment.collectorName;
  const isWhole = payment.shares.length === 1;
  return payment.shares.map(({ personId, name, amount, reason }) => (
    <TwoLines
      key={`${personId ?? ''}${reason}`}
      first={isWhole ? (name ?? '–') : `${name ?? '–'}: ${formatRupees(amount)}`}
      second={t(`attribution.reason.${reason}`)}
    />
  ));
}

const whose = (payment: Payment) => <Shares payment={payment} />;

function whoColumns(t: TFunction): DataColumn<Payment>[] {
  return [
    {
      key: 'collector',
      title: t('words.collector'),
      render: whose,
      file: [{ of: ({ collectorName }) => collectorName }],
    },
    textColumn('manager', t('activitySheets.manager'), (payment) => payment.managerName, {
      isHiddenAtFirst: true,
    }),
    {
      key: 'source',
      title: t('words.status'),
      card: 'aside',
      render: (payment) => (
        <TwoLines first={<Standing payment={payment} />} second={payment.reverseReason} />
      ),
      // Reversed ones stand in the file too: whoever adds its amounts up has to be able to leave them out.
      file: [
        {
          of: ({ source }) => source,
          words: (source) => t(`activitySheets.source_${source as Payment['source']}`),
        },
        { of: ({ reversedAt }) => reversedAt, title: t('activitySheets.REVERSED') },
        { of: ({ reverseReason }) => reverseReason, title: t('words.why') },
      ],
    },
    {
      key: 'sheet',
      title: t('activitySheets.sheetAndRow'),
      file: [{ of: ({ fileName }) => fileName }, { of: ({ row }) => row, title: t('words.row') }],
      render: (payment) => (
        <span className={classes.wrap}>
          {payment.fileName} · {t('words.row')} {payment.row}
        </span>
      ),
    },
  ];
}
