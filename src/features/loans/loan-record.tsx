import type { LoanRecord } from '../../../contract/loan-entry.ts';
import { loanEntryCalls } from '../../../contract/loan-entry.ts';
import { Awaited } from '../../components/loaded.tsx';
import { Money } from '../../components/figure.tsx';
import { Panel } from '../../components/page.tsx';
import { Timeline } from '../../components/timeline.tsx';
import type { TimelineItem } from '../../components/timeline.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatDay, formatDayTime } from '../../lib/dates.ts';
import type { Catalogue } from '../../lib/texts/catalogue.ts';
import { useText } from '../../lib/texts/texts.ts';

/** What is kept of a loan besides its facts: its ends, who had it when, payments, changes, the sheets that brought it. */
export function LoanRecordPanels({ loanId }: { loanId: string }) {
  const t = useText();
  const record = useCallQuery(loanEntryCalls.getLoanRecord, { params: { id: loanId } });
  if (record.data === undefined) {
    return <Panel title={t('loanLife.record')}>{<Awaited of={record} rows={4} />}</Panel>;
  }
  return <Panels record={record.data} />;
}

function Panels({ record }: { record: LoanRecord }) {
  const t = useText();
  const ends = useEnds(record.closures);
  const holders = useHolders(record.allocations);
  const payments = usePayments(record.payments);
  const changes = useChanges(record.changes);
  const sheets = useSheets(record.sheets);
  const parts = [
    { title: t('words.status'), items: ends },
    { title: t('words.payments'), items: payments },
    { title: t('loanLife.holders'), items: holders },
    { title: t('words.changes'), items: changes },
    { title: t('words.sheets'), items: sheets },
  ];
  return parts
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) => (
      <Panel key={title} title={title}>
        <Timeline label={title} items={items} />
      </Panel>
    ));
}

function useEnds(closures: LoanRecord['closures']): TimelineItem[] {
  const t = useText();
  return closures.map((one) => ({
    id: one._id,
    title: t('loanLife.endLine', {
      status: t(`loanLife.${one.reason}`),
      name: one.closedBy ?? t('loanLife.server'),
    }),
    meta: formatDayTime(one.closedAt),
    tone: one.reopenedAt === null ? 'warn' : 'quiet',
    body: [
      one.note,
      one.reopenedAt !== null &&
        t('loanLife.reopenedLine', {
          name: one.reopenedBy ?? t('loanLife.server'),
          when: formatDayTime(one.reopenedAt),
        }),
    ]
      .filter(Boolean)
      .join(' · '),
  }));
}

function useHolders(allocations: LoanRecord['allocations']): TimelineItem[] {
  const t = useText();
  return allocations.map((one) => {
    const from = formatDayTime(one.allocatedAt);
    const span =
      one.endedAt === null
        ? t('loanLife.since', { from })
        : t('words.fromTo', { from, to: formatDayTime(one.endedAt) });
    const by = one.allocatedBy === null ? '' : t('words.byPerson', { name: one.allocatedBy });
    return {
      id: one._id,
      title: `${t(`loanLife.kind${one.kind}`)}: ${one.name}`,
      meta: [span, by].filter(Boolean).join(' · '),
      tone: one.endedAt === null ? 'good' : 'quiet',
    };
  });
}

function usePayments(payments: LoanRecord['payments']): TimelineItem[] {
  const t = useText();
  return payments.map((one) => ({
    id: one._id,
    title: <Money amount={one.amount} />,
    meta: [formatDay(one.paidOn), one.mode, one.reference, one.collectorName]
      .filter(Boolean)
      .join(' · '),
    tone: one.reversedAt === null ? 'good' : 'quiet',
    body: [
      one.fileName !== null && t('loanLife.paymentRow', { file: one.fileName, row: one.row }),
      one.reversedAt !== null && t('words.reversed'),
    ]
      .filter(Boolean)
      .join(' · '),
  }));
}

function useChanges(changes: LoanRecord['changes']): TimelineItem[] {
  const t = useText();
  return changes.map((one) => ({
    id: one._id,
    title: t(`loanFields.${one.field as keyof Catalogue['loanFields']}`),
    meta: [formatDayTime(one.changedAt), one.changedBy].filter(Boolean).join(' · '),
    body: t('words.changeLine', { before: one.oldValue ?? '–', after: one.newValue ?? '–' }),
  }));
}

function useSheets(sheets: LoanRecord['sheets']): TimelineItem[] {
  const t = useText();
  return sheets.map((one) => ({
    id: String(one.batchNo),
    title: t('loanLife.sheetLine', { batchNo: one.batchNo, name: one.name }),
    meta: `${formatDayTime(one.createdAt)} · ${one.createdBy}`,
  }));
}
