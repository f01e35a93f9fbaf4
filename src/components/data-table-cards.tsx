import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../lib/texts/texts.ts';
import { cardPlace } from './data-table-column.ts';
import type { CardPlace, DataColumn, TableSelection } from './data-table-column.ts';
import classes from './data-table.module.css';

interface CardsProps<Row> {
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  rowHref?: (row: Row) => string | null;
  onOpenRow?: (row: Row) => void;
  rowActions?: (row: Row) => ReactNode;
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
  const { row, rowId, rowLabel, rowHref, rowActions, selection } = props;
  const t = useText();
  const id = rowId(row);
  const href = rowHref?.(row) ?? null;
  const content = <ColumnCard columns={props.columns} row={row} />;
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
      {href === null ? (
        <div className={classes.cardBody}>{content}</div>
      ) : (
        <Link to={href} className={classes.cardBody} onClick={() => props.onOpenRow?.(row)}>
          {content}
        </Link>
      )}
      {rowActions !== undefined && <div className={classes.cardActions}>{rowActions(row)}</div>}
    </li>
  );
}

/** A row's columns, each in its place on the card. */
function ColumnCard<Row>({ columns, row }: { columns: readonly DataColumn<Row>[]; row: Row }) {
  const at = (place: CardPlace) =>
    columns.flatMap((column) => {
      const content = cardPlace(column) === place ? column.render(row) : null;
      return isNothing(content) ? [] : [{ ...column, content }];
    });
  const asides = at('aside');
  const facts = at('fact');
  return (
    <div className={classes.columnCard}>
      <div className={classes.cardHead}>
        <div className={classes.cardTitle}>{at('title').map(keyed)}</div>
        {asides.length > 0 && <div className={classes.cardAside}>{asides.map(asided)}</div>}
      </div>
      {at('line').map(keyed)}
      {facts.length > 0 && (
        <dl className={classes.cardFacts}>
          {facts.map(({ key, title, content }) => (
            <div key={key}>
              <dt>{title}</dt>
              <dd>{content}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** A figure at the right says what it is; a state says it by itself. */
const asided = <Row,>({ key, title, align, content }: DataColumn<Row> & { content: ReactNode }) => (
  <div key={key}>
    {align === 'right' && <span className={classes.cardSays}>{title}</span>}
    {content}
  </div>
);

const keyed = ({ key, content }: { key: string; content: ReactNode }) => (
  <div key={key}>{content}</div>
);

/** Whether a cell tells nothing: on a card it needs no room. */
const isNothing = (content: ReactNode): boolean =>
  content === null ||
  content === undefined ||
  content === false ||
  content === '' ||
  content === '–';
