import { useMemo } from 'react';
import type { CardPlace, DataColumn } from '../../components/data-table-column.ts';
import { DayRange } from '../../components/day-range.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { choices, peopleChoices } from '../../components/filter-control.tsx';
import { givenFilters } from '../../components/given-filters.ts';
import { List } from '../../components/list.tsx';
import { useUrlPageSize } from '../../components/page-size.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { StatTilesLoading } from '../../components/stat-tile.tsx';
import { SheetExport } from '../../components/sheet-export.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useMarkedSheet } from '../../data/marked-sheet.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { ReportColumn } from './report-columns.ts';
import { daysOf } from './report-days.ts';
import { useReport, useReportChoices, useWholeReport } from './report-queries.ts';
import type { ReportFigures, ReportQuery, ReportSource } from './report-queries.ts';
import { ReportTiles } from './report-tiles.tsx';
import classes from './dialer-reports.module.css';

const FILTERS = {
  gte: 'day',
  lte: 'day',
  collectorId: 'list',
  process: 'list',
  search: 'text',
} as const;

/** What makes a report of the three. */
export interface ReportPlan<Row extends ReportFigures> {
  readonly source: ReportSource<Row>;
  readonly title: string;
  /** Which calls it counts, where that may be taken for all that were recorded. */
  readonly about?: string;
  /** What names a row, before its figures. */
  readonly names: readonly ReportColumn<Row>[];
  readonly figures: readonly ReportColumn<ReportFigures>[];
  /** Figures of the rows that the sums do not have. */
  readonly own?: readonly ReportColumn<Row>[];
  readonly rowId: (row: Row) => string;
  readonly rowLabel: (row: Row) => string;
}

/** The last row of every page: the sums of all pages. */
type Shown<Row> = { row: Row } | { totals: ReportFigures; count: number };

/** A dialer report: range, filters, sums, table with its totals row, export of exactly what is shown. */
export function DialerReport<Row extends ReportFigures>({ plan }: { plan: ReportPlan<Row> }) {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const [pageSize, setPageSize] = useUrlPageSize();
  const days = daysOf(url.values);
  const query: ReportQuery = { ...givenFilters<typeof FILTERS>(url.values), ...days };
  const report = useReport(plan.source, { ...query, page: url.page, pageSize });
  const fields = useFilterFields();
  const { data } = report;
  const columns = useShownColumns(plan);
  return (
    <Page>
      <PageHeader
        title={plan.title}
        subtitle={plan.about}
        actions={
          <SheetExport
            title={plan.title}
            query={query}
            whole={useWholeReport(plan.source)}
            sheetOf={(whole) => sheetOf(plan, whole, t('words.total'))}
            saveAs={useMarkedSheet(plan.source.name)}
          />
        }
      />
      <DayRange label={t('dialerReports.range')} days={days} onChange={url.change} />
      <List<Shown<Row>>
        hasExport={false}
        name={plan.source.name}
        sumRows={1}
        label={plan.title}
        columns={columns}
        list={{ ...report, data: data && { ...data, data: shownRows(data) } }}
        state={{ ...url, pageSize, setPageSize }}
        search={t('words.agentSearch')}
        fields={fields}
        rowId={(shown) => ('row' in shown ? plan.rowId(shown.row) : 'totals')}
        rowLabel={(shown) => ('row' in shown ? plan.rowLabel(shown.row) : t('words.total'))}
        empty={t('dialerReports.none')}
        emptyFiltered={t('dialerReports.none')}
      >
        {data === undefined ? (
          report.isPending && <StatTilesLoading hasComparison />
        ) : (
          <ReportTiles totals={data.totals} />
        )}
      </List>
    </Page>
  );
}

function useFilterFields(): FilterField[] {
  const t = useText();
  const { agents = [], processes = [] } = useReportChoices().data ?? {};
  return [
    {
      kind: 'multi',
      key: 'collectorId',
      label: t('words.agent'),
      options: peopleChoices(agents),
    },
    {
      kind: 'multi',
      key: 'process',
      label: t('dialerReports.process'),
      options: choices(processes),
    },
  ];
}

function shownRows<Row extends ReportFigures>(data: {
  data: readonly Row[];
  totals: ReportFigures;
  totalCount: number;
}): Shown<Row>[] {
  if (data.data.length === 0) return [];
  return [...data.data.map((row) => ({ row })), { totals: data.totals, count: data.totalCount }];
}

function useShownColumns<Row extends ReportFigures>(plan: ReportPlan<Row>) {
  const t = useText();
  return useMemo((): DataColumn<Shown<Row>>[] => {
    const base = ({ key, title, isFigure, isHiddenAtFirst, isMain }: ReportColumn<never>) => ({
      key,
      title,
      ...(isFigure === true && { align: 'right' as const }),
      ...(isHiddenAtFirst === true && { isHiddenAtFirst }),
      card: cardOf(isFigure, isMain),
    });
    const totalWords = (at: number) => (at === 0 ? <strong>{t('words.total')}</strong> : '');
    const ofRows = (column: ReportColumn<Row>, at: number): DataColumn<Shown<Row>> => ({
      ...base(column),
      isFixed: at === 0,
      render: (shown) =>
        'row' in shown ? (
          <span className="rc-one-line">{column.text(shown.row)}</span>
        ) : (
          totalWords(at)
        ),
    });
    const ofAll = (column: ReportColumn<ReportFigures>): DataColumn<Shown<Row>> => ({
      ...base(column),
      render: (shown) =>
        'row' in shown ? (
          column.text(shown.row)
        ) : (
          <strong className={classes.sum}>{column.text(shown.totals)}</strong>
        ),
    });
    return [
      ...plan.names.map(ofRows),
      ...plan.figures.map(ofAll),
      ...(plan.own ?? []).map((column) => ofRows(column, 1)),
    ];
  }, [plan, t]);
}

/** Names head a card; of the figures it shows the main ones. */
const cardOf = (isFigure?: boolean, isMain?: boolean): CardPlace =>
  isFigure !== true ? 'title' : isMain === true ? 'fact' : 'hidden';

/** The rows and their sums as a sheet. */
function sheetOf<Row extends ReportFigures>(
  { names, figures, own = [] }: ReportPlan<Row>,
  { rows, totals }: { rows: readonly Row[]; totals: ReportFigures },
  total: string,
) {
  const columns = [...names, ...figures, ...own];
  return {
    head: columns.map(({ title }) => title),
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
    totals: [
      ...names.map((_, at) => (at === 0 ? total : '')),
      ...figures.map(({ cell }) => cell(totals)),
    ],
  };
}
