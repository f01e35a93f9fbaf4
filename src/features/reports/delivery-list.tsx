import { reportScheduleCalls } from '../../../contract/report-schedule.ts';
import type { ReportDelivery } from '../../../contract/report-schedule.ts';
import { countColumn, instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { useCallQuery, whileMoving } from '../../data/call-query.ts';
import { jobWords } from '../../lib/job-words.ts';
import { useText } from '../../lib/texts/texts.ts';

const TONES = {
  WAITING: 'info',
  READY: 'info',
  SENDING: 'info',
  SENT: 'good',
  RECORDED: 'quiet',
  SKIPPED: 'quiet',
  FAILED: 'danger',
  UNKNOWN: 'warn',
} as const;

const MOVING: ReadonlySet<ReportDelivery['state']> = new Set(['WAITING', 'READY', 'SENDING']);
const isMoving = ({ data }: { data: readonly ReportDelivery[] }) =>
  data.some(({ state }) => MOVING.has(state));

/** What a schedule sent to whom, with what came of it. */
export function DeliveryList({ id }: { id: string }) {
  const t = useText();
  const state = useOwnPage();
  const deliveries = useCallQuery(
    reportScheduleCalls.listReportDeliveries,
    { params: { id }, query: { page: state.page } },
    { keepsPrevious: true, isBackground: 'again', refetchInterval: whileMoving(5000, isMoving) },
  );
  const columns: DataColumn<ReportDelivery>[] = [
    textColumn('recipient', t('reportViews.recipient'), (row) => row.recipientName, {
      isFixed: true,
    }),
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: (row) => (
        <StatusChip tone={TONES[row.state]} label={t(`reportViews.states.${row.state}`)} />
      ),
    },
    instantColumn('due', t('reportViews.due'), (row) => row.dueAt),
    textColumn('file', t('words.file'), (row) => row.fileName ?? '–'),
    countColumn('rows', t('words.rows'), (row) => row.rowCount),
    textColumn('mail', t('words.email'), (row) =>
      row.subject === null ? '–' : `${row.address ?? ''}: ${row.subject}`,
    ),
    textColumn('problem', t('words.problem'), (row) =>
      row.error === null ? '–' : jobWords(row.error),
    ),
  ];
  return (
    <List<ReportDelivery>
      name="report-deliveries"
      label={t('reportViews.deliveries')}
      columns={columns}
      list={deliveries}
      state={state}
      hasColumnChooser={false}
      rowLabel={(row) => row.recipientName}
      empty={t('reportViews.noDeliveries')}
    />
  );
}
