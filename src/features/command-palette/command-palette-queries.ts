import type { Loan } from '../../../contract/loan.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { useDeviceQuery } from '../../data/device-query.ts';
import { useReadQuery } from '../../data/read-query.ts';
import { searchLoans } from '../../offline/loan-index.ts';
import { server } from '../../remote/session-client.ts';

/** Where a role's loans are searched: its list on the server, or what is on this device. */
export type LoanSource = 'loans' | 'activeLoans' | 'device';

/** A loan as the palette shows it. */
export type FoundLoan = Pick<Loan, '_id' | 'Loan_ID' | 'Customer_Name' | 'Client_Name'>;

const MOST = 6;
/** One letter fits nearly everything. */
const SHORTEST = 2;

async function ask(source: 'loans' | 'activeLoans', search: string, signal: AbortSignal) {
  const query = { search, pageSize: MOST };
  if (source === 'activeLoans')
    return (await server.call(loanCalls.listActiveLoans, { query }, { signal })).loans;
  return (await server.call(loanCalls.listLoans, { query }, { signal })).data;
}

/** The first few loans that fit the words; the last answer stays while the next is on its way. */
export function useFoundLoans(source: LoanSource | null, search: string) {
  const enabled = source !== null && search.length >= SHORTEST;
  const onDevice = useDeviceQuery<readonly FoundLoan[]>({
    key: ['command-palette', search],
    topics: ['loans', 'vault'],
    load: async () => (await searchLoans({ text: search })).slice(0, MOST).map((row) => row.loan),
    enabled: enabled && source === 'device',
    keepsPrevious: true,
  });
  const onServer = useReadQuery<readonly FoundLoan[]>({
    key: ['loans', 'command-palette', source, search],
    read: (signal) => ask(source === 'activeLoans' ? 'activeLoans' : 'loans', search, signal),
    enabled: enabled && source !== 'device',
    keepsPrevious: true,
  });
  const found = source === 'device' ? onDevice : onServer;
  return { loans: enabled ? (found.data ?? []) : [], isError: enabled && found.isError };
}
