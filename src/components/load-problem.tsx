import { errorWords, isOfflineError } from '../lib/error-words.ts';
import { isBusyError } from '../lib/busy.ts';
import { BusyState, ErrorState, OfflineState } from './screen-state.tsx';

/** Why something could not be loaded: no network or a busy server (it comes back by itself), or the error's words, with Retry. */
export function LoadProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isBusyError(error)) return <BusyState onRetry={onRetry} />;
  if (isOfflineError(error)) return <OfflineState onRetry={onRetry} />;
  return <ErrorState message={errorWords(error)} onRetry={onRetry} />;
}
