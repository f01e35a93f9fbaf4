import type { Disposition } from '../../../contract/disposition.ts';
import type { ReportName } from '../../../contract/report-names.ts';
import type { Role } from '../../../contract/roles.ts';
import { FileThumbs } from '../../components/file-thumb.tsx';
import type { ListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { loanLinkOf } from '../../components/loan-link.ts';
import { SeenPictures, VisitPlace, earlierVisitsOf } from '../../components/visit-marks.tsx';
import type { LoanHref } from '../../components/visit-marks.tsx';
import { usePhone } from '../../components/use-phone.ts';
import { loadContactFile } from '../../data/files.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useReportColumns } from './report-columns.tsx';
import { useDailyReport } from './report-queries.ts';
import type { RowsQuery } from './report-query.ts';
import classes from './reports.module.css';

/** Every contact of a daily report, with its pictures and position; a row leads to its loan where the role may open it. */
export function ReportEntries(props: {
  name: ReportName;
  role: Role;
  query: RowsQuery;
  state: ListState;
  label: string;
}) {
  const { name, query, state } = props;
  const t = useText();
  const isPhone = usePhone();
  const channel = name === 'dailyCalls' ? 'CALL' : 'FIELD';
  const report = useDailyReport(channel, query, state);
  const href = loanLinkOf(props.role);
  return (
    <List<Disposition>
      hasExport={false}
      name={`report-rows-${name}`}
      label={props.label}
      columns={useReportColumns(channel, href)}
      list={report}
      state={state}
      rowId={(entry) => entry._id}
      rowLabel={(entry) => `${entry.Customer_Name}, ${entry.Loan_ID}`}
      // The files of a card are buttons: they stand beside its link, not inside it.
      {...(isPhone && { rowActions: (entry: Disposition) => entryExtras(entry, href) })}
      {...(href && { rowHref: (entry: Disposition) => href(entry.loanId) })}
      empty={t('reports.noEntries')}
      emptyFiltered={t('reports.noEntries')}
    />
  );
}

function entryExtras(entry: Disposition, href: LoanHref) {
  return (
    <div className={classes.extras}>
      {entry.position !== null && (
        <VisitPlace visit={{ ...entry, position: entry.position }} loanHref={href} />
      )}
      <FileThumbs files={entry.files} load={loadContactFile} />
      <SeenPictures earlier={earlierVisitsOf(entry.files)} loanHref={href} />
    </div>
  );
}
