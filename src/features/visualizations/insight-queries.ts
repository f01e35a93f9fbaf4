import type { CallInput } from '../../../contract/call.ts';
import { dataInsightCalls as calls } from '../../../contract/data-insight.ts';
import type { Insight } from '../../../contract/data-insight.ts';
import { useCommand } from '../../data/call-command.ts';
import { useCallQuery, whileMoving } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';

const POLL_MS = 1000;
/** 200 MB over a slow network. */
const timeoutMs = 30 * 60_000;

const isAtWork = ({ state }: Pick<Insight, 'state'>): boolean => state === 'READING';

/** Uploads a file; the server reads it in the background. */
export function useUploadInsight() {
  return useCommand(
    ({
      file,
      ...body
    }: { file: File } & NonNullable<CallInput<typeof calls.uploadInsight>['body']>) =>
      server.call(calls.uploadInsight, { body, files: { file: [file] } }, { timeoutMs }),
    { changes: ['data-insights'], isQuiet: true },
  );
}

/** One file; asked again and again while the server reads it. */
export function useInsight(id: string) {
  return useCallQuery(
    calls.getInsight,
    { params: { id } },
    { isBackground: true, staleTime: 0, refetchInterval: whileMoving(POLL_MS, isAtWork) },
  );
}

/** A page of the files. */
export function useInsights(query: NonNullable<CallInput<typeof calls.listInsights>['query']>) {
  return useCallQuery(
    calls.listInsights,
    { query },
    {
      keepsPrevious: true,
      isBackground: true,
      refetchInterval: whileMoving(POLL_MS * 2, ({ data }) => data.some(isAtWork)),
    },
  );
}
