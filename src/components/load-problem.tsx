import { isBusyError } from '../lib/busy.ts';
import { errorWords, isOfflineError } from '../lib/error-words.ts';
import { problemsIn } from '../lib/problem-words.ts';
import { useText } from '../lib/texts/texts.ts';
import { NotHere } from './not-here.tsx';
import { BusyState, ErrorState, OfflineState } from './screen-state.tsx';

/**
 * Why something could not be loaded: it is not there, there is no network or the server is busy (it comes back by itself), or
 * the error's words, with Retry.
 */
export function LoadProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isMissing(error)) return <Missing />;
  if (isBusyError(error)) return <BusyState onRetry={onRetry} />;
  if (isOfflineError(error)) return <OfflineState onRetry={onRetry} />;
  return <ErrorState message={errorWords(error)} onRetry={onRetry} />;
}

/** Whether the server knows no such thing, or the address names none: another try would find none either. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error && 'status' in error)) return false;
  const problems = problemsIn(error);
  const isNoId = problems.length > 0 && problems.every(({ code }) => code === 'not-an-id');
  return error.status === 404 || (error.status === 400 && isNoId);
}

function Missing() {
  const t = useText();
  return <NotHere title={t('states.missingTitle')} body={t('states.missingBody')} />;
}
