import {
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import type { ColumnDef, ReactTable, Updater } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { columnChoice, keepColumnChoice } from './column-choice.ts';
import type { ColumnChoice } from './column-choice.ts';
import type { DataColumn, TableSelection, TableSort } from './data-table-column.ts';
import { NO_SELECTION } from './data-table-column.ts';

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature });

/** The table model behind a DataTable. */
export type DataTableModel<Row> = ReactTable<typeof features, WrappedRow<Row>>;

/** A row as the model holds it: wrapped, since the model wants objects and `Row` is free. */
export interface WrappedRow<Row> {
  row: Row;
}

interface ModelInput<Row> {
  name: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  sort?: TableSort | null;
  selection?: TableSelection;
  onSelection?: (selection: TableSelection) => void;
}

/** Builds the table model: kept column choice, server sort, selection that outlives a page. */
export function useDataTable<Row>(input: ModelInput<Row>): {
  table: DataTableModel<Row>;
  resetColumns: () => void;
} {
  const { columns, rows, rowId, selection = NO_SELECTION } = input;
  const choice = useColumnChoice(input.name, columns);
  const data = useMemo(() => (rows ?? []).map((row) => ({ row })), [rows]);
  const defs = useMemo(() => columns.map((column) => toColumnDef(column)), [columns]);
  const rowSelection = useMemo(
    () => Object.fromEntries([...selection.ids].map((id) => [id, true as const])),
    [selection],
  );
  const table = useTable({
    features,
    columns: defs,
    data,
    getRowId: (wrapped: WrappedRow<Row>) => rowId(wrapped.row),
    manualSorting: true,
    state: {
      columnVisibility: choice.visibility,
      rowSelection,
      sorting: input.sort ? [{ id: input.sort.key, desc: input.sort.direction === 'desc' }] : [],
    },
    onColumnVisibilityChange: choice.change,
    onRowSelectionChange: (updater) => {
      const next = resolve(updater, rowSelection);
      const ids = new Set(Object.keys(next).filter((id) => next[id] === true));
      input.onSelection?.({ ids, isAllMatching: false });
    },
  });
  return { table, resetColumns: choice.reset };
}

function resolve<Value extends object>(updater: Updater<Value>, current: Value): Value {
  return typeof updater === 'function' ? updater(current) : updater;
}

function toColumnDef<Row>(column: DataColumn<Row>): ColumnDef<typeof features, WrappedRow<Row>> {
  return {
    id: column.key,
    header: column.title,
    accessorFn: (wrapped) => wrapped.row,
    cell: (context) => column.render(context.row.original.row),
    enableSorting: column.isSortable === true,
    enableHiding: column.isFixed !== true,
  };
}

/** The shown columns of a table, kept on this device under the table's name. */
function useColumnChoice<Row>(name: string, columns: readonly DataColumn<Row>[]) {
  const [chosen, setChosen] = useState<ColumnChoice>(() => columnChoice(name));
  const atFirst = Object.fromEntries(
    columns.filter((column) => column.isHiddenAtFirst).map((column) => [column.key, false]),
  );
  const visibility = { ...atFirst, ...chosen };
  const keep = (next: ColumnChoice) => {
    keepColumnChoice(name, next);
    setChosen(next);
  };
  return {
    visibility,
    change: (updater: Updater<ColumnChoice>) => keep(resolve(updater, visibility)),
    reset: () => keep(Object.fromEntries(columns.map((column) => [column.key, true]))),
  };
}
