import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import type { Disposition } from '../../../contract/disposition.ts';
import { instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DispositionChip } from '../../components/disposition-chip.tsx';
import { FileThumbs } from '../../components/file-thumb.tsx';
import { Money, TwoLines } from '../../components/figure.tsx';
import { RecordingPlayer } from '../../components/recording-player.tsx';
import { SeenPictures, VisitPlace, earlierVisitsOf } from '../../components/visit-marks.tsx';
import type { LoanHref } from '../../components/visit-marks.tsx';
import { loadContactFile, loadRecording } from '../../data/files.ts';
import { formatClock, formatDay } from '../../lib/dates.ts';
import { formatDuration } from '../../lib/duration.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { ReportChannel } from './report-queries.ts';
import classes from './reports.module.css';

type Column = DataColumn<Disposition>;

function whoColumns(t: TFunction): Column[] {
  return [
    {
      key: 'loanNumber',
      title: t('words.borrower'),
      isFixed: true,
      render: (entry) => <TwoLines first={entry.Customer_Name} second={entry.Loan_ID} />,
    },
    instantColumn('at', t('reports.at'), (entry) => entry.disCreatedAt, { card: 'line' }),
    textColumn('agent', t('words.agent'), (entry) => entry.Agent_Name, { card: 'line' }),
    textColumn('client', t('words.client'), (entry) => entry.Client_Name, {
      isHiddenAtFirst: true,
    }),
  ];
}

function outcomeColumns(t: TFunction): Column[] {
  return [
    {
      key: 'outcome',
      card: 'aside',
      title: t('loanFields.disposition'),
      render: (entry) => (
        <DispositionChip
          code={entry.code}
          label={entry.label}
          dispositionClass={entry.disposition_class}
        />
      ),
    },
    {
      key: 'amountTold',
      title: t('reports.money'),
      align: 'right',
      render: (entry) =>
        entry.amountCollected === null ? (
          '–'
        ) : (
          <TwoLines
            first={<Money amount={entry.amountCollected} />}
            second={entry.moneyState ? t(`money.state.${entry.moneyState}`) : null}
          />
        ),
    },
    {
      key: 'sum-promised',
      title: t('words.promised'),
      align: 'right',
      render: (entry) =>
        entry.promiseAmount === null ? '–' : <Money amount={entry.promiseAmount} />,
    },
    {
      key: 'followOn',
      card: 'hidden',
      title: t('reports.due'),
      render: (entry) => <When {...entry} />,
    },
    {
      key: 'remarks',
      card: 'line',
      title: t('words.remarks'),
      render: (entry) =>
        entry.remarks !== null && <span className={classes.remarks}>{entry.remarks}</span>,
    },
  ];
}

function filesColumn(t: TFunction, channel: ReportChannel, loanHref: LoanHref): Column {
  return {
    key: 'files',
    card: 'hidden',
    title: t(channel === 'CALL' ? 'words.files' : 'fieldLoan.visit.photos'),
    render: (entry) => (
      <>
        <FileThumbs files={entry.files} load={loadContactFile} />
        <SeenPictures earlier={earlierVisitsOf(entry.files)} loanHref={loanHref} />
      </>
    ),
  };
}

function channelColumns(t: TFunction, channel: ReportChannel, loanHref: LoanHref): Column[] {
  const files = filesColumn(t, channel, loanHref);
  const received: Column = instantColumn(
    'receivedAt',
    t('reportWords.detail.receivedAt'),
    (entry) => entry.createdAt,
    { isHiddenAtFirst: true },
  );
  if (channel === 'CALL') {
    return [
      textColumn(
        'sum-talkSeconds',
        t('reports.duration'),
        (entry) => (entry.duration === null ? '–' : formatDuration(entry.duration)),
        { card: 'hidden', align: 'right' },
      ),
      {
        key: 'recording',
        card: 'hidden',
        title: t('contacts.recording'),
        render: (entry) =>
          entry.hasRecording !== true ? (
            (entry.recordlink ?? '–')
          ) : (
            <RecordingPlayer callId={entry._id} load={loadRecording} />
          ),
      },
      files,
      received,
    ];
  }
  return [
    textColumn('personMet', t('words.met'), (entry) => entry.personMet ?? '–'),
    files,
    {
      key: 'position',
      card: 'hidden',
      title: t('reportWords.detail.position'),
      render: (entry) =>
        entry.position === null ? (
          '–'
        ) : (
          <VisitPlace visit={{ ...entry, position: entry.position }} loanHref={loanHref} />
        ),
    },
    received,
  ];
}

/** When it is to be followed: the day, and below it the time. */
function When({ date, time }: Disposition) {
  if (date === null && time === null) return '–';
  return (
    <TwoLines
      first={<span className={classes.when}>{date === null ? '–' : formatDay(date)}</span>}
      second={time === null ? null : formatClock(time)}
    />
  );
}

/** The columns of a daily report; photos and position stand at the right end of the row. */
export function useReportColumns(channel: ReportChannel, loanHref: LoanHref): Column[] {
  const t = useText();
  return useMemo(
    () => [...whoColumns(t), ...outcomeColumns(t), ...channelColumns(t, channel, loanHref)],
    [channel, loanHref, t],
  );
}
