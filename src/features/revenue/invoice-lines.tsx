import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { INVOICE_LINE_KINDS, invoiceCalls } from '../../../contract/invoice.ts';
import type { InvoiceDetail, InvoiceDispute, InvoiceLine } from '../../../contract/invoice.ts';
import { dayColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import { NO_SELECTION } from '../../components/data-table-column.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { formatPaise } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import { paiseColumn } from './invoice-columns.tsx';

/** What is asked about a line, or said of several. */
interface Asked {
  readonly lines: readonly InvoiceLine[];
  readonly what: (typeof ACTIONS)[number];
}

const ACTIONS = ['dispute', 'accept', 'reject'] as const;

const FILTERS = { kind: 'text', dispute: 'text', search: 'text' } as const;

/** What lines can be found by; a draft has no disputes. */
const fieldsOf = (t: TFunction, { number }: InvoiceDetail): FilterField[] => [
  choiceField(
    'kind',
    t('revenue.kind'),
    choices(INVOICE_LINE_KINDS, (kind) => t(`revenue.kinds.${kind}`)),
  ),
  ...(number === null
    ? []
    : [
        {
          kind: 'choice' as const,
          key: 'dispute',
          label: t('words.disputes'),
          options: choices(['OPEN', 'ANY'] as const, (each) => t(`revenue.disputeFilter.${each}`)),
        },
      ]),
];

/** The lines of an invoice. Those of a sent one can be disputed; the agency answers. */
export function InvoiceLines({ invoice, isOwn }: { invoice: InvoiceDetail; isOwn: boolean }) {
  const t = useText();
  const state = useListState(invoiceCalls.listInvoiceLines.query, FILTERS, { isSizeChosen: true });
  const lines = useCallQuery(
    invoiceCalls.listInvoiceLines,
    { params: { id: invoice._id }, query: state.asked },
    { keepsPrevious: true },
  );
  const [asked, setAsked] = useState<Asked | null>(null);
  const { choosing, leaveOut } = useChoosing(lines.data?.data ?? [], isOwn, setAsked);
  const columns = useLineColumns();
  const isOpen = invoice.state === 'SENT' || invoice.state === 'DISPUTED';
  return (
    <>
      <List<InvoiceLine>
        name="invoice-lines"
        label={t('words.lines')}
        columns={columns}
        list={lines}
        state={state}
        search={t('revenue.loan')}
        fields={fieldsOf(t, invoice)}
        rowId={(line) => line.source}
        rowLabel={(line) => `${line.Loan_ID ?? ''} ${line.onDate}`.trim()}
        {...(isOpen && {
          rowActions: actionsWith(isOwn, setAsked),
          ...choosing,
        })}
        empty={t('revenue.noLines')}
      />
      {asked !== null && (
        <LineDialog
          invoice={invoice}
          asked={asked}
          onClose={(isSaved) => {
            setAsked(null);
            if (isSaved) leaveOut(asked.lines);
          }}
        />
      )}
    </>
  );
}

/** Several lines of a page, to be disputed or answered at once; `leaveOut` takes those away that were. */
function useChoosing(shown: readonly InvoiceLine[], isOwn: boolean, onAsk: (asked: Asked) => void) {
  const t = useText();
  const [selection, onSelection] = useState(NO_SELECTION);
  const chosen = shown.filter((line) => selection.ids.has(line.source));
  const offered = ACTIONS.map((what) => ({
    what,
    lines: chosen.filter((line) => actionsOf(line, isOwn).includes(what)),
  })).filter(({ what, lines }) => what === 'dispute' || lines.length > 0);
  const choosing = {
    selection,
    onSelection,
    isPageOnly: true,
    bulkActions: offered.map(({ what, lines }) => (
      <Button
        key={what}
        size="sm"
        variant="default"
        {...(what !== 'accept' && { c: 'var(--rc-danger)' })}
        disabled={lines.length === 0}
        onClick={() => onAsk({ lines, what })}
      >
        {t(`revenue.${what}Chosen`, { count: lines.length })}
      </Button>
    )),
  };
  const leaveOut = (done: readonly InvoiceLine[]) => {
    const ids = new Set(selection.ids);
    for (const { source } of done) ids.delete(source);
    onSelection({ ...NO_SELECTION, ids });
  };
  return { choosing, leaveOut };
}

const actionsWith = (isOwn: boolean, onAsk: (asked: Asked) => void) => (line: InvoiceLine) => (
  <LineActions line={line} isOwn={isOwn} onAsk={onAsk} />
);

function useLineColumns(): DataColumn<InvoiceLine>[] {
  const t = useText();
  return [
    {
      key: 'loan',
      title: t('revenue.loan'),
      isFixed: true,
      render: (line) => (
        <TwoLines
          first={line.Loan_ID ?? t(`revenue.kinds.${line.kind}`)}
          second={<LineNote line={line} />}
        />
      ),
      file: [
        { of: (line) => line.Loan_ID },
        { of: ({ dispute }) => dispute?.reason, title: t('words.disputes') },
        {
          of: ({ dispute }) => dispute?.outcome,
          title: t('revenue.disputeOutcome'),
          words: (outcome) => t(`revenue.actions.${outcome as 'ACCEPTED' | 'REJECTED'}`),
        },
        { of: ({ dispute }) => dispute?.answer, title: t('revenue.answer') },
        { of: ({ creditedIn }) => creditedIn, title: t('revenue.creditedBy') },
      ],
    },
    textColumn('kind', t('revenue.kind'), ({ kind }) => t(`revenue.kinds.${kind}`)),
    dayColumn('day', t('fieldNames.date'), ({ onDate }) => onDate),
    moneyColumn('base', t('money.verified'), ({ base }) => base),
    textColumn(
      'percent',
      t('revenue.rate'),
      ({ percent }) => (percent === null ? '–' : formatPercent(percent)),
      { align: 'right' },
    ),
    paiseColumn('fee', t('words.fee'), ({ fee }) => fee, { card: 'aside' }),
    paiseColumn('gst', t('revenue.gst'), ({ gst }) => gst),
    paiseColumn('tds', t('revenue.tds'), ({ tds }) => tds, { isHiddenAtFirst: true }),
    paiseColumn('total', t('revenue.total'), ({ total }) => total),
  ];
}

/** What became of a line: its dispute, and the invoice that takes it back. */
function LineNote({ line: { dispute, creditedIn } }: { line: InvoiceLine }) {
  const t = useText();
  const notes = [
    dispute !== null && disputeText(t, dispute),
    creditedIn !== null && t('revenue.creditedIn', { number: creditedIn }),
  ];
  return notes.filter(Boolean).join(' · ') || null;
}

function disputeText(t: TFunction, { outcome, reason, answer }: InvoiceDispute): string {
  if (outcome === null) return t('revenue.disputeOpen', { reason });
  return outcome === 'ACCEPTED'
    ? t('revenue.disputeAccepted', { answer })
    : t('revenue.disputeRejected', { answer });
}

const canBeDisputed = ({ kind, dispute }: InvoiceLine): boolean =>
  kind !== 'CREDIT' && (dispute === null || dispute.outcome === 'REJECTED');

/** What can be done about a line: its open dispute is answered by the agency, before that it can be disputed. */
function actionsOf(line: InvoiceLine, isOwn: boolean): readonly Asked['what'][] {
  if (line.dispute !== null && line.dispute.outcome === null)
    return isOwn ? [] : ['accept', 'reject'];
  return canBeDisputed(line) ? ['dispute'] : [];
}

function LineActions(props: { line: InvoiceLine; isOwn: boolean; onAsk: (asked: Asked) => void }) {
  const { line, isOwn, onAsk } = props;
  const t = useText();
  return actionsOf(line, isOwn).map((what) => (
    <Button
      key={what}
      size="compact-sm"
      variant="subtle"
      {...(what !== 'accept' && { color: 'red' })}
      onClick={() => onAsk({ lines: [line], what })}
    >
      {t(`revenue.${what}`)}
    </Button>
  ));
}

/** Asks for the words: what is wrong with the lines, or what the agency answers. */
function LineDialog(props: {
  invoice: InvoiceDetail;
  asked: Asked;
  onClose: (isSaved: boolean) => void;
}) {
  const { invoice, asked, onClose } = props;
  const { lines, what } = asked;
  const [line] = lines;
  const count = lines.length;
  const t = useText();
  const dispute = useCallCommand(invoiceCalls.disputeInvoiceLines);
  const decide = useCallCommand(invoiceCalls.decideDisputes, { changes: ['employee-revenue'] });
  const params = { id: invoice._id };
  const save = (words: string) =>
    what === 'dispute'
      ? dispute.mutateAsync({
          params,
          body: { lineIds: lines.map(({ _id }) => _id ?? ''), reason: words },
        })
      : decide.mutateAsync({
          params,
          body: {
            disputeIds: lines.map(({ dispute: open }) => open?._id ?? ''),
            isAccepted: what === 'accept',
            answer: words,
          },
        });
  const loan = line?.Loan_ID ?? t(`revenue.kinds.${line?.kind ?? 'PAYMENT'}`);
  const amount = formatPaise(lines.reduce((sum, { total }) => sum + total, 0));
  const bodies = {
    dispute: t('revenue.disputeBody', { count, loan, amount }),
    accept: t('revenue.acceptBody', { count, loan, amount }),
    reject: t('revenue.rejectBody', { count, loan, amount }),
  };
  return (
    <ReasonDialog
      name={`revenue.${what}Title`}
      about={line?._id ?? ''}
      title={t(`revenue.${what}Title`, { count })}
      body={bodies[what]}
      label={t(what === 'dispute' ? 'revenue.disputeReason' : 'revenue.answer')}
      action={t(`revenue.${what}`)}
      most={500}
      save={save}
      done={t(what === 'dispute' ? 'revenue.disputed' : 'revenue.answered', { count })}
      isDangerous={what !== 'accept'}
      onClose={onClose}
    />
  );
}
