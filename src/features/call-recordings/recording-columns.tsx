import type { TFunction } from 'i18next';
import type { CallRecording, CallResult } from '../../../contract/call-recording.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { dispositionWords } from '../../components/disposition-words.ts';
import { DayText, PhoneText } from '../../components/figure.tsx';
import { RecordingPlayer } from '../../components/recording-player.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { loadRecording } from '../../data/files.ts';
import { formatDuration } from '../../lib/duration.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './call-recordings.module.css';

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
    {
      key: 'at',
      title: t('calls.at'),
      isFixed: true,
      render: (call) => <DayText value={call.at} show="both" />,
    },
    {
      key: 'number',
      title: t('calls.number'),
      render: (call) => <PhoneText value={call.dialledNumber} />,
    },
    {
      key: 'loan',
      title: t('calls.borrower'),
      render: (call) => (
        <span className={classes.name}>
          {call.Customer_Name ?? '–'}
          <span className={classes.small}>{call.Loan_ID}</span>
        </span>
      ),
    },
    { key: 'agent', title: t('calls.agent'), render: (call) => call.agentName ?? '–' },
    { key: 'process', title: t('calls.process'), render: (call) => call.processName ?? '–' },
    { key: 'result', title: t('calls.outcome'), render: (call) => <CallOutcome call={call} /> },
    {
      key: 'talk',
      title: t('calls.talk'),
      align: 'right',
      render: (call) => (call.talkSeconds === null ? '–' : formatDuration(call.talkSeconds)),
    },
    {
      key: 'source',
      title: t('calls.source'),
      render: (call) => t(`calls.sources.${call.source}`),
    },
    {
      key: 'convoxid',
      title: t('calls.convoxid'),
      isHiddenAtFirst: true,
      render: (call) => call.convoxid ?? '–',
    },
    {
      key: 'recording',
      title: t('calls.recording'),
      render: (call) => <RecordingPlayer callId={call._id} load={loadRecording} />,
    },
  ];
}

/** A call as a card, for a phone. */
export function RecordingCard({ call }: { call: CallRecording }) {
  const t = useText();
  return (
    <div className={classes.card}>
      <div className={classes.between}>
        <strong>{call.Customer_Name ?? <PhoneText value={call.dialledNumber} />}</strong>
        <span className={classes.quiet}>
          <DayText value={call.at} show="both" />
        </span>
      </div>
      <div className={classes.between}>
        <span className={classes.quiet}>
          {[call.agentName, call.processName, t(`calls.sources.${call.source}`)]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
        <CallOutcome call={call} />
      </div>
      <RecordingPlayer callId={call._id} load={loadRecording} />
    </div>
  );
}
