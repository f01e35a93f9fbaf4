import { useQuery } from '@tanstack/react-query';
import { deviceQuery } from '../../lib/device-query.ts';
import { readLoan } from '../../offline/loan-index.ts';

/** What is due on a loan as this device knows it, for when there is no network; null: it does not have the loan. */
export function useKeptDue(loanId: string): number | null {
  const { data } = useQuery(
    deviceQuery({
      key: ['settlement', loanId, 'due'],
      topics: ['loans', 'vault'],
      load: async () => (await readLoan(loanId))?.loan.Total_Due_Amount ?? null,
    }),
  );
  return data ?? null;
}
