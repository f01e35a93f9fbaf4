import { useDeviceQuery } from '../../data/device-query.ts';
import { keptLimits } from '../../offline/settlement-matrix.ts';
import type { KeptLimits } from '../../offline/settlement-matrix.ts';

/** What is due on a loan and its limits as this device knows them, for when there is no network; null: it is not here. */
export function useKeptLimits(loanId: string): KeptLimits | null {
  const { data } = useDeviceQuery({
    key: ['settlement', loanId, 'limits'],
    topics: ['loans', 'vault', 'pull', 'outbox', 'saved'],
    load: () => keptLimits(loanId),
  });
  return data ?? null;
}
