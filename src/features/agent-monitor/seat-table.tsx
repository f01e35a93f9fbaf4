import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort, IconDotsVertical } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import type { SeatRow } from '../../../contract/agent-seat.ts';
import type { SortChange, TableSort } from '../../components/data-table-column.ts';
import { useWindowRows } from '../../components/use-window-rows.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { Clock, StateCell } from './seat-cells.tsx';
import { useTicking } from './use-ticking.ts';
import classes from './agent-monitor.module.css';

interface ListProps {
  rows: readonly SeatRow[];
  /** The server's clock minus the page's, milliseconds. */
  clockOffsetMs: number;
  /** Must be the same function from render to render: the rows are kept as they are. */
  onManage: (id: string) => void;
}

interface TableProps extends ListProps {
  sort: TableSort | null;
  onSort: (change: SortChange) => void;
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
const WIDTHS = [
  '17%',
  '15%',
  '9rem',
  '13%',
  '15%',
  '5.5rem',
  '6.5rem',
  '7rem',
  '8.5rem',
  '3.5rem',
] as const;
/** A row's likely height before it was measured, pixels. */
const ROW_PX = 46;
const CARD_PX = 142;
/** The top bar stays above the list, pixels. */
const COVERED_ABOVE = 56;

/** The rows near the screen, and how much of the list lies before and after them, pixels. */
function useSeats(
  list: RefObject<HTMLElement | null>,
  likelyPx: number,
  { rows, clockOffsetMs }: Pick<ListProps, 'rows' | 'clockOffsetMs'>,
) {
  const { virtual, top } = useWindowRows({
    list,
    count: rows.length,
    estimateSize: () => likelyPx,
    getItemKey: (index) => rows[index]?._id ?? index,
    coveredAbove: COVERED_ABOVE,
  });
  useTicking(list, clockOffsetMs);
  const items = virtual.getVirtualItems();
  const before = (items[0]?.start ?? top) - top;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  return { virtual, items, before, after };
}

/** Every agent as a table row; those far from the screen are left out of the page. */
export function SeatTable({ rows, clockOffsetMs, onManage, sort, onSort }: TableProps) {
  const t = useText();
  const list = useRef<HTMLTableElement>(null);
  const { virtual, items, before, after } = useSeats(list, ROW_PX, { rows, clockOffsetMs });
  return (
    <div className={classes.frame}>
      <table
        ref={list}
        className={classes.table}
        aria-label={t('menu.agentMonitor')}
        aria-rowcount={rows.length + 1}
      >
        <colgroup>
          {WIDTHS.map((width, at) => (
            <col key={COLUMNS[at]?.key ?? 'manage'} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {COLUMNS.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
            <th aria-label={t('common.more')} />
          </tr>
        </thead>
        <tbody>
          <Space height={before} />
          {items.map(({ index, key }) => (
            <TableRow
              key={key}
              row={rows[index]}
              index={index}
              measure={virtual.measureElement}
              onManage={onManage}
            />
          ))}
          <Space height={after} />
        </tbody>
      </table>
    </div>
  );
}

function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return <tr style={{ height }} aria-hidden />;
}

/** How a column orders the rows that are ordered so, by name first; null: not by it. */
const directionOf = (sort: TableSort | null, key: string) => {
  const { key: by, direction } = sort ?? { key: 'name', direction: 'asc' };
  return by === key ? direction : null;
};

function turned(sort: TableSort | null, key: string): TableSort {
  const direction = directionOf(sort, key);
  if (direction !== null) return { key, direction: direction === 'asc' ? 'desc' : 'asc' };
  return { key, direction: UPWARDS.has(key) ? 'asc' : 'desc' };
}

function Head(props: { column: (typeof COLUMNS)[number] } & Pick<TableProps, 'sort' | 'onSort'>) {
  const { column, sort, onSort } = props;
  const t = useText();
  const title = t(`agentMonitor.columns.${column.key}`);
  const figure = { 'data-figure': column.isFigure || undefined };
  if (UNSORTED.has(column.key)) return <th {...figure}>{title}</th>;
  const direction = directionOf(sort, column.key);
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
        onClick={() => onSort((current) => turned(current, column.key))}
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

interface PlacedProps extends Omit<RowProps, 'row'> {
  row: SeatRow | undefined;
  index: number;
  measure: (element: HTMLElement | null) => void;
}

const TableRow = memo(function TableRow({ row, index, measure, onManage }: PlacedProps) {
  if (row === undefined) return null;
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
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
  if (row.Loan_ID === null) return '—';
  const words = (
    <>
      {row.Customer_Name}
      <span className={classes.small}>{row.Loan_ID}</span>
    </>
  );
  // What the dialer called for somebody else's loan can be named, not opened.
  if (row.loanId === null) return <span>{words}</span>;
  return (
    <Link to={`/view-loan?loanId=${row.loanId}`} className={classes.loan}>
      {words}
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

/** Every agent as a card, for a phone; those far from the screen are left out of the page. */
export function SeatCards({ rows, clockOffsetMs, onManage }: ListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { virtual, items, before, after } = useSeats(list, CARD_PX, { rows, clockOffsetMs });
  return (
    <ul
      ref={list}
      className="rc-plain-list"
      style={{ paddingTop: Math.max(0, before), paddingBottom: Math.max(0, after) }}
    >
      {items.map(({ index, key }) => (
        <Card
          key={key}
          row={rows[index]}
          index={index}
          measure={virtual.measureElement}
          onManage={onManage}
        />
      ))}
    </ul>
  );
}

const Card = memo(function Card({ row, index, measure, onManage }: PlacedProps) {
  const t = useText();
  if (row === undefined) return null;
  const figures = [
    [t('agentMonitor.columns.calls'), formatCount(row.callCount)],
    [t('agentMonitor.columns.talk'), formatDuration(row.talkSeconds)],
    [t('agentMonitor.columns.wrapUp'), formatDuration(row.wrapUpSeconds)],
    [t('agentMonitor.columns.breaks'), formatDuration(row.breakSeconds)],
  ] as const;
  return (
    <li ref={measure} data-index={index} className={classes.place}>
      <div className={classes.card}>
        <div className={classes.cardHead}>
          <strong className="rc-words">{row.fullName}</strong>
          <ManageButton row={row} onManage={onManage} />
        </div>
        <div className={classes.cardLine}>
          <StateCell row={row} />
          <Clock row={row} />
        </div>
        {row.Loan_ID !== null && <LoanCell row={row} />}
        <dl className={classes.figures}>
          {figures.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  );
});
