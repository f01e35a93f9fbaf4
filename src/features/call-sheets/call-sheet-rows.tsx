import { useMemo, useState } from 'react';
import type { TFunction } from 'i18next';
import type { CallSheet, CallSheetOutcome, CallSheetRow } from '../../../contract/call-sheet.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { DayText, PhoneText } from '../../components/figure.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatDuration } from '../../lib/duration.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useCallSheetRows } from './call-sheet-queries.ts';
import { OUTCOME_TONES } from './call-sheet-tones.ts';
import classes from '../../components/sheet-work.module.css';

/** The rows of a call sheet: what each says, what becomes of it and why; of one outcome, or all. */
export function CallSheetRows(props: { sheet: CallSheet; outcome: CallSheetOutcome | null }) {
  const { sheet, outcome } = props;
  const t = useText();
  const [page, setPage] = useState(1);
  const rows = useCallSheetRows(sheet, outcome, page);
  const columns = useMemo(() => columnsOf(t), [t]);
  if (rows.isError && rows.data === undefined)
    return <LoadProblem error={rows.error} onRetry={() => void rows.refetch()} />;
  return (
    <DataTable<CallSheetRow>
      name="call-sheet-rows"
      label={t('callSheets.rows')}
      columns={columns}
      rows={rows.data?.data}
      rowId={(row) => String(row.row)}
      rowLabel={(row) => `${t('callSheets.row')} ${row.row}`}
      totalCount={rows.data?.totalCount ?? 0}
      page={page}
      onPage={setPage}
      isFetching={rows.isPlaceholderData}
      renderCard={(row) => <RowCard row={row} />}
      empty={t('callSheets.noRows')}
    />
  );
}

function Outcome({ row }: { row: CallSheetRow }) {
  const t = useText();
  return (
    <StatusChip tone={OUTCOME_TONES[row.outcome]} label={t(`callSheets.outcome.${row.outcome}`)} />
  );
}

function Why({ row }: { row: CallSheetRow }) {
  if (row.reasons.length === 0) return null;
  return (
    <ul className={classes.reasons}>
      {row.reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}

function columnsOf(t: TFunction): DataColumn<CallSheetRow>[] {
  return [
    { key: 'row', title: t('callSheets.row'), align: 'right', render: (row) => row.row },
    {
      key: 'number',
      title: t('calls.number'),
      isFixed: true,
      render: (row) => (
        <>
          <PhoneText value={row.dialledNumber} />
          <div className={classes.quiet}>{row.convoxid}</div>
        </>
      ),
    },
    { key: 'at', title: t('calls.at'), render: (row) => <DayText value={row.at} show="both" /> },
    { key: 'outcome', title: t('callSheets.becomes'), render: (row) => <Outcome row={row} /> },
    {
      key: 'loan',
      title: t('calls.borrower'),
      render: (row) => (
        <>
          <div>{row.Customer_Name ?? '–'}</div>
          <div className={classes.quiet}>{row.Loan_ID}</div>
        </>
      ),
    },
    { key: 'agent', title: t('calls.agent'), render: (row) => row.agentName ?? row.agent ?? '–' },
    {
      key: 'result',
      title: t('calls.outcome'),
      render: (row) => (row.result === null ? '–' : t(`calls.result.${row.result}`)),
    },
    {
      key: 'talk',
      title: t('calls.talk'),
      align: 'right',
      render: (row) => (row.talkSeconds === null ? '–' : formatDuration(row.talkSeconds)),
    },
    {
      key: 'recording',
      title: t('calls.recording'),
      render: (row) => (row.hasRecording ? t('callSheets.has') : '–'),
    },
    { key: 'why', title: t('callSheets.why'), render: (row) => <Why row={row} /> },
  ];
}

function RowCard({ row }: { row: CallSheetRow }) {
  const t = useText();
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <strong className={classes.wrap}>
          {row.Customer_Name ?? <PhoneText value={row.dialledNumber} />}
        </strong>
        <Outcome row={row} />
      </div>
      <div className={classes.quiet}>
        {t('callSheets.row')} {row.row} · <DayText value={row.at} show="both" />
      </div>
      <div className={classes.quiet}>
        {[row.agentName ?? row.agent, row.result === null ? null : t(`calls.result.${row.result}`)]
          .filter((part) => part !== null)
          .join(' · ')}
      </div>
      <Why row={row} />
    </div>
  );
}
