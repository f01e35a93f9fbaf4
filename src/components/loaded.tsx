import { useState } from 'react';
import type { ReactNode } from 'react';
import { LoadProblem } from './load-problem.tsx';
import { LoadingState } from './screen-state.tsx';

/** A query that was asked, as whatever shows its answer needs it. */
export interface Asked<Answer = unknown> {
  readonly data: Answer | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface AwaitedProps {
  of: Omit<Asked, 'data'>;
  /** The shape of what comes. */
  kind?: 'list' | 'record' | 'form' | 'cards';
  rows?: number;
}

/** Stands where a query's answer will be: its shape, or why it does not come, with Retry. */
export function Awaited({ of: asked, ...shape }: AwaitedProps) {
  if (!asked.isError) return <LoadingState {...shape} />;
  return <LoadProblem error={asked.error} onRetry={() => void asked.refetch()} />;
}

/**
 * What stands above a list comes at once with it: nothing that could be pressed moves down. Nobody waits for what failed
 * once: asking for it again takes the list away no more.
 */
export function Together({
  of: asked,
  children,
  ...shape
}: Omit<AwaitedProps, 'of'> & {
  of: readonly Pick<Asked, 'data' | 'isError'>[];
  children: ReactNode;
}) {
  const [hasFailed, setFailed] = useState(false);
  if (!hasFailed && asked.some(({ isError }) => isError)) setFailed(true);
  const isAwaited = !hasFailed && asked.some(({ data, isError }) => data === undefined && !isError);
  return isAwaited ? <LoadingState rows={10} {...shape} /> : children;
}

/** What is made of a query's answer, and what stands there until it has come. */
export function Loaded<Answer>({
  children,
  ...props
}: AwaitedProps & {
  of: Asked<Answer>;
  children: (answer: Answer) => ReactNode;
}) {
  const { data } = props.of;
  return data === undefined ? <Awaited {...props} /> : children(data);
}
