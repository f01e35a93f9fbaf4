import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Loan } from '../../../contract/loan.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { deviceQuery } from '../../lib/device-query.ts';
import { searchLoans } from '../../offline/loan-index.ts';
import { server } from '../../remote/session-client.ts';

/** Where a role's loans are searched: its list on the server, or what is on this device. */
export type LoanSource = 'loans' | 'activeLoans' | 'device';

/** A loan as the palette shows it. */
export type FoundLoan = Pick<Loan, '_id' | 'Loan_ID' | 'Customer_Name' | 'Client_Name'>;

const MOST = 6;
/** One letter fits nearly everything. */
const SHORTEST = 2;
const KEY = 'command-palette';

async function ask(source: 'loans' | 'activeLoans', search: string, signal: AbortSignal) {
  const query = { search, pageSize: MOST };
  if (source === 'activeLoans')
    return (await server.call(loanCalls.listActiveLoans, { query }, { signal })).loans;
  return (await server.call(loanCalls.listLoans, { query }, { signal })).data;
}

/** The first few loans that fit the words; the last answer stays while the next is on its way. */
export function useFoundLoans(source: LoanSource | null, search: string) {
  const enabled = source !== null && search.length >= SHORTEST;
  const onDevice = queryOptions<readonly FoundLoan[]>({
    ...deviceQuery({
      key: [KEY, search],
      topics: ['loans', 'vault'],
      load: async () => (await searchLoans({ text: search })).slice(0, MOST).map((row) => row.loan),
    }),
  });
  const onServer = queryOptions<readonly FoundLoan[]>({
    queryKey: [KEY, source, search],
    queryFn: ({ signal }) =>
      ask(source === 'activeLoans' ? 'activeLoans' : 'loans', search, signal),
  });
  const found = useQuery({
    ...(source === 'device' ? onDevice : onServer),
    enabled,
    placeholderData: keepPreviousData,
  });
  return { loans: enabled ? (found.data ?? []) : [], isError: enabled && found.isError };
}
