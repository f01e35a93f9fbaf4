import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import type { CallSheet, CallSheetOutcome, CallSheetRow } from '../../../contract/call-sheet.ts';
import { instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { PhoneText, TwoLines } from '../../components/figure.tsx';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatDuration } from '../../lib/duration.ts';
import { fileWords } from '../../lib/file-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useCallSheetRows } from './call-sheet-queries.ts';
import { OUTCOME_TONES } from './call-sheet-tones.ts';
import classes from '../../components/sheet-work.module.css';

/** The rows of a call sheet: what each says, what becomes of it and why; of one outcome, or all. */
export function CallSheetRows(props: { sheet: CallSheet; outcome: CallSheetOutcome | null }) {
  const { sheet, outcome } = props;
  const t = useText();
  const state = useOwnPage();
  const rows = useCallSheetRows(sheet, outcome, state.page);
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <List<CallSheetRow>
      name="call-sheet-rows"
      label={t('callSheets.rows')}
      columns={columns}
      list={rows}
      state={state}
      rowId={(row) => String(row.row)}
      rowLabel={(row) => `${t('words.row')} ${row.row}`}
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
  return (
    <ul className={classes.reasons}>
      {row.reasons.map((reason) => (
        <li key={reason}>{fileWords(reason)}</li>
      ))}
    </ul>
  );
}

function columnsOf(t: TFunction): DataColumn<CallSheetRow>[] {
  return [
    textColumn('row', t('words.row'), (row) => row.row, { card: 'aside', align: 'right' }),
    {
      key: 'number',
      title: t('calls.number'),
      isFixed: true,
      render: (row) => (
        <TwoLines first={<PhoneText value={row.dialledNumber} />} second={row.convoxid} />
      ),
    },
    instantColumn('at', t('words.when'), (row) => row.at),
    {
      key: 'outcome',
      title: t('callSheets.becomes'),
      card: 'aside',
      render: (row) => <Outcome row={row} />,
    },
    {
      key: 'loan',
      title: t('words.borrower'),
      render: (row) => <TwoLines first={row.Customer_Name ?? '–'} second={row.Loan_ID} />,
    },
    textColumn('agent', t('words.agent'), (row) => row.agentName ?? row.agent ?? '–'),
    textColumn('result', t('calls.outcome'), (row) =>
      row.result === null ? '–' : t(`calls.result.${row.result}`),
    ),
    textColumn(
      'talk',
      t('words.talk'),
      (row) => (row.talkSeconds === null ? '–' : formatDuration(row.talkSeconds)),
      { align: 'right' },
    ),
    textColumn('recording', t('calls.recording'), (row) =>
      row.hasRecording ? t('common.yes') : '–',
    ),
    {
      key: 'why',
      title: t('words.why'),
      card: 'line',
      render: (row) => row.reasons.length > 0 && <Why row={row} />,
    },
  ];
}
