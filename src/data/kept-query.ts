import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallAnswer, CallInput, NounCall } from '../../contract/call.ts';
import { useOnline } from '../lib/use-online.ts';
import { callQuery, useCallQuery } from './call-query.ts';
import type { CallQueryOptions, CallResult } from './call-query.ts';
import { deviceQuery } from './device-query.ts';
import { isServersFault, isUnanswered } from '../lib/error-words.ts';
import { keepAnswer, keeperOfAnswers, readKeptAnswer } from '../offline/kept-answers.ts';

/** A call's answer, and when it was read where it is not from now: the server gives no answer. Epoch milliseconds. */
export type KeptResult<C extends NounCall> = Pick<
  CallResult<C>,
  'data' | 'isError' | 'isPlaceholderData' | 'refetch'
> & {
  readonly asOf: number | null;
  /** It is being looked up what was kept: in a moment that is shown, or nothing was. Not while that is tried again. */
  readonly isLookedUp: boolean;
  /** Why there is no answer, also while it is asked again. */
  readonly error: Error | null;
};

/** What was read ahead is read again after this, milliseconds. */
const AHEAD_MS = 300_000;

/** Under what an answer is kept. */
const keptKey = (call: NounCall, input: unknown): string => `${call.name} ${JSON.stringify(input)}`;

/** `isShownAhead`: what was kept is shown also while the server's answer is on its way, and where the server fails at it. */
type KeptQueryOptions<C extends NounCall> = CallQueryOptions<C, CallAnswer<C>> & {
  isShownAhead?: boolean;
};

/**
 * Asks a call and keeps its answer on this device, encrypted, for whoever has a vault here: without a network the answer
 * that was kept is shown, with its time.
 */
export function useKeptCallQuery<C extends NounCall>(
  call: C,
  input: CallInput<C> | null,
  { isShownAhead = false, ...options }: KeptQueryOptions<C> = {},
): KeptResult<C> {
  const asked = useCallQuery(call, input, options);
  const isOnline = useOnline();
  const key = keptKey(call, input);
  const { data, dataUpdatedAt, isPlaceholderData, isError } = asked;
  const isOwn = data !== undefined && !isPlaceholderData;
  useEffect(() => {
    // A device that can keep nothing shows what it reads all the same.
    if (isOwn) keepAnswer(key, data, dataUpdatedAt).catch(() => undefined);
  }, [data, dataUpdatedAt, isOwn, key]);
  // What the server refuses is not shown from what was kept.
  const error = useLastError(asked);
  const isCut = !isOnline || isUnanswered(error);
  const isAhead = error === null ? asked.isPending : isServersFault(error);
  const isKeptShown = isCut || (isShownAhead && isAhead);
  const kept = useQuery({
    ...deviceQuery({
      key: ['kept', key],
      topics: ['vault'],
      load: async () => {
        const found = await readKeptAnswer(key);
        const answer = call.answer.safeParse(found?.answer);
        return found !== null && answer.success
          ? { at: found.at, answer: answer.data as CallAnswer<C> }
          : null;
      },
    }),
    enabled: isKeptShown && !isOwn && input !== null,
    gcTime: 0,
  });
  const { refetch } = asked;
  if (isOwn || !isKeptShown) {
    const asOf = isCut ? dataUpdatedAt : null;
    return { data, isError, error, isPlaceholderData, refetch, asOf, isLookedUp: false };
  }
  const answer = kept.data?.answer ?? data;
  const isWaiting = kept.isPending && answer === undefined;
  const hasFailed = kept.failureCount > 0 || kept.errorUpdateCount > 0;
  return {
    data: answer,
    isError: isError && !isWaiting,
    error,
    isPlaceholderData: false,
    refetch,
    asOf: kept.data?.at ?? null,
    isLookedUp: isWaiting && kept.isLoading && !hasFailed,
  };
}

/** Why a query has no answer. The library forgets it while it asks again, and what is shown in its place would go and come. */
function useLastError({
  error,
  errorUpdateCount,
  isPending,
}: Pick<UseQueryResult, 'error' | 'errorUpdateCount' | 'isPending'>): Error | null {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  return isPending && errorUpdateCount > 0 ? last : error;
}

/** Reads and keeps answers that will be wanted without a network, one after the other; what was just read is not asked again. */
export function useKeepAhead<C extends NounCall>(call: C, inputs: readonly CallInput<C>[]): void {
  const client = useQueryClient();
  const isOnline = useOnline();
  const wanted = JSON.stringify(inputs);
  useEffect(() => {
    if (!isOnline) return;
    let isLeft = false;
    const keepAll = async () => {
      for (const input of JSON.parse(wanted) as CallInput<C>[]) {
        if (isLeft) return;
        const keep = keeperOfAnswers();
        // Nobody asked for it: it keeps no abandoned session alive, and may fail.
        const answer = await client
          .fetchQuery(callQuery<C>(call, input, { isBackground: true, staleTime: AHEAD_MS }))
          .catch(() => undefined);
        if (answer !== undefined) await keep(keptKey(call, input), answer).catch(() => undefined);
      }
    };
    void keepAll();
    return () => {
      isLeft = true;
    };
  }, [call, client, isOnline, wanted]);
}
