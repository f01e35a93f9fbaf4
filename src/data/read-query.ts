import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FetchQueryOptions, UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { whileMoving } from './call-query.ts';
import { hearing } from './device-query.ts';

/** How often what is passing is read again, milliseconds. */
const PASSING_MS = 15_000;

/** What is read by more than one call, or from the server or else from this device. */
export interface ReadQuery<Value> {
  /** The noun that it is about first: commands of that noun have it read again. Then what tells it from others. */
  key: readonly unknown[];
  /** `before`: what was read last, if anything. */
  read: (signal: AbortSignal, before: Value | undefined) => Promise<Value>;
  enabled?: boolean;
  /** Signals of the offline part after which it is read again. */
  topics?: readonly string[];
  /** What was read for another key stays while this is read. */
  keepsPrevious?: boolean;
  /** Read again this often, milliseconds. */
  everyMs?: number;
  /** Read again by itself while it says so, such as of what this device answered in the server's place. */
  isPassing?: (value: Value) => boolean;
  /** Also in a tab that is not looked at, and at once when it is looked at again. */
  isKeptHidden?: boolean;
  /** Once read it is told of changes: it never goes stale by age. */
  isTold?: boolean;
  /** Not tried again when it fails. */
  isTriedOnce?: boolean;
  /** Waits for a network; other reads may be answered by this device. */
  isOnlineOnly?: boolean;
}

/** What react-query is asked for such a reading. */
export function readQuery<Value>(query: ReadQuery<Value>) {
  const { key, read, enabled = true, topics, keepsPrevious, everyMs, isPassing } = query;
  return queryOptions<Value>({
    queryKey: key,
    queryFn: ({ signal, client, queryKey }) => read(signal, client.getQueryData<Value>(queryKey)),
    enabled,
    meta: hearing(topics),
    ...(keepsPrevious === true && { placeholderData: keepPreviousData }),
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    ...(isPassing !== undefined && { refetchInterval: whileMoving(PASSING_MS, isPassing) }),
    ...(query.isKeptHidden === true && {
      refetchIntervalInBackground: true,
      refetchOnWindowFocus: 'always',
    }),
    ...(query.isTold === true && { staleTime: Number.POSITIVE_INFINITY }),
    ...(query.isTriedOnce === true && { retry: false }),
    ...(query.isOnlineOnly === true && { networkMode: 'online' }),
  });
}

/** Reads, and reads again, what no single call answers. */
export function useReadQuery<Value>(query: ReadQuery<Value>): UseQueryResult<Value> {
  return useQuery(readQuery(query));
}

/** Reads what will be wanted next, as `readQuery` or `callQuery` has it. */
export function useReadAhead() {
  const client = useQueryClient();
  return useCallback(
    <Value>(query: FetchQueryOptions<Value> | UseQueryOptions<Value>) =>
      void client.prefetchQuery(query as FetchQueryOptions<Value>),
    [client],
  );
}

/** What is held under a key, for who is told of changes by other ways than reading. */
export function useHeld<Value>(...key: readonly unknown[]) {
  const client = useQueryClient();
  const text = JSON.stringify(key);
  return useMemo(() => {
    const queryKey = JSON.parse(text) as readonly unknown[];
    const get = () => client.getQueryData<Value>(queryKey);
    return {
      get,
      /** Puts another in its place; undefined leaves it. */
      set: (change: (before: Value | undefined) => Value | undefined) =>
        void client.setQueryData<Value>(queryKey, change),
      /** The same for a change that is newer than a reading under way. */
      outrun: async (change: (before: Value | undefined) => Value | undefined) => {
        await client.cancelQueries({ queryKey });
        client.setQueryData<Value>(queryKey, change);
      },
      /** Reads everything under the key again. */
      readAgain: () => client.invalidateQueries({ queryKey }),
      /** Reads it as if it had never been read. */
      forget: () => client.resetQueries({ queryKey }),
    };
  }, [client, text]);
}
