import { MutationCache, QueryClient } from '@tanstack/react-query';
import type { InvalidateOptions, InvalidateQueryFilters } from '@tanstack/react-query';
import { showError } from '../components/toast-store.ts';
import { againWhenBusy, isBusyError } from '../lib/busy.ts';
import { errorWords, isOfflineError, isTold } from '../lib/error-words.ts';
import { startLoading } from '../lib/loading-flag.ts';
import { sessionStore } from './session.ts';

/** How to take back the loading flag of each mutation that set it. */
const loading = new Map<number, () => void>();

const TRIES = 2;

/** A phone that goes from one network to the next cuts every call that is under way: the next try gets through. */
function isCutOff({ cause }: Error): boolean {
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  return navigator.onLine && !isTimeout;
}

function isWorthAnotherTry(failures: number, error: Error): boolean {
  if (failures >= TRIES) return false;
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 0;
  // Told at once, and asked again when the server says.
  if (isBusyError(error)) return false;
  if (isOfflineError(error)) return status === 0 && isCutOff(error);
  return status >= 500;
}

/**
 * What is invalidated while it is read for the first time is read again. By itself the library takes that reading for
 * fresh, though it may have begun before the change: a list that opens while its visit is delivered would show it as waiting
 * for as long as it stands open.
 */
class AppQueryClient extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const begun = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    await super.invalidateQueries(filters, options);
    for (const query of begun) {
      await query.promise?.catch(() => undefined);
      await super.invalidateQueries({ queryKey: query.queryKey, exact: true }, options);
    }
  }
}

/**
 * The app's one query client. Queries run without a network too (they may read this device), come again
 * when it is back or had no time, and a failed mutation says so in a toast unless it set `meta.isQuiet`. A mutation with
 * `meta.isBlocking` sets the loading flag: the person waits for it.
 */
export const queryClient = new AppQueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      retry: isWorthAnotherTry,
      refetchInterval: againWhenBusy,
      refetchOnReconnect: 'always',
    },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onMutate: (_variables, mutation) => {
      if (mutation.meta?.isBlocking === true) loading.set(mutation.mutationId, startLoading());
    },
    onSettled: (_data, _error, _variables, _result, mutation) => {
      loading.get(mutation.mutationId)?.();
      loading.delete(mutation.mutationId);
    },
    onError: (error, _variables, _result, mutation) => {
      if (mutation.meta?.isQuiet === true) return;
      // A form that asked for it learns of the error after this, and may show it at its fields.
      setTimeout(() => {
        if (!isTold(error)) showError(errorWords(error));
      });
    },
  }),
});

let person = sessionStore.get()?._id;

// What one person's queries brought must not be there for the next, whichever way the first one left: `/logout` is no
// screen of the guarded app, so nothing that is mounted could see to it.
sessionStore.subscribe(() => {
  const next = sessionStore.get()?._id;
  if (next === person) return;
  person = next;
  queryClient.clear();
});
