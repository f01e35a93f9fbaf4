import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { REPORT_MEASURES } from '../../../contract/report-columns.ts';
import { REPORT_DETAILS } from '../../../contract/report-details.ts';
import type { Measure } from '../../../contract/report-columns.ts';
import type { Detail } from '../../../contract/report-details.ts';
import type { ReportName } from '../../../contract/report-names.ts';
import { reportEngineCalls } from '../../../contract/report-engine.ts';
import type { ReportRows } from '../../../contract/report-engine.ts';
import { loanLinkOf } from '../../components/loan-link.ts';
import type { Role } from '../../../contract/roles.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import type { ListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { TwoLines } from '../../components/figure.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { RowsQuery } from './report-query.ts';
import { detailText, isFigure, sumText } from './report-value.ts';
import classes from './reports.module.css';

type Row = ReportRows['data'][number] & { readonly place: number };

/** Facts of many words: they need room. */
const LONG: ReadonlySet<Detail> = new Set(['address', 'remarks']);

/** Times break between day and time only. */
const classOf = (key: Detail): string | undefined => {
  if (LONG.has(key)) return classes.long;
  const { kind } = REPORT_DETAILS[key];
  return kind === 'instant' || kind === 'day' ? classes.time : undefined;
};

const isNothing = (cell: string | number | null | undefined): boolean =>
  cell === null || cell === undefined || cell === '';

/** A fact of a row; long and timed ones with the room they need. */
function factOf(t: TFunction, key: Detail, cell: string | number | null | undefined) {
  const text = detailText(t, key, cell);
  const className = isNothing(cell) ? undefined : classOf(key);
  return className === undefined ? text : <span className={className}>{text}</span>;
}

/** The borrower, and below the loan's number: the first two facts of most reports' rows. */
const borrowerColumn = (t: TFunction): DataColumn<Row> => ({
  key: 'loanNumber',
  title: t('words.borrower'),
  isFixed: true,
  render: ({ cells }) => <TwoLines first={cells[1]} second={cells[0]} />,
});

/** A few columns are enough to know a row; the others are a choice away. */
const SHOWN_AT_FIRST = 12;

function useColumns(rows: ReportRows | undefined, measure: Measure | undefined): DataColumn<Row>[] {
  const t = useText();
  return useMemo(() => {
    if (rows === undefined) return [];
    // What is due stands among what the rows tell.
    const tellsDue = rows.details.includes('totalDue');
    const detail = (key: Detail, at: number): DataColumn<Row> => ({
      key,
      title: t(`reportWords.detail.${key}`),
      isFixed: at === 0,
      // Behind one figure, what none of its rows tells needs no room.
      isHiddenAtFirst:
        at >= SHOWN_AT_FIRST ||
        (measure !== undefined && at > 1 && rows.data.every((row) => isNothing(row.cells[at]))),
      ...(at === 1 && { card: 'line' as const }),
      ...(isFigure(REPORT_DETAILS[key].kind) && { align: 'right' as const }),
      render: (row) => factOf(t, key, row.cells[at]),
    });
    const added = (key: Measure, at: number): DataColumn<Row> => ({
      key: `sum-${key}`,
      title: t(`reportWords.measure.${key}`),
      hint: t(`reportWords.says.${key}`),
      align: 'right',
      // Of one figure's rows only that figure; a row that only counts tells nothing by its 1.
      isHiddenAtFirst:
        measure === undefined
          ? REPORT_MEASURES[key].kind === 'count' || (key === 'due' && tellsDue)
          : key !== measure,
      ...(key === measure && { card: 'aside' as const }),
      render: (row) => sumText(key, row.sums[at]),
    });
    const details = rows.details.map(detail);
    const [first, second] = rows.details;
    const names =
      first === 'loanNumber' && second === 'customer' ? [borrowerColumn(t)] : details.slice(0, 2);
    const sums = rows.measures.map(added).filter((_, at) => rows.totals[at] !== null);
    // The opened figure stands right after what names its row.
    const isOpened = ({ key }: DataColumn<Row>) => key === `sum-${measure}`;
    return [
      ...names,
      ...sums.filter(isOpened),
      ...details.slice(2),
      ...sums.filter((column) => !isOpened(column)),
    ];
  }, [rows, measure, t]);
}

/** The rows behind a report, or behind one of its figures, with their sum. */
export function ReportRowList(props: {
  name: ReportName;
  role: Role;
  query: RowsQuery;
  state: ListState;
  label: string;
}) {
  const { name, query, state } = props;
  const t = useText();
  const rows = useCallQuery(
    reportEngineCalls.readReportRows,
    { params: { report: name }, query: { ...query, page: state.page, pageSize: state.pageSize } },
    { keepsPrevious: true },
  );
  const { data } = rows;
  const columns = useColumns(data, query.measure);
  const href = loanLinkOf(props.role);
  const shown = data && {
    ...data,
    data: data.data.map((row, place): Row => ({ ...row, place })),
  };
  const { measure } = query;
  return (
    <List<Row>
      hasExport={false}
      name={`report-rows-${name}`}
      label={props.label}
      columns={columns}
      list={{ ...rows, data: shown }}
      state={state}
      // Of money there is no row of its own: the place on the page tells them apart.
      rowId={(row) => `${row._id}/${row.loanId}/${row.place}`}
      rowLabel={(row) => String(row.cells[0] ?? '')}
      {...(href && { rowHref: (row: Row) => href(row.loanId) })}
      empty={t('reportWords.empty')}
    >
      {data !== undefined && measure !== undefined && (
        <output>
          {t('reportWords.rowsTotal', {
            count: data.totalCount,
            total: sumText(measure, data.totals[data.measures.indexOf(measure)]),
          })}
        </output>
      )}
    </List>
  );
}
