import { Checkbox, Skeleton, Table } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../lib/texts/texts.ts';
import type { DataColumn, SortChange, TableSelection, TableSort } from './data-table-column.ts';
import type { DataTableModel } from './use-data-table.ts';
import classes from './data-table.module.css';

interface GridProps<Row> {
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[] | undefined;
  /** How many of them are no sums. */
  shown: number;
  rowLabel: (row: Row) => string;
  pageSize?: number;
  isFetching?: boolean;
  rowHref?: (row: Row) => string | null;
  onOpenRow?: (row: Row) => void;
  rowActions?: (row: Row) => ReactNode;
  selection?: TableSelection;
  onSort?: (change: SortChange) => void;
  table: DataTableModel<Row>;
}

// What scrolls must be reachable by keys, even where no row is a link.
const scrollable = { tabIndex: 0 };

type GridRow<Row> = ReturnType<DataTableModel<Row>['getRowModel']>['rows'][number];

/** The table of a DataTable: sticky head, sort buttons, check boxes, links in rows. */
export function DataTableGrid<Row>(props: GridProps<Row>) {
  const t = useText();
  return (
    <div className={classes.scroll} {...scrollable}>
      <Table
        className={classes.table}
        highlightOnHover={props.rowHref !== undefined}
        data-fetching={props.isFetching || undefined}
        data-waiting={props.rows === undefined || undefined}
        aria-label={props.label}
      >
        <Table.Thead className={classes.head}>
          {props.columns.length === 0 ? (
            <Table.Tr>
              {props.rows === undefined ? (
                <Table.Td />
              ) : (
                <Table.Th>{t('table.noColumns')}</Table.Th>
              )}
            </Table.Tr>
          ) : (
            <HeadRow {...props} />
          )}
        </Table.Thead>
        <Table.Tbody>
          {props.rows === undefined ? (
            <SkeletonRows {...props} />
          ) : (
            props.table
              .getRowModel()
              .rows.map((row) => <BodyRow key={row.id} {...props} gridRow={row} />)
          )}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function HeadRow<Row>({ table, columns, selection, rowActions, onSort }: GridProps<Row>) {
  const t = useText();
  const isWhole = selection?.isAllMatching === true || table.getIsAllRowsSelected();
  return (
    <Table.Tr>
      {selection !== undefined && (
        <Table.Th className={classes.check}>
          <Checkbox
            size="xs"
            aria-label={t('table.selectPage')}
            checked={isWhole}
            indeterminate={!isWhole && table.getIsSomeRowsSelected()}
            onChange={(event) => table.toggleAllRowsSelected(event.currentTarget.checked)}
          />
        </Table.Th>
      )}
      {table.getFlatHeaders().map((header) => {
        const column = columns.find((each) => each.key === header.column.id);
        if (!column || !header.column.getIsVisible()) return null;
        const sorted = header.column.getIsSorted();
        return (
          <Table.Th
            key={header.id}
            data-align={column.align}
            title={column.hint}
            style={column.width === undefined ? undefined : { width: column.width }}
            aria-sort={sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
          >
            {column.isSortable === true ? (
              <button
                type="button"
                className={classes.sort}
                data-sorted={sorted !== false || undefined}
                title={t('table.sortBy', { column: column.title })}
                onClick={() => onSort?.((current) => turned(current, column.key))}
              >
                {column.title}
                <SortIcon sorted={sorted} />
              </button>
            ) : (
              <span>{column.title}</span>
            )}
          </Table.Th>
        );
      })}
      {rowActions !== undefined && <Table.Th aria-label={t('common.more')} />}
    </Table.Tr>
  );
}

const turned = (current: TableSort | null, key: string): TableSort => ({
  key,
  direction: current?.key === key && current.direction === 'asc' ? 'desc' : 'asc',
});

function SortIcon({ sorted }: { sorted: false | 'asc' | 'desc' }) {
  const Icon = sorted === false ? IconArrowsSort : sorted === 'asc' ? IconArrowUp : IconArrowDown;
  return <Icon size={14} stroke={1.8} aria-hidden />;
}

function BodyRow<Row>(props: GridProps<Row> & { gridRow: GridRow<Row> }) {
  const { gridRow, selection, rowHref, rowActions, rowLabel, columns } = props;
  const t = useText();
  const row = gridRow.original.row;
  const href = rowHref?.(row) ?? null;
  const isSelected = selection?.isAllMatching === true || gridRow.getIsSelected();
  return (
    <Table.Tr
      className={classes.row}
      data-selected={isSelected || undefined}
      data-sum={gridRow.index >= props.shown || undefined}
    >
      {selection !== undefined && (
        <Table.Td className={classes.check}>
          <Checkbox
            size="xs"
            aria-label={t('table.selectRow', { name: rowLabel(row) })}
            checked={isSelected}
            disabled={selection.isAllMatching}
            onChange={(event) => gridRow.toggleSelected(event.currentTarget.checked)}
          />
        </Table.Td>
      )}
      {gridRow.getVisibleCells().map((cell, index) => {
        const column = columns.find((each) => each.key === cell.column.id);
        const content = column?.render(row);
        return (
          <Table.Td key={cell.id} data-align={column?.align}>
            {href === null || index > 0 ? (
              content
            ) : (
              // The link's own area is stretched over the whole row by CSS, so a click anywhere and
              // "open in a new tab" both work.
              <Link to={href} className={classes.link} onClick={() => props.onOpenRow?.(row)}>
                {content}
              </Link>
            )}
          </Table.Td>
        );
      })}
      {rowActions !== undefined && (
        <Table.Td className={classes.rowActions}>{rowActions(row)}</Table.Td>
      )}
    </Table.Tr>
  );
}

function SkeletonRows<Row>({ table, pageSize = 10, selection, rowActions }: GridProps<Row>) {
  // Hidden columns have no head: a cell of theirs would stand beside the table's.
  const shown = table.getVisibleLeafColumns().length;
  const cells = shown + (selection === undefined ? 0 : 1) + (rowActions === undefined ? 0 : 1);
  return Array.from({ length: Math.min(pageSize, 15) }, (_, row) => (
    <Table.Tr key={row} aria-hidden>
      {Array.from({ length: cells }, (__, cell) => (
        <Table.Td key={cell}>
          <Skeleton height={12} my={4} width={`${55 + ((row * 13 + cell * 29) % 40)}%`} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
