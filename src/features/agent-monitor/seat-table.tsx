import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort, IconDotsVertical } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { SeatRow } from '../../../contract/agent-seat.ts';
import type { TableSort } from '../../components/data-table-column.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { Clock, StateCell } from './seat-cells.tsx';
import classes from './agent-monitor.module.css';

interface ListProps {
  rows: readonly SeatRow[];
  /** Must be the same function from render to render: the rows are kept as they are. */
  onManage: (id: string) => void;
}

interface TableProps extends ListProps {
  sort: TableSort | null;
  onSort: (sort: TableSort) => void;
}

const COLUMNS = [
  { key: 'name', isFigure: false },
  { key: 'state', isFigure: false },
  { key: 'time', isFigure: true },
  { key: 'process', isFigure: false },
  { key: 'loan', isFigure: false },
  { key: 'calls', isFigure: true },
  { key: 'talk', isFigure: true },
  { key: 'wrapUp', isFigure: true },
  { key: 'breaks', isFigure: true },
] as const;

const UNSORTED: ReadonlySet<string> = new Set(['process', 'loan']);
/** Names are read upwards first, everything else from the most down. */
const UPWARDS: ReadonlySet<string> = new Set(['name', 'state']);
// What scrolls must be reachable by keys.
const scrollable = { tabIndex: 0 };

/** Every agent as a table row. */
export function SeatTable({ rows, onManage, sort, onSort }: TableProps) {
  const t = useText();
  return (
    <div className={classes.scroll} {...scrollable}>
      <table className={classes.table} aria-label={t('agentMonitor.title')}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
            <th aria-label={t('common.more')} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row._id} row={row} onManage={onManage} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head(props: { column: (typeof COLUMNS)[number] } & Pick<TableProps, 'sort' | 'onSort'>) {
  const { column, sort, onSort } = props;
  const t = useText();
  const title = t(`agentMonitor.columns.${column.key}`);
  const figure = { 'data-figure': column.isFigure || undefined };
  if (UNSORTED.has(column.key)) return <th {...figure}>{title}</th>;
  const current = sort ?? { key: 'name', direction: 'asc' };
  const direction = current.key === column.key ? current.direction : null;
  const first = UPWARDS.has(column.key) ? 'asc' : 'desc';
  const turned = direction === 'asc' ? 'desc' : 'asc';
  const Icon =
    direction === null ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th
      {...figure}
      aria-sort={direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className={classes.sort}
        title={t('table.sortBy', { column: title })}
        onClick={() => onSort({ key: column.key, direction: direction === null ? first : turned })}
      >
        {title}
        <Icon size={14} stroke={1.8} aria-hidden />
      </button>
    </th>
  );
}

interface RowProps {
  row: SeatRow;
  onManage: (id: string) => void;
}

const TableRow = memo(function TableRow({ row, onManage }: RowProps) {
  return (
    <tr>
      <th scope="row">{row.fullName}</th>
      <td>
        <StateCell row={row} />
      </td>
      <td data-figure>
        <Clock row={row} />
      </td>
      <td>{row.processName ?? '—'}</td>
      <td>
        <LoanCell row={row} />
      </td>
      <td data-figure>{formatCount(row.callCount)}</td>
      <td data-figure>{formatDuration(row.talkSeconds)}</td>
      <td data-figure>{formatDuration(row.wrapUpSeconds)}</td>
      <td data-figure>
        {formatDuration(row.breakSeconds)} ({row.breakCount})
      </td>
      <td>
        <ManageButton row={row} onManage={onManage} />
      </td>
    </tr>
  );
});

function LoanCell({ row }: { row: SeatRow }) {
  if (row.loanId === null) return '—';
  return (
    <Link to={`/view-loan?loanId=${row.loanId}`} className={classes.loan}>
      {row.Customer_Name}
      <span className={classes.small}>{row.Loan_ID}</span>
    </Link>
  );
}

function ManageButton({ row, onManage }: RowProps) {
  const t = useText();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes.manage}
      aria-label={t('agentMonitor.manage', { name: row.fullName })}
      onClick={() => onManage(row._id)}
    >
      <IconDotsVertical size={17} aria-hidden />
    </ActionIcon>
  );
}

/** Every agent as a card, for a phone. */
export function SeatCards({ rows, onManage }: ListProps) {
  return (
    <ul className={classes.cards}>
      {rows.map((row) => (
        <Card key={row._id} row={row} onManage={onManage} />
      ))}
    </ul>
  );
}

const Card = memo(function Card({ row, onManage }: RowProps) {
  const t = useText();
  const figures = [
    [t('agentMonitor.columns.calls'), formatCount(row.callCount)],
    [t('agentMonitor.columns.talk'), formatDuration(row.talkSeconds)],
    [t('agentMonitor.columns.wrapUp'), formatDuration(row.wrapUpSeconds)],
    [t('agentMonitor.columns.breaks'), formatDuration(row.breakSeconds)],
  ] as const;
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <strong className={classes.name}>{row.fullName}</strong>
        <ManageButton row={row} onManage={onManage} />
      </div>
      <div className={classes.cardLine}>
        <StateCell row={row} />
        <Clock row={row} />
      </div>
      {row.loanId !== null && <LoanCell row={row} />}
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
});
