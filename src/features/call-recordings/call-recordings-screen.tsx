import { useMemo } from 'react';
import {
  CALL_RESULTS,
  CALL_SOURCES,
  callRecordingCalls,
} from '../../../contract/call-recording.ts';
import type { CallRecording } from '../../../contract/call-recording.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import type { FilterField, FilterOption } from '../../components/filter-control.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useAssignees } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { RecordingCard, recordingColumns } from './recording-columns.tsx';

const FILTERS = {
  gte: 'day',
  lte: 'day',
  collectorId: 'text',
  process: 'text',
  result: 'text',
  source: 'text',
  search: 'text',
} as const;
const PAGE_SIZE = 25;

/** `/agent-call-recording`, `/call-recording-reports`: calls with their recordings, of our dialer and of call sheets. */
export function CallRecordingsScreen() {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const { gte, lte, collectorId, process, result, source, search } = url.values;
  const chosenResult = CALL_RESULTS.find((each) => each === result);
  const chosenSource = CALL_SOURCES.find((each) => each === source);
  const calls = useCallQuery(
    callRecordingCalls.listCallRecordings,
    {
      query: {
        page: url.page,
        pageSize: PAGE_SIZE,
        ...(gte !== null && { gte }),
        ...(lte !== null && { lte }),
        ...(collectorId !== '' && { collectorId }),
        ...(process !== '' && { process }),
        ...(chosenResult !== undefined && { result: chosenResult }),
        ...(chosenSource !== undefined && { source: chosenSource }),
        ...(search !== '' && { search: search.slice(0, 60) }),
      },
    },
    { keepsPrevious: true },
  );
  const fields = useFields(calls.data?.processes ?? []);
  const columns = useMemo(() => recordingColumns(t), [t]);
  return (
    <Page>
      <PageHeader title={t('calls.recordings')} subtitle={t('calls.recordingsSubtitle')} />
      {calls.isError && calls.data === undefined ? (
        <LoadProblem error={calls.error} onRetry={() => void calls.refetch()} />
      ) : (
        <>
          <FilterBar
            filters={url}
            searchKey="search"
            searchLabel={t('calls.search')}
            fields={fields}
            shownFields={3}
          />
          <DataTable<CallRecording>
            name="call-recordings"
            label={t('calls.recordings')}
            columns={columns}
            rows={calls.data?.data}
            rowId={(call) => call._id}
            rowLabel={(call) => `${call.agentName ?? ''} ${call.dialledNumber}`.trim()}
            totalCount={calls.data?.totalCount ?? 0}
            page={url.page}
            onPage={url.setPage}
            pageSize={PAGE_SIZE}
            isFetching={calls.isPlaceholderData}
            renderCard={(call) => <RecordingCard call={call} />}
            empty={t('calls.noRecordings')}
          />
        </>
      )}
    </Page>
  );
}

const choice = (key: string, label: string, options: readonly FilterOption[]): FilterField => ({
  kind: 'choice',
  key,
  label,
  options,
});

function useFields(processes: readonly string[]): FilterField[] {
  const t = useText();
  const agents = useAssignees('COLLECTOR').data ?? [];
  return [
    { kind: 'dayRange', fromKey: 'gte', toKey: 'lte', label: t('calls.days') },
    choice(
      'collectorId',
      t('calls.agent'),
      agents.map(({ _id, fullName }) => ({ value: _id, label: fullName })),
    ),
    choice(
      'process',
      t('calls.process'),
      processes.map((name) => ({ value: name, label: name })),
    ),
    choice(
      'result',
      t('calls.outcome'),
      CALL_RESULTS.map((value) => ({ value, label: t(`calls.result.${value}`) })),
    ),
    choice(
      'source',
      t('calls.source'),
      CALL_SOURCES.map((value) => ({ value, label: t(`calls.sources.${value}`) })),
    ),
  ];
}
