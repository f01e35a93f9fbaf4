import { useText } from '../lib/texts/texts.ts';
import type { DataColumn } from './data-table-column.ts';
import type { ListAnswer, ListState } from './list-state.ts';
import { List } from './list.tsx';
import classes from './sheet-work.module.css';

/** Sheets that were uploaded before, with state and counts; a row opens its sheet. */
export function EarlierSheets<Sheet extends { _id: string; fileName: string }>(props: {
  /** Names the table. */
  name: string;
  sheets: ListAnswer<Sheet>;
  columns: readonly DataColumn<Sheet>[];
  state: ListState;
}) {
  const t = useText();
  return (
    <section className={classes.section} aria-label={t('sheetWork.earlier')}>
      <h2 className={classes.title}>{t('sheetWork.earlier')}</h2>
      <List<Sheet>
        name={props.name}
        label={t('sheetWork.earlier')}
        columns={props.columns}
        list={props.sheets}
        state={props.state}
        rowLabel={(sheet) => sheet.fileName}
        rowHref={(sheet) => `?sheet=${sheet._id}`}
        hasColumnChooser={false}
        empty={t('sheetWork.noSheets')}
      />
    </section>
  );
}
