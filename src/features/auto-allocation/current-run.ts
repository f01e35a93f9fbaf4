import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The run that the address names, and going to another or to none; `round` counts how often one began anew. */
export function useCurrentRun() {
  const [params, setParams] = useSearchParams();
  const [round, setRound] = useState(0);
  const show = (runId: string | null) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (runId === null) next.delete('run');
      else next.set('run', runId);
      return next;
    });
  return {
    runId: params.get('run'),
    round,
    show,
    restart: () => {
      show(null);
      setRound(round + 1);
    },
  };
}
