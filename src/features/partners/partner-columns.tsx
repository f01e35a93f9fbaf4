import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { Partner } from '../../../contract/partner.ts';
import type { DataColumn, FileField } from '../../components/data-table-column.ts';
import { DayText, Money, TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatCount } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';
import { formatPhone } from '../../lib/phone.ts';
import type { Catalogue } from '../../lib/texts/catalogue.ts';
import { useText } from '../../lib/texts/texts.ts';

function StateChip({ partner }: { partner: Partner }) {
  const t = useText();
  return partner.isActive ? (
    <StatusChip tone="good" label={t('words.active')} />
  ) : (
    <StatusChip tone="quiet" label={t('words.disabled')} />
  );
}

type Cell = Omit<DataColumn<Partner>, 'title'> & {
  text: Exclude<keyof Catalogue['partners'], 'problems'>;
  /** The fields in a file where each has a heading of its own. */
  fields?: (t: TFunction) => readonly FileField<Partner>[];
};

const person = (partner: Partner) => (
  <TwoLines
    first={partner.fullName}
    second={
      <>
        {partner.email}
        {partner.phone !== null && ` · ${formatPhone(partner.phone)}`}
      </>
    }
  />
);

const right = { align: 'right' } as const;

const CELLS: readonly Cell[] = [
  {
    key: 'firmName',
    text: 'firmName',
    isSortable: true,
    isFixed: true,
    render: (partner) => partner.firmName,
  },
  {
    key: 'fullName',
    text: 'contactName',
    card: 'line',
    render: person,
    file: [
      { of: ({ fullName }) => fullName },
      { of: ({ email }) => email },
      { of: ({ phone }) => phone },
    ],
  },
  {
    key: 'people',
    text: 'people',
    ...right,
    render: (partner) =>
      `${formatCount(partner.managerCount)} · ${formatCount(partner.agentCount)}`,
    fields: (t) => [
      { of: ({ managerCount }) => managerCount, title: t('partners.managerCount') },
      { of: ({ agentCount }) => agentCount, title: t('partners.agentCount') },
    ],
  },
  {
    key: 'clients',
    text: 'clients',
    ...right,
    render: (partner) => formatCount(partner.clientCount),
  },
  {
    key: 'loanCount',
    text: 'loans',
    ...right,
    isSortable: true,
    render: (partner) => formatCount(partner.loanCount),
  },
  {
    key: 'dueAmount',
    text: 'dues',
    ...right,
    render: (partner) => <Money amount={partner.dueAmount} />,
  },
  {
    key: 'share',
    text: 'share',
    ...right,
    render: (partner) => formatPercent(partner.sharePercent),
  },
  {
    key: 'tax',
    text: 'taxNumbers',
    isHiddenAtFirst: true,
    render: (partner) => [partner.gst, partner.pan].filter(Boolean).join(' · ') || '–',
    fields: (t) => [
      { of: ({ gst }) => gst, title: t('partners.gst') },
      { of: ({ pan }) => pan, title: t('partners.pan') },
    ],
  },
  {
    key: 'createdAt',
    text: 'createdAt',
    isSortable: true,
    isHiddenAtFirst: true,
    render: (partner) => <DayText value={partner.createdAt} />,
  },
  {
    key: 'status',
    text: 'status',
    card: 'aside',
    render: (partner) => <StateChip partner={partner} />,
    file: [{ of: ({ isActive }) => isActive }],
  },
];

/** The columns of the list; the sortable ones' keys are the server's sort fields. */
export function usePartnerColumns(): DataColumn<Partner>[] {
  const t = useText();
  return useMemo(
    () =>
      CELLS.map(({ fields, ...cell }) =>
        Object.assign({ title: t(`partners.${cell.text}`) }, cell, fields && { file: fields(t) }),
      ),
    [t],
  );
}
