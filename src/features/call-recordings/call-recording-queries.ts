import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { allocationCalls } from '../../../contract/allocation.ts';
import type { CallInput } from '../../../contract/call.ts';
import { callRecordingCalls } from '../../../contract/call-recording.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'call-recordings';
const LONG_MS = 300_000;

type RecordingsQuery = NonNullable<
  CallInput<typeof callRecordingCalls.listCallRecordings>['query']
>;

/** A page of the calls with a recording. */
export function useCallRecordings(query: RecordingsQuery) {
  return useQuery({
    queryKey: [KEY, 'list', query],
    queryFn: ({ signal }) =>
      server.call(callRecordingCalls.listCallRecordings, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The agents whose calls may be asked for. */
export function useCallAgents() {
  return useQuery({
    queryKey: [KEY, 'agents'],
    queryFn: ({ signal }) => server.call(allocationCalls.listAssignees, {}, { signal }),
    staleTime: LONG_MS,
    select: (answer) => answer.data.filter(({ role }) => role === 'COLLECTOR'),
  });
}

/** Fetches a recording as the server streams it. */
export async function loadRecording(callId: string): Promise<Blob> {
  const { blob } = await server.download(callRecordingCalls.getRecording, {
    params: { id: callId },
  });
  return blob;
}
