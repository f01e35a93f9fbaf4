import { Button, Menu } from '@mantine/core';
import { IconColumns3, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../lib/texts/texts.ts';
import { useCountText } from './count-text.ts';
import { NO_SELECTION, selectedCount } from './data-table-column.ts';
import type { DataColumn, TableSelection } from './data-table-column.ts';
import { useFocusHeir } from './focus-heir.ts';
import { SearchBox } from './search-box.tsx';
import type { DataTableModel } from './use-data-table.ts';
import { usePhone } from './use-phone.ts';
import classes from './data-table.module.css';

interface ToolsProps<Row> {
  rows: readonly Row[] | undefined;
  columns: readonly DataColumn<Row>[];
  table: DataTableModel<Row>;
  totalCount: number;
  isCountExact?: boolean;
  selection?: TableSelection;
  onSelection?: (selection: TableSelection) => void;
  bulkActions?: ReactNode;
  isPageOnly?: boolean;
  search?: string;
  onSearch?: (search: string) => void;
  hasColumnChooser?: boolean;
  tools?: ReactNode;
  onResetColumns: () => void;
}

/** The line above a table: search and column chooser, or, while rows are selected, what to do with them. */
export function DataTableTools<Row>(props: ToolsProps<Row>) {
  const { selection = NO_SELECTION, onSearch, hasColumnChooser = true } = props;
  const isPhone = usePhone();
  const hasChooser = hasColumnChooser && props.columns.length > 1 && !isPhone;
  const hasTools = props.tools !== undefined && props.tools !== null;
  if (selectedCount(selection, props.totalCount) > 0) return <BulkBar {...props} />;
  // Columns that come with the rows bring their chooser: its line is there before.
  const isAwaited = hasColumnChooser && !isPhone && props.rows === undefined;
  if (onSearch === undefined && !hasChooser && !hasTools && !isAwaited) return null;
  return (
    <div className={classes.tools}>
      {onSearch !== undefined && <SearchBox value={props.search ?? ''} onChange={onSearch} />}
      <span className={classes.space} />
      {props.tools}
      {hasChooser && <ColumnChooser {...props} />}
    </div>
  );
}

function BulkBar<Row>({
  selection = NO_SELECTION,
  onSelection,
  totalCount,
  isCountExact,
  bulkActions,
  isPageOnly = false,
}: ToolsProps<Row>) {
  const t = useText();
  const total = useCountText(totalCount, isCountExact) ?? '';
  const count = selectedCount(selection, totalCount);
  const bar = useRef<HTMLDivElement>(null);
  useFocusHeir(bar);
  return (
    <div ref={bar} className={classes.tools} data-bulk>
      <output className={classes.bulkCount}>
        {selection.isAllMatching
          ? t('table.allMatching', { total })
          : t('table.selected', { count })}
      </output>
      {!isPageOnly && !selection.isAllMatching && count < totalCount && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onSelection?.({ ids: selection.ids, isAllMatching: true })}
        >
          {t('table.selectAllMatching', { total })}
        </Button>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconX size={14} aria-hidden />}
        onClick={() => onSelection?.(NO_SELECTION)}
      >
        {t('table.clearSelection')}
      </Button>
      <span className={classes.space} />
      {bulkActions}
    </div>
  );
}

function ColumnChooser<Row>({ table, columns, onResetColumns }: ToolsProps<Row>) {
  const t = useText();
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('words.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.chooser}>
        {table
          .getAllLeafColumns()
          .filter((column) => column.getCanHide())
          .map((column) => (
            <Menu.CheckboxItem
              key={column.id}
              checked={column.getIsVisible()}
              onChange={() => column.toggleVisibility()}
            >
              {columns.find((each) => each.key === column.id)?.title}
            </Menu.CheckboxItem>
          ))}
        <Menu.Divider />
        <Menu.Item onClick={onResetColumns}>{t('table.resetColumns')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
