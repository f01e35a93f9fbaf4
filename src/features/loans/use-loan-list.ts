import type { DataTableProps } from '../../components/data-table.tsx';
import { usePhone } from '../../components/use-phone.ts';
import type { Loan } from '../../../contract/loan.ts';
import { useLoans, useMergedLoans } from './loan-queries.ts';
import type { LoanQuery } from './loan-queries.ts';

/** The rows of the list's address: a page of them, or on a phone those read on so far. */
export function useLoanList({ page, ...query }: LoanQuery) {
  const isPhone = usePhone();
  const paged = useLoans({ ...query, page }, !isPhone);
  const merged = useMergedLoans(query, isPhone);
  const shown = isPhone ? merged : paged;
  const more: DataTableProps<Loan>['more'] = {
    hasMore: merged.data?.hasMore ?? false,
    isLoading: merged.isFetchingNextPage,
    onMore: () => void merged.fetchNextPage(),
  };
  return { list: shown, ...(isPhone && { more }) };
}
