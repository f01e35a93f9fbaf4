import type { ReactNode } from 'react';
import { LoadProblem } from './load-problem.tsx';
import { LoadingState } from './screen-state.tsx';

interface LoadedProps<Answer> {
  /** The query that is asked for it. */
  of: {
    readonly data: Answer | undefined;
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  children: (answer: Answer) => ReactNode;
  /** The shape of what comes. */
  kind?: 'list' | 'record' | 'form' | 'cards';
  rows?: number;
}

/** What is made of a query's answer; until it is there its shape, and why it does not come. */
export function Loaded<Answer>({ of: asked, children, ...shape }: LoadedProps<Answer>) {
  if (asked.data !== undefined) return children(asked.data);
  if (asked.isError)
    return <LoadProblem error={asked.error} onRetry={() => void asked.refetch()} />;
  return <LoadingState {...shape} />;
}
