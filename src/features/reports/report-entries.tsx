import type { Disposition } from '../../../contract/disposition.ts';
import type { DispositionReport } from '../../../contract/report.ts';
import type { Role } from '../../../contract/roles.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FileThumbs } from '../../components/file-thumb.tsx';
import { PositionText } from '../../components/position-text.tsx';
import { usePhone } from '../../components/use-phone.ts';
import { loadContactFile } from '../../data/files.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useReportColumns } from './report-columns.tsx';
import type { ReportChannel } from './report-queries.ts';
import classes from './reports.module.css';

const LOAN_READERS: ReadonlySet<Role> = new Set(['ADMIN', 'MANAGER']);

interface EntriesProps {
  channel: ReportChannel;
  role: Role;
  report: DispositionReport;
  isFetching: boolean;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
}

/** Every disposition of the range, a page at a time; a row leads to its loan where the role may open it. */
export function ReportEntries(props: EntriesProps) {
  const { channel, report } = props;
  const t = useText();
  const isPhone = usePhone();
  const columns = useReportColumns(channel);
  return (
    <DataTable<Disposition>
      name={`report-${channel.toLowerCase()}`}
      label={t('reports.entries')}
      columns={columns}
      rows={report.data}
      rowId={(entry) => entry._id}
      rowLabel={(entry) => `${entry.Customer_Name}, ${entry.Loan_ID}`}
      totalCount={report.totalCount}
      page={props.page}
      onPage={props.onPage}
      pageSize={props.pageSize}
      isFetching={props.isFetching}
      // The files of a card are buttons: they stand beside its link, not inside it.
      {...(isPhone && { rowActions: entryExtras })}
      {...(LOAN_READERS.has(props.role) && {
        rowHref: (entry: Disposition) => `/view-loan?loanId=${entry.loanId}`,
      })}
      empty={t('reports.noEntries')}
    />
  );
}

function entryExtras(entry: Disposition) {
  return (
    <div className={classes.extras}>
      {entry.position !== null && <PositionText position={entry.position} />}
      <FileThumbs files={entry.files} load={loadContactFile} />
    </div>
  );
}
