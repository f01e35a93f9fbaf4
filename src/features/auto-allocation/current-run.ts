import { useState } from 'react';
import { useAddress } from '../../components/use-address.ts';

/** The run that the address names, and going to another or to none; `round` counts how often one began anew. */
export function useCurrentRun() {
  const [params, changeAddress] = useAddress();
  const [round, setRound] = useState(0);
  const show = (run: string | null) => changeAddress({ run, step: null }, { isNewEntry: true });
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
