import { MutationCache, QueryClient } from '@tanstack/react-query';
import { showError } from '../components/toast-store.ts';
import { errorWords, isOfflineError } from '../lib/error-words.ts';

const TRIES = 2;

function isWorthAnotherTry(failures: number, error: Error): boolean {
  if (failures >= TRIES || isOfflineError(error)) return false;
  return 'status' in error && typeof error.status === 'number' && error.status >= 500;
}

/**
 * The app's one query client. Queries run without a network too (they may read this device), come again
 * when it is back, and a failed mutation says so in a toast unless it set `meta.isQuiet`.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      retry: isWorthAnotherTry,
      refetchOnReconnect: 'always',
    },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (mutation.meta?.isQuiet !== true) showError(errorWords(error));
    },
  }),
});
