import { useMemo } from 'react';
import {
  CALL_RESULTS,
  CALL_SOURCES,
  callRecordingCalls,
} from '../../../contract/call-recording.ts';
import type { CallRecording } from '../../../contract/call-recording.ts';
import type { FilterField } from '../../components/filter-control.tsx';
import { choices, peopleChoices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { useAssignees } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { recordingColumns } from './recording-columns.tsx';

const FILTERS = {
  gte: 'day',
  lte: 'day',
  collectorId: 'text',
  process: 'text',
  result: 'text',
  source: 'text',
  search: 'text',
} as const;

/** `/agent-call-recording`, `/call-recording-reports`: calls with their recordings, of our dialer and of call sheets. */
export function CallRecordingsScreen() {
  const t = useText();
  const url = useListState(callRecordingCalls.listCallRecordings.query, FILTERS, {
    isSizeChosen: true,
  });
  const calls = useCallQuery(
    callRecordingCalls.listCallRecordings,
    { query: url.asked },
    { keepsPrevious: true },
  );
  const fields = useFields(calls.data?.processes ?? []);
  const columns = useMemo(() => recordingColumns(t), [t]);
  return (
    <ListPage<CallRecording>
      name="call-recordings"
      title={t('menu.callRecordings')}
      subtitle={t('calls.recordingsSubtitle')}
      columns={columns}
      list={calls}
      state={url}
      search={t('calls.search')}
      fields={fields}
      shownFields={3}
      rowLabel={(call) => `${call.agentName ?? ''} ${call.dialledNumber}`.trim()}
      empty={t('calls.noRecordings')}
      emptyFiltered={t('calls.noRecordings')}
    />
  );
}

function useFields(processes: readonly string[]): FilterField[] {
  const t = useText();
  const agents = useAssignees('COLLECTOR').data ?? [];
  return [
    { kind: 'dayRange', fromKey: 'gte', toKey: 'lte', label: t('words.days') },
    choiceField('collectorId', t('words.agent'), peopleChoices(agents)),
    choiceField('process', t('calls.process'), choices(processes)),
    choiceField(
      'result',
      t('calls.outcome'),
      choices(CALL_RESULTS, (value) => t(`calls.result.${value}`)),
    ),
    choiceField(
      'source',
      t('calls.source'),
      choices(CALL_SOURCES, (value) => t(`calls.sources.${value}`)),
    ),
  ];
}
