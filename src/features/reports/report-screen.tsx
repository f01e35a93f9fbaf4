import { useState } from 'react';
import type { ReactNode } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { ReportName } from '../../../contract/report-names.ts';
import { reportEngineCalls } from '../../../contract/report-engine.ts';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { PageSizeSelect, useUrlPageSize } from '../../components/page-size.tsx';
import { StatTilesLoading } from '../../components/stat-tile.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { OpenedRows } from './opened-rows.tsx';
import { RangeBar } from './range-bar.tsx';
import { ReportActions, ReportTotals } from './engine-tools.tsx';
import type { ReportView } from './engine-tools.tsx';
import { isOfNow, reportDays } from './report-days.ts';
import { applyLook, currentLook } from './report-look.ts';
import { ReportChart } from './report-chart.tsx';
import { FigureMeanings, GroupTools, ReportFigures } from './report-figures.tsx';
import type { OpenedFigure } from './report-figures.tsx';
import {
  ENGINE_FILTERS,
  filterOf,
  groupOf,
  isOfContacts,
  useEngineFields,
} from './report-query.ts';
import { ReportRowList } from './report-rows.tsx';
import { ViewBar } from './view-bar.tsx';
import classes from './reports.module.css';

interface ReportScreenProps {
  name: ReportName;
  user: LoggedInUser;
  firstView?: ReportView;
  /** What shows its rows; without it they are those of the engine. */
  entries?: typeof ReportRowList;
  /** What belongs below it. */
  children?: ReactNode;
}

/** Where a report stands, by the address, and its figures. */
function useReport({ name, firstView = 'figures' }: ReportScreenProps) {
  const url = useUrlFilters(ENGINE_FILTERS);
  const [pageSize, setPageSize] = useUrlPageSize();
  const { view: asked, by: given, compare } = url.values;
  const view: ReportView = asked === 'rows' || asked === 'figures' ? asked : firstView;
  const by = groupOf(given);
  const filter = filterOf(name, url);
  const isCompared = compare === '1' && !isOfNow(name);
  const query = { ...filter, ...(by !== undefined && { by }) };
  const report = useCallQuery(
    reportEngineCalls.readReport,
    {
      params: { report: name },
      query: {
        ...query,
        ...(isCompared && { compare: '1' as const }),
        page: view === 'figures' ? url.page : 1,
        pageSize,
      },
    },
    { keepsPrevious: true },
  );
  const state = { page: url.page, setPage: url.setPage, pageSize };
  return { url, view, filter, query, isCompared, report, state, setPageSize };
}

/** A report of the engine: range and filters, totals, figures by group or the rows themselves; saved as shown. */
export function ReportScreen(props: ReportScreenProps) {
  const { name, user, firstView = 'figures', entries: Rows = ReportRowList } = props;
  const t = useText();
  const shown = useReport(props);
  const { url, view, filter, report, state } = shown;
  const { data } = report;
  const isAwaited = data === undefined && !report.isError;
  // A look that is chosen brings its columns: tables read them when they are made.
  const [looks, setLooks] = useState(0);
  return (
    <Page>
      <PageHeader
        title={t(`reportWords.title.${name}`)}
        subtitle={t(`reportWords.about.${name}`)}
        actions={
          <ReportActions
            name={name}
            query={shown.query}
            view={view}
            isEmpty={data?.totalCount === 0}
          />
        }
      />
      <div className={classes.bar}>
        {!isOfNow(name) && <RangeBar days={reportDays(name, url.values)} filters={url} />}
        <Views shown={shown} name={name} user={user} onApply={() => setLooks(looks + 1)} />
      </div>
      <FilterBar
        filters={url}
        fields={useEngineFields(name, user.role)}
        shownFields={3}
        searchKey="search"
        searchLabel={t(isOfContacts(name) ? 'reports.search' : 'words.loanOrBorrower')}
        extra={<PageSizeSelect value={state.pageSize} onChange={shown.setPageSize} />}
      />
      <Totals {...shown} />
      <ViewTabs
        label={t(`reportWords.title.${name}`)}
        value={view}
        onChange={(next) => url.change({ view: next === firstView ? null : next })}
        tabs={[
          { value: 'figures', label: t('words.figures') },
          { value: 'rows', label: t('words.rows') },
        ]}
      />
      {view === 'rows' ? (
        <Rows
          key={looks}
          name={name}
          role={user.role}
          query={filter}
          state={state}
          label={t('words.rows')}
        />
      ) : (
        <FiguresView key={looks} shown={shown} name={name} user={user} />
      )}
      {!isAwaited && props.children}
    </Page>
  );
}

/** The sums above, or their room while they are on their way. */
function Totals({ report, isCompared }: ReturnType<typeof useReport>) {
  if (report.data !== undefined) return <ReportTotals answer={report.data} />;
  return report.isError ? null : <StatTilesLoading hasComparison={isCompared} />;
}

function Views(
  props: Pick<ReportScreenProps, 'name' | 'user'> & {
    shown: ReturnType<typeof useReport>;
    onApply: () => void;
  },
) {
  const { name, user, onApply } = props;
  const { url, view } = props.shown;
  return (
    <div className={`rc-row-12 rc-plain-group ${classes.saved}`}>
      <ViewBar
        name={name}
        user={user}
        look={() => currentLook(name, url, view)}
        onApply={(look) => {
          applyLook(name, url, look);
          onApply();
        }}
      />
    </div>
  );
}

function FiguresView({
  shown,
  name,
  user,
}: ReportScreenProps & { shown: ReturnType<typeof useReport> }) {
  const { report, url, filter, query, state } = shown;
  const { data } = report;
  const t = useText();
  const [opened, setOpened] = useState<OpenedFigure | null>(null);
  return (
    <>
      <GroupTools
        answer={data}
        filters={url}
        hasRange={!isOfNow(name)}
        isCompared={shown.isCompared}
      />
      {data !== undefined && <ReportChart answer={data} query={query} />}
      <ReportFigures
        name={name}
        label={t('words.figures')}
        answer={data}
        list={report}
        state={state}
        onOpen={setOpened}
      />
      {data !== undefined && <FigureMeanings answer={data} />}
      {opened !== null && (
        <OpenedRows
          name={name}
          role={user.role}
          query={filter}
          figure={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
