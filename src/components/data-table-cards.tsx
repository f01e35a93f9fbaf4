import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../lib/texts/texts.ts';
import type { TableSelection } from './data-table-column.ts';
import classes from './data-table.module.css';

interface CardsProps<Row> {
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  rowHref?: (row: Row) => string;
  onOpenRow?: (row: Row) => void;
  rowActions?: (row: Row) => ReactNode;
  renderCard: (row: Row) => ReactNode;
  selection?: TableSelection;
  onSelection?: (selection: TableSelection) => void;
  isFetching?: boolean;
}

/** A DataTable's rows as cards, for a phone. */
export function DataTableCards<Row>(props: CardsProps<Row>) {
  return (
    <ul className={classes.cards} data-fetching={props.isFetching || undefined}>
      {(props.rows ?? []).map((row) => (
        <CardRow key={props.rowId(row)} {...props} row={row} />
      ))}
    </ul>
  );
}

function CardRow<Row>(props: CardsProps<Row> & { row: Row }) {
  const { row, rowId, rowLabel, rowHref, rowActions, renderCard, selection } = props;
  const t = useText();
  const id = rowId(row);
  const toggle = (isOn: boolean) => {
    const ids = new Set(selection?.ids);
    if (isOn) ids.add(id);
    else ids.delete(id);
    props.onSelection?.({ ids, isAllMatching: false });
  };
  return (
    <li className={classes.card}>
      {selection !== undefined && (
        <Checkbox
          size="md"
          className={classes.cardCheck}
          aria-label={t('table.selectRow', { name: rowLabel(row) })}
          checked={selection.isAllMatching || selection.ids.has(id)}
          disabled={selection.isAllMatching}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
      )}
      {rowHref === undefined ? (
        <div className={classes.cardBody}>{renderCard(row)}</div>
      ) : (
        <Link to={rowHref(row)} className={classes.cardBody} onClick={() => props.onOpenRow?.(row)}>
          {renderCard(row)}
        </Link>
      )}
      {rowActions?.(row)}
    </li>
  );
}
