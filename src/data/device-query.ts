import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';

/** A read of this device's own database, as react-query wants it. */
export interface DeviceQuery<Value> {
  /** What tells this read from others; the feature's name first. */
  key: readonly unknown[];
  /** Signals of the offline part after which it is read again: 'outbox', 'loans', 'pull', ... */
  topics: readonly string[];
  load: () => Promise<Value>;
}

/** A connection to the database that the system cut is there again at one of the next tries, each later than the last. */
const TRIES_AGAIN = 5;
const TRY_AGAIN_MS = 150;
/** A screen that could not be read after all of them is read again while it is open, so that it heals by itself. */
const HEAL_MS = 5000;

/** What this device says of itself (locked, an update needed) is an answer; a lost connection may be over at once. */
export function isPassing(error: Error): boolean {
  return error.name !== 'DeviceError' || ('code' in error && error.code === 'STORAGE_BROKEN');
}

/** First part of the key of every read of this device, so that a logout can drop them all. */
const DEVICE_QUERY_KEY = 'device';

/**
 * Options for `useQuery` over the local database: works without a network, never goes stale by age, and is read again
 * when the app hears one of its topics (the app's frame listens once for all).
 */
export function deviceQuery<Value>({ key, topics, load }: DeviceQuery<Value>) {
  return {
    queryKey: [DEVICE_QUERY_KEY, ...key],
    queryFn: load,
    meta: { deviceTopics: topics },
    networkMode: 'always' as const,
    staleTime: Number.POSITIVE_INFINITY,
    // Thousands of loans: comparing them deeply costs more than drawing the twenty that are seen.
    structuralSharing: false,
    retry: (failures: number, error: Error) => failures < TRIES_AGAIN && isPassing(error),
    retryDelay: (failures: number) => TRY_AGAIN_MS * 2 ** failures,
    refetchInterval: ({ state }: { state: { error: Error | null } }) =>
      state.error !== null && isPassing(state.error) ? HEAL_MS : false,
  };
}

/** What a query says of itself when it is to be read again after signals of the offline part. */
export const hearing = (topics: readonly string[] | undefined) =>
  topics === undefined ? {} : { deviceTopics: topics };

/** Does a read with this `meta` depend on the topic? */
function hearsTopic(meta: Record<string, unknown> | undefined, topic: string): boolean {
  const topics = meta?.deviceTopics;
  return Array.isArray(topics) && topics.includes(topic);
}

/** Has everything read again that depends on a topic. */
export const readTopicAgain = (client: QueryClient, topic: string): Promise<void> =>
  client.invalidateQueries({ predicate: ({ meta }) => hearsTopic(meta, topic) });

/** A read of this device by a screen. */
export interface DeviceRead<Value> extends DeviceQuery<Value> {
  enabled?: boolean;
  /** What is in memory already, so that nobody waits for it; undefined: it has to be read. */
  atOnce?: () => Value | undefined;
  /** What was read before stays while the next is read. */
  keepsPrevious?: boolean;
  /** Read whenever a screen opens, not from memory. `only`: and never again while it is open. */
  isReadAnew?: boolean | 'only';
  /** Also read again this often, milliseconds. */
  everyMs?: number;
}

/** Reads this device's own database; the same with and without a network. */
export function useDeviceQuery<Value>(read: DeviceRead<Value>): UseQueryResult<Value> {
  const { enabled = true, atOnce, keepsPrevious, isReadAnew = false, everyMs, ...own } = read;
  const query = deviceQuery(own);
  return useQuery<Value>({
    ...query,
    enabled,
    ...(atOnce !== undefined && { initialData: atOnce }),
    ...(keepsPrevious === true && { placeholderData: keepPreviousData }),
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    ...(isReadAnew !== false && { staleTime: 0 }),
    ...(isReadAnew === 'only' && {
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
  });
}
