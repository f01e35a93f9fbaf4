import { useDeferredValue } from 'react';
import type { ReactNode } from 'react';

/** What is beside a screen's work: drawn once the work itself is there and takes keys. */
export function Afterwards(props: { children: ReactNode; meanwhile?: ReactNode }) {
  const isTime = useDeferredValue(true, false);
  return isTime ? props.children : props.meanwhile;
}
