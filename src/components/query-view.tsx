import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorWords, isOfflineError } from '../lib/error-words.ts';
import { ErrorState, LoadingState, OfflineState } from './screen-state.tsx';

/** A query's data once it is there; before that its skeleton, its error with Retry, or "no network". */
export function QueryView<Data>({
  query,
  loading,
  children,
}: {
  query: UseQueryResult<Data>;
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const retry = () => void query.refetch();
  if (query.data !== undefined) return children(query.data);
  if (query.isError && isOfflineError(query.error)) return <OfflineState onRetry={retry} />;
  if (query.isError) return <ErrorState message={errorWords(query.error)} onRetry={retry} />;
  return loading ?? <LoadingState />;
}
