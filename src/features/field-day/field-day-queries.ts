import { useMemo, useState, useSyncExternalStore } from 'react';
import { recoveryModelCalls } from '../../../contract/recovery-model.ts';
import { showError, showSuccess } from '../../components/toast-store.ts';
import { useKeptCallQuery } from '../../data/kept-query.ts';
import { useDeviceQuery } from '../../data/device-query.ts';
import { errorWords, isOfflineError } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { strandedWork } from '../../offline/begun-visits.ts';
import { closedLoans, markClosedLoansTold } from '../../offline/closed-loans.ts';
import type { ClosedLoan } from '../../offline/closed-loans.ts';
import { searchLoans } from '../../offline/loan-index.ts';
import type { Place } from '../../offline/loan-search.ts';
import { lastPulledAt, pull, pullState, subscribePullState } from '../../offline/pull.ts';
import type { PullState } from '../../offline/pull.ts';
import { dispositionCodes } from '../../offline/reference.ts';
import type { Outlooks } from './expected-order.ts';

/** How the day's list can be sorted. */
export const DAY_SORTS = ['due', 'expected', 'amount', 'distance'] as const;

/** One of the orders of the day's list. */
export type DaySort = (typeof DAY_SORTS)[number];

/** The loans of this phone that fit the words, in order; the last answer stays while the next is made. */
export function useDayLoans(search: string, sort: DaySort, from: Place | null) {
  return useDeviceQuery({
    key: ['field-day', search, sort, from],
    topics: ['loans', 'pull', 'outbox', 'vault'],
    load: () =>
      searchLoans({
        ...(search !== '' && { text: search }),
        // What is expected is put over the order by due date (expected-order.ts).
        sort: sort === 'expected' || (sort === 'distance' && from === null) ? 'due' : sort,
        ...(from !== null && { from }),
      }),
    keepsPrevious: true,
  });
}

const NO_OUTLOOKS: Outlooks = new Map();

/**
 * What the loans are expected to bring and when their borrowers answer, as it was last read: at once, since it orders the list
 * and makes cards higher, which must not happen under the thumb when the server's answer comes.
 */
export function useOutlooks(): { outlooks: Outlooks; isComing: boolean; isLookedUp: boolean } {
  const { data, isError, isLookedUp } = useKeptCallQuery(
    recoveryModelCalls.listLoanOutlooks,
    {},
    { isShownAhead: true },
  );
  const outlooks = useMemo(
    () => (data ? new Map(data.data.map((outlook) => [outlook.loanId, outlook])) : NO_OUTLOOKS),
    [data],
  );
  return { outlooks, isComing: data === undefined && !isError, isLookedUp };
}

/** The words of disposition codes by code; empty until they are on the phone. */
export function useCodeLabels(): ReadonlyMap<string, string> {
  const { data } = useDeviceQuery({
    key: ['field-day', 'code-labels'],
    topics: ['pull', 'vault'],
    load: async () => new Map((await dispositionCodes()).map((code) => [code.code, code.label])),
  });
  return data ?? NO_LABELS;
}

const NO_LABELS: ReadonlyMap<string, string> = new Map();

/** How the pull stands: running with counts, and when this phone last had the whole list (milliseconds, or null). */
export function usePullState(): PullState & { lastPulledAt: number | null; isKnown: boolean } {
  const state = useSyncExternalStore(subscribePullState, pullState);
  const { data, isPending, isFetching } = useDeviceQuery({
    key: ['field-day', 'pulled-at'],
    topics: ['pull', 'vault'],
    load: lastPulledAt,
  });
  return {
    ...state,
    lastPulledAt: data ?? null,
    isKnown: !isPending && (data !== null || !isFetching),
  };
}

/** Fetches what is new, on demand, and says how it ended. */
export function useRefresh(): { isRefreshing: boolean; refresh: () => Promise<void> } {
  const t = useText();
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    try {
      const { loans, gone } = await pull();
      const count = loans + gone;
      showSuccess(count === 0 ? t('fieldDay.refreshedNone') : t('fieldDay.refreshed', { count }));
    } catch (error) {
      showError(isOfflineError(error) ? t('fieldDay.refreshFailed') : errorWords(error));
    } finally {
      setRefreshing(false);
    }
  };
  return { isRefreshing, refresh };
}

const NONE_CLOSED: readonly ClosedLoan[] = [];

/** The loans that left this phone because they are over and that the agent has not read of yet. */
export function useClosedLoans(): { closed: readonly ClosedLoan[]; markTold: () => Promise<void> } {
  const { data } = useDeviceQuery({
    key: ['field-day', 'closed'],
    topics: ['loans', 'pull', 'vault'],
    load: async () => (await closedLoans()).filter(({ isTold }) => !isTold),
  });
  return { closed: data ?? NONE_CLOSED, markTold: markClosedLoansTold };
}

const NONE_STRANDED: Awaited<ReturnType<typeof strandedWork>> = [];

/** The unfinished visits and corrections of loans that are not on this phone any more. */
export function useStrandedWork() {
  const { data } = useDeviceQuery({
    key: ['field-day', 'stranded'],
    topics: ['loans', 'pull', 'outbox', 'vault'],
    load: strandedWork,
    isReadAnew: true,
  });
  return data ?? NONE_STRANDED;
}
