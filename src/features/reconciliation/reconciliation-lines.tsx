import { Link, useSearchParams } from 'react-router-dom';
import type {
  RECONCILIATION_KINDS,
  reconciliationCalls,
} from '../../../contract/reconciliation.ts';
import type { ReconciliationGroup, ReconciliationRow } from '../../../contract/reconciliation.ts';
import { DataTable } from '../../components/data-table.tsx';
import { DayText } from '../../components/figure.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import type { CallResult } from '../../data/call-query.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { ReconciliationUrl } from './reconciliation-filters.ts';
import classes from './reconciliation.module.css';

type Kind = (typeof RECONCILIATION_KINDS)[number] | 'difference';

/** The last line: the sum of all of them, not just of this page. */
const TOTAL = 'total';

const KEYS: Readonly<Record<ReconciliationGroup, readonly ('day' | 'client' | 'agent')[]>> = {
  day: ['day'],
  agent: ['agent'],
  client: ['client'],
  all: ['day', 'client', 'agent'],
};

const FIGURES = [
  'collected',
  'deposited',
  'inHand',
  'cancelled',
  'bankPaid',
  'difference',
] as const;

/** The lines of one grouping with the total under them. */
export function ReconciliationLines(props: {
  groupBy: ReconciliationGroup;
  lines: CallResult<typeof reconciliationCalls.getReconciliation>;
  url: ReconciliationUrl;
  pageSize: number;
}) {
  const { groupBy, lines, url, pageSize } = props;
  const t = useText();
  const nameOf = useNames(groupBy);
  const columns = useColumns(groupBy, nameOf);
  const { data } = lines;
  const total: ReconciliationRow | null =
    data === undefined || data.data.length === 0
      ? null
      : {
          ...data.totals,
          _id: TOTAL,
          day: null,
          agentId: null,
          Agent_Name: null,
          clientId: null,
          Client_Name: null,
        };
  const rows = data === undefined ? undefined : [...data.data, ...(total === null ? [] : [total])];
  return (
    <DataTable<ReconciliationRow>
      name={`reconciliation-${groupBy}`}
      label={t('menu.reconciliation')}
      columns={columns}
      rows={rows}
      sumRows={total === null ? 0 : 1}
      rowId={(row) => row._id}
      rowLabel={(row) => KEYS[groupBy].map((key) => nameOf(row, key)).join(', ')}
      totalCount={data?.totalCount ?? 0}
      page={url.page}
      onPage={url.setPage}
      pageSize={pageSize}
      isFetching={lines.isPlaceholderData}
      empty={t('reconciliation.empty')}
    />
  );
}

type NameOf = (row: ReconciliationRow, key: 'day' | 'client' | 'agent') => string;

function useNames(groupBy: ReconciliationGroup): NameOf {
  const t = useText();
  return (row, key) => {
    if (row._id === TOTAL) return key === KEYS[groupBy][0] ? t('words.total') : '';
    if (key === 'day') return formatDay(row.day);
    return key === 'client'
      ? (row.Client_Name ?? '')
      : (row.Agent_Name ?? t('money.nobodyCredited'));
  };
}

function useColumns(groupBy: ReconciliationGroup, nameOf: NameOf): DataColumn<ReconciliationRow>[] {
  const t = useText();
  return [
    ...KEYS[groupBy].map((key) => ({
      key,
      title: t(`reconciliation.key.${key}`),
      isFixed: true,
      render: (row: ReconciliationRow) => (
        <span data-total={row._id === TOTAL || undefined} className={classes.name}>
          {key === 'day' && row._id !== TOTAL ? <DayText value={row.day} /> : nameOf(row, key)}
        </span>
      ),
    })),
    ...FIGURES.map((figure) => ({
      key: figure,
      title: t(`reconciliation.${figure}`),
      align: 'right' as const,
      render: (row: ReconciliationRow) => <Figure row={row} figure={figure} />,
    })),
  ];
}

/** A figure that leads to what is behind it: entries and payments, or the loans that a difference comes from. */
function Figure({ row, figure }: { row: ReconciliationRow; figure: (typeof FIGURES)[number] }) {
  const t = useText();
  const [params] = useSearchParams();
  const amount = formatRupees(row[figure]);
  const isTotal = row._id === TOTAL || undefined;
  if (row[figure] === 0) {
    return (
      <span className={classes.figure} data-total={isTotal}>
        {amount}
      </span>
    );
  }
  return (
    <Link
      className={classes.figure}
      data-total={isTotal}
      data-off={figure === 'difference' || undefined}
      to={{ search: itemsSearch(params, row, figure) }}
      aria-label={t('reconciliation.show', { what: t(`reconciliation.${figure}`), amount })}
    >
      {amount}
    </Link>
  );
}

/** The address of the same screen with one figure's items open. */
function itemsSearch(params: URLSearchParams, row: ReconciliationRow, kind: Kind): string {
  const next = new URLSearchParams(params);
  next.set('kind', kind);
  const set = (key: string, value: string | null) =>
    value === null ? next.delete(key) : next.set(key, value);
  set('day', row.day);
  set('client', row.clientId);
  const isOfNobody = row.agentId === null && row._id !== TOTAL && isByAgent(params);
  set('of', isOfNobody ? 'none' : row.agentId);
  return next.toString();
}

function isByAgent(params: URLSearchParams): boolean {
  return params.get('by') === 'agent' || params.get('by') === 'all';
}
