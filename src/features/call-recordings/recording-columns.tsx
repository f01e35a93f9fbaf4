import type { TFunction } from 'i18next';
import type { CallRecording, CallResult } from '../../../contract/call-recording.ts';
import { instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { dispositionWords } from '../../components/disposition-words.ts';
import { PhoneText, TwoLines } from '../../components/figure.tsx';
import { RecordingPlayer } from '../../components/recording-player.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { loadRecording } from '../../data/files.ts';
import { formatDuration } from '../../lib/duration.ts';
import { useText } from '../../lib/texts/texts.ts';

const TONES: Readonly<Record<CallResult, Tone>> = {
  ANSWERED: 'good',
  ABANDONED: 'danger',
  BUSY: 'quiet',
  NO_ANSWER: 'quiet',
  MACHINE: 'quiet',
  FAILED: 'warn',
  CANCELLED: 'quiet',
};

/** What a call came to: what the agent recorded of it, else what the telephone said. */
function CallOutcome({ call }: { call: CallRecording }) {
  const t = useText();
  if (call.disposition !== null)
    return (
      <StatusChip tone="info" label={dispositionWords(t, call.disposition, call.disposition)} />
    );
  if (call.result === null) return <span>–</span>;
  return <StatusChip tone={TONES[call.result]} label={t(`calls.result.${call.result}`)} />;
}

/** The columns of the list of recordings. */
export function recordingColumns(t: TFunction): DataColumn<CallRecording>[] {
  return [
    instantColumn('at', t('words.when'), (call) => call.at, { card: 'aside', isFixed: true }),
    {
      key: 'number',
      title: t('calls.number'),
      render: (call) => <PhoneText value={call.dialledNumber} />,
    },
    {
      key: 'loan',
      title: t('words.borrower'),
      card: 'title',
      render: (call) => <TwoLines first={call.Customer_Name ?? '–'} second={call.Loan_ID} />,
    },
    textColumn('agent', t('words.agent'), (call) => call.agentName ?? '–', { card: 'line' }),
    textColumn('process', t('calls.process'), (call) => call.processName ?? '–'),
    {
      key: 'result',
      title: t('calls.outcome'),
      card: 'aside',
      render: (call) => <CallOutcome call={call} />,
    },
    textColumn(
      'talk',
      t('words.talk'),
      (call) => (call.talkSeconds === null ? '–' : formatDuration(call.talkSeconds)),
      { align: 'right' },
    ),
    textColumn('source', t('calls.source'), (call) => t(`calls.sources.${call.source}`)),
    textColumn('convoxid', t('calls.convoxid'), (call) => call.convoxid ?? '–', {
      isHiddenAtFirst: true,
    }),
    {
      key: 'recording',
      title: t('calls.recording'),
      card: 'line',
      render: (call) => <RecordingPlayer callId={call._id} load={loadRecording} />,
    },
  ];
}
