import {
  keepPreviousData,
  queryOptions,
  replaceEqualDeep,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import type { CallAnswer, CallInput, NounCall } from '../../contract/call.ts';
import type { Page } from '../../contract/paging.ts';
import { noteSource } from '../lib/answer-source.ts';
import type { AnswerSource } from '../lib/answer-source.ts';
import { againWhenBusy } from '../lib/busy.ts';
import type { BusyState } from '../lib/busy.ts';
import { mergePages } from '../lib/merged-pages.ts';
import { server } from '../remote/session-client.ts';
import { readAllPages } from './all-pages.ts';
import { hearing } from './device-query.ts';
import type { RemotePageQuery } from './remote-rows.ts';

/** How a call is asked: react-query's own options but for key and function, and what belongs to the call. */
export type CallQueryOptions<C extends NounCall, Value> = Omit<
  UseQueryOptions<CallAnswer<C>, Error, Value>,
  | 'queryKey'
  | 'queryFn'
  | 'placeholderData'
  | 'structuralSharing'
  | 'queryHash'
  | 'queryKeyHashFn'
  | 'initialData'
  | 'meta'
> & {
  /** Signals of the offline part after which it is asked again. */
  topics?: readonly string[];
  /** Made of `topics` and `isReadOnce`. */
  meta?: never;
  /** Not asked again after commands, while it is shown. */
  isReadOnce?: boolean;
  /** The answer to the request before stays while the next is on its way. */
  keepsPrevious?: boolean;
  /** Does not keep an abandoned session alive. `again`: the first reading does, those that follow by themselves don't. */
  isBackground?: boolean | 'again';
  timeoutMs?: number;
  /** What the answer depends on beside the input: another one, and it is asked anew. */
  version?: string | number;
  /** What of the input the answer depends on, when it is not all of it. */
  keyedBy?: unknown;
  /** All pages of a list, each row once: what a select offers lacks nobody. The input names no page. */
  isWhole?: boolean;
};

/** What a screen has of a call that it asked. */
export type CallResult<C extends NounCall> = UseQueryResult<CallAnswer<C>>;

/** The key of a call's answers: the noun, the call, what was asked. Leave parts away from the end to mean more of them. */
export function callKey<C extends NounCall>(call: C, input?: CallInput<C> | null) {
  return input === undefined ? [call.noun, call.name] : [call.noun, call.name, input];
}

/** Shares what did not change with the answer before, as queries do; who shows an answer can tell what was asked. */
export const sharedAndNoted =
  <C extends NounCall>(call: C, input: CallInput<C> | null) =>
  (before: unknown, now: unknown): unknown => {
    const shared: unknown = replaceEqualDeep(before, now);
    noteSource(shared, { call, input: (input ?? {}) as AnswerSource['input'] });
    return shared;
  };

/** All rows of a list's call, read page after page while others may change it. */
async function readWhole<C extends NounCall>(
  call: C,
  input: CallInput<C> | undefined,
  how: Parameters<typeof server.call>[2],
): Promise<CallAnswer<C>> {
  const { rows, ...answer } = await readAllPages<{ _id: string }, Page<{ _id: string }>>(
    async (page) => {
      const asked = { ...input, query: Object.assign({}, input?.query, page) } as CallInput<C>;
      return (await server.call(call, asked, how)) as Page<{ _id: string }>;
    },
  );
  return { ...answer, data: mergePages([rows]).rows } as CallAnswer<C>;
}

/** The options for `useQuery`, `useQueries` and `prefetchQuery` that ask a call; an input of null asks nothing. */
export function callQuery<C extends NounCall, Value = CallAnswer<C>>(
  call: C,
  input: CallInput<C> | null,
  options: CallQueryOptions<C, Value> = {},
) {
  const { keepsPrevious, isBackground = false, timeoutMs, version, keyedBy, ...own } = options;
  const { topics, isReadOnce = false, isWhole = false, ...rest } = own;
  const parts = [...(version === undefined ? [] : [version]), ...(isWhole ? ['whole'] : [])];
  return queryOptions<CallAnswer<C>, Error, Value>({
    ...rest,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    meta: { ...hearing(topics), isReadOnce },
    ...(input === null && { enabled: false }),
    structuralSharing: sharedAndNoted(call, input),
    queryKey: [...callKey(call), keyedBy ?? input, ...parts],
    queryFn: ({ signal, client, queryKey }) => {
      const how = {
        signal,
        isBackground:
          isBackground === 'again' ? client.getQueryData(queryKey) !== undefined : isBackground,
        ...(timeoutMs !== undefined && { timeoutMs }),
      };
      return isWhole
        ? readWhole(call, input ?? undefined, how)
        : server.call(call, input ?? undefined, how);
    },
  });
}

/** Asks a call of the contract and keeps its answer under the call's noun, name and input; null asks nothing. */
export function useCallQuery<C extends NounCall, Value = CallAnswer<C>>(
  call: C,
  input: CallInput<C> | null,
  options?: CallQueryOptions<C, Value>,
): UseQueryResult<Value> {
  return useQuery(callQuery(call, input, options));
}

/**
 * For what a form begins with, or a decision rests on: read whenever it is opened, never from memory, and not again while
 * it is open, whatever is changed meanwhile (and not when it is itself what was just removed).
 */
export const readWhenOpened = {
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  isReadOnce: true,
} as const;

/** Asks again every so often while `isMoving` says so of the answer. */
export function whileMoving<Answer>(intervalMs: number, isMoving: (answer: Answer) => boolean) {
  return (query: { state: BusyState & { data: Answer | undefined } }) => {
    const { data } = query.state;
    return data !== undefined && isMoving(data) ? intervalMs : againWhenBusy(query);
  };
}

/** Where a remote table's rows come from: a call that takes page and search; `about` tells such lists apart. */
export function callRows<C extends NounCall>(
  call: C,
  inputOf: (page: RemotePageQuery) => CallInput<C>,
  about: string,
) {
  return {
    key: [...callKey(call), about],
    load: (asked: RemotePageQuery, signal: AbortSignal) =>
      server.call(call, inputOf(asked), { signal }),
  };
}

/** Changes every answer of a call that is shown, at once: a command told what has become of a part of them. */
export function useChangeAnswers<C extends NounCall>(call: C) {
  const client = useQueryClient();
  return (change: (answer: CallAnswer<C>) => CallAnswer<C>): void =>
    void client.setQueriesData<CallAnswer<C>>(
      { queryKey: callKey(call) },
      (answer) => answer && change(answer),
    );
}
