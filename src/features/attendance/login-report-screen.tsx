import type { LoginReportRow } from '../../../contract/attendance.ts';
import { attendanceCalls } from '../../../contract/attendance.ts';
import { peopleChoices } from '../../components/filter-control.tsx';
import { givenFilters } from '../../components/given-filters.ts';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { StatTilesLoading } from '../../components/stat-tile.tsx';
import { SheetExport } from '../../components/sheet-export.tsx';
import { saveSheet } from '../../lib/sheet.ts';
import { useText } from '../../lib/texts/texts.ts';
import { loginReportSheet } from './attendance-sheets.ts';
import { useLoginReport, useTeam, useWholeLoginReport } from './attendance-queries.ts';
import type { LoginReportQuery } from './attendance-queries.ts';
import { useLoginReportColumns } from './login-report-columns.tsx';
import { MonthRange } from './month-range.tsx';
import { rangeOf } from './month.ts';
import { TimeTiles } from './time-tiles.tsx';

const FILTERS = { gte: 'day', lte: 'day', collectorId: 'list', search: 'text' } as const;

/** `/login-report` (manager): who of the team was at work when, a row per person and day. */
export function LoginReportScreen() {
  const t = useText();
  const url = useListState(attendanceCalls.readLoginReport.query, FILTERS, {
    isSizeChosen: true,
  });
  const range = rangeOf(url.values);
  const query: LoginReportQuery = { ...givenFilters<typeof FILTERS>(url.values), ...range };
  const report = useLoginReport({ ...url.asked, ...range });
  const columns = useLoginReportColumns();
  const team = useTeam().data ?? [];
  return (
    <Page>
      <PageHeader
        title={t('menu.loginReport')}
        actions={
          <SheetExport
            title={t('menu.loginReport')}
            query={query}
            whole={useWholeLoginReport()}
            sheetOf={({ rows, totals }) => loginReportSheet(rows, totals, t)}
            // Nothing of a lender's is in it: no watermark.
            saveAs={saveSheet}
          />
        }
      />
      <MonthRange range={range} filters={url} />
      <List<LoginReportRow>
        hasExport={false}
        name="login-report"
        label={t('menu.loginReport')}
        columns={columns}
        list={report}
        state={url}
        search={t('words.personSearch')}
        fields={[
          {
            kind: 'multi',
            key: 'collectorId',
            label: t('words.person'),
            options: peopleChoices(team),
          },
        ]}
        rowId={(row) => `${row.userId} ${row.day}`}
        rowLabel={(row) => `${row.fullName}, ${row.day}`}
        rowHref={(row) => `/attendance/${row.userId}?gte=${range.gte}&lte=${range.lte}`}
        empty={t('attendance.noneBody')}
        emptyFiltered={t('attendance.noneBody')}
      >
        {report.data === undefined ? (
          report.isPending && <StatTilesLoading hasComparison />
        ) : (
          <TimeTiles
            first={{ label: t('attendance.peopleAtWork'), value: report.data.totals.personCount }}
            totals={report.data.totals}
            perDay={report.data.totalCount}
          />
        )}
      </List>
    </Page>
  );
}
