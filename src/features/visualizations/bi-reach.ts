import { useEffect, useState } from 'react';
import type { BiDoor } from '../../../contract/bi.ts';

/**
 * Whether the BI tool can't be reached from this device: a frame of another origin does not tell. The answer itself
 * can't be read, nor need it be.
 */
export function useBiAway({ url }: BiDoor): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const ask = async () => {
      try {
        await fetch(url ?? '', { mode: 'no-cors', credentials: 'omit', signal });
        setAway(false);
      } catch {
        if (!signal.aborted) setAway(true);
      }
    };
    void ask();
    return () => stop.abort();
  }, [url]);
  return isAway;
}
