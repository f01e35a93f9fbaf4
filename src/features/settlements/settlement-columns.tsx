import type { TFunction } from 'i18next';
import type { Settlement } from '../../../contract/settlement.ts';
import { moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText, Money, RelativeTimeText, TwoLines } from '../../components/figure.tsx';
import { formatPercent } from '../../lib/percent.ts';
import { SettlementStands } from './settlement-words.tsx';

/** The columns of a list of settlements. */
export function settlementColumns<Row extends Settlement>(t: TFunction): DataColumn<Row>[] {
  return [...offerColumns<Row>(t), ...moneyColumns<Row>(t), ...whoseColumns<Row>(t)];
}

function offerColumns<Row extends Settlement>(t: TFunction): DataColumn<Row>[] {
  return [
    {
      key: 'loan',
      title: t('words.borrower'),
      isFixed: true,
      card: 'title',
      render: (one) => <TwoLines first={one.Customer_Name} second={one.Loan_ID} />,
    },
    moneyColumn('offer', t('settlements.offer'), (one) => one.offeredAmount, { card: 'aside' }),
    {
      key: 'waiver',
      title: t('settlements.waiver'),
      align: 'right',
      card: 'fact',
      render: (one) => (
        <TwoLines
          first={<Money amount={one.waiverAmount} />}
          second={formatPercent(one.waiverPercent)}
        />
      ),
      file: [
        { of: ({ waiverAmount }) => waiverAmount, isMoney: true },
        { of: ({ waiverPercent }) => waiverPercent, title: t('settlements.waiverPercent') },
      ],
    },
    {
      key: 'status',
      title: t('words.status'),
      card: 'line',
      render: (one) => <SettlementStands settlement={one} />,
      file: [
        {
          of: ({ settlementStatus }) => settlementStatus,
          words: (code) => t(`settlements.state.${code as Settlement['settlementStatus']}`),
        },
      ],
    },
    {
      key: 'validUntil',
      title: t('settlements.validUntil'),
      render: (one) => <DayText value={one.validUntil} />,
    },
  ];
}

function moneyColumns<Row extends Settlement>(t: TFunction): DataColumn<Row>[] {
  return [
    {
      key: 'next',
      title: t('settlements.next'),
      align: 'right',
      render: (one) =>
        one.nextDueOn === null ? (
          '–'
        ) : (
          <TwoLines
            first={<Money amount={one.nextAmount} />}
            second={<DayText value={one.nextDueOn} />}
          />
        ),
      file: [
        { of: ({ nextAmount }) => nextAmount, isMoney: true },
        { of: ({ nextDueOn }) => nextDueOn, title: t('settlements.nextDue') },
      ],
    },
    moneyColumn('paid', t('loanFields.Paid_Amount'), (one) => one.paidAmount),
  ];
}

function whoseColumns<Row extends Settlement>(t: TFunction): DataColumn<Row>[] {
  return [
    textColumn('client', t('words.client'), (one) => one.Client_Name),
    textColumn('product', t('words.product'), (one) => one.Product ?? '–'),
    {
      key: 'proposed',
      title: t('settlements.proposed'),
      render: (one) => (
        <TwoLines first={<RelativeTimeText value={one.proposedAt} />} second={one.Proposed_By} />
      ),
      file: [
        { of: ({ proposedAt }) => proposedAt },
        { of: ({ Proposed_By: by }) => by, title: t('settlements.proposedBy') },
      ],
    },
  ];
}
