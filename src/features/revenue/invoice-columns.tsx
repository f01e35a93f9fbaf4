import type { TFunction } from 'i18next';
import type { Invoice, InvoiceState } from '../../../contract/invoice.ts';
import { countColumn, dayColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { formatPaise } from '../../lib/money.ts';
import { formatMonth } from '../../lib/months.ts';
import { useText } from '../../lib/texts/texts.ts';

const TONES: Readonly<Record<InvoiceState, Tone>> = {
  DRAFT: 'quiet',
  SENT: 'info',
  DISPUTED: 'danger',
  AGREED: 'warn',
  PAID: 'good',
};

/** How an invoice stands. */
export function InvoiceStateChip({ state }: { state: InvoiceState }) {
  const t = useText();
  return <StatusChip tone={TONES[state]} label={t(`revenue.states.${state}`)} />;
}

/** A column of amounts in paise. */
export const paiseColumn = <Row,>(
  key: string,
  title: string,
  amountOf: (row: Row) => number | null,
  more: Partial<DataColumn<Row>> = {},
): DataColumn<Row> => ({
  key,
  title,
  align: 'right',
  render: (row) => formatPaise(amountOf(row)),
  file: [{ of: amountOf, isPaise: true }],
  ...more,
});

/** The columns of a list of invoices; a lender's own need not name it. */
export function invoiceColumns(t: TFunction, isOwn: boolean): DataColumn<Invoice>[] {
  return [
    {
      key: 'number',
      title: t('revenue.invoice'),
      isFixed: true,
      render: (invoice) => (
        <TwoLines
          first={isOwn ? (invoice.number ?? '–') : invoice.Client_Name}
          second={isOwn ? null : invoice.number}
        />
      ),
      file: [
        { of: ({ number }) => number },
        ...(isOwn ? [] : [{ of: ({ Client_Name: client }: Invoice) => client }]),
      ],
    },
    textColumn('month', t('words.month'), ({ month }) => formatMonth(month)),
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: ({ state }) => <InvoiceStateChip state={state} />,
      file: [
        {
          of: ({ state }) => state,
          words: (state) => t(`revenue.states.${state as InvoiceState}`),
        },
      ],
    },
    dayColumn('sentOn', t('revenue.sentOn'), ({ sentOn }) => sentOn),
    countColumn('lines', t('words.lines'), ({ lineCount }) => lineCount),
    paiseColumn('fee', t('words.fee'), ({ fee }) => fee),
    paiseColumn('total', t('revenue.total'), ({ total }) => total),
    paiseColumn('payable', t('revenue.payable'), ({ payable }) => payable),
  ];
}
