import type { ReactNode } from 'react';
import { useText } from '../lib/texts/texts.ts';
import type { DataColumn } from './data-table-column.ts';
import { DataTable } from './data-table.tsx';
import { LoadProblem } from './load-problem.tsx';
import classes from './sheet-work.module.css';

/** A page of sheets, as its query has it. */
interface SheetPage<Sheet> {
  readonly data: { readonly data: readonly Sheet[]; readonly totalCount: number } | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Sheets that were uploaded before, with state and counts; a row opens its sheet. */
export function EarlierSheets<Sheet extends { _id: string; fileName: string }>(props: {
  /** Names the table. */
  name: string;
  sheets: SheetPage<Sheet>;
  columns: readonly DataColumn<Sheet>[];
  page: number;
  onPage: (page: number) => void;
  renderCard: (sheet: Sheet) => ReactNode;
}) {
  const t = useText();
  const { sheets } = props;
  if (sheets.isError && sheets.data === undefined)
    return <LoadProblem error={sheets.error} onRetry={() => void sheets.refetch()} />;
  return (
    <section className={classes.section} aria-label={t('sheetWork.earlier')}>
      <h2 className={classes.title}>{t('sheetWork.earlier')}</h2>
      <DataTable<Sheet>
        name={props.name}
        label={t('sheetWork.earlier')}
        columns={props.columns}
        rows={sheets.data?.data}
        rowId={(sheet) => sheet._id}
        rowLabel={(sheet) => sheet.fileName}
        rowHref={(sheet) => `?sheet=${sheet._id}`}
        totalCount={sheets.data?.totalCount ?? 0}
        page={props.page}
        onPage={props.onPage}
        isFetching={sheets.isPlaceholderData}
        hasColumnChooser={false}
        renderCard={props.renderCard}
        empty={t('sheetWork.noSheets')}
      />
    </section>
  );
}

/** A sheet in the list of a phone: its file, where it stands, whose it is, and what came of its rows. */
export function SheetCard(props: {
  fileName: string;
  chip: ReactNode;
  from: string;
  children: ReactNode;
}) {
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <strong className={classes.wrap}>{props.fileName}</strong>
        {props.chip}
      </div>
      <div className={classes.quiet}>{props.from}</div>
      {props.children}
    </div>
  );
}
