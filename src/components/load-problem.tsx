import { errorWords, isOfflineError } from '../lib/error-words.ts';
import { ErrorState, OfflineState } from './screen-state.tsx';

/** Why something could not be loaded: no network (it comes back by itself) or the error's words, with Retry. */
export function LoadProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isOfflineError(error)) return <OfflineState onRetry={onRetry} />;
  return <ErrorState message={errorWords(error)} onRetry={onRetry} />;
}
