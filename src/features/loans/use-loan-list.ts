import { sortText } from '../../components/given-filters.ts';
import type { DataTableProps } from '../../components/data-table.tsx';
import { usePhone } from '../../components/use-phone.ts';
import type { UrlFilters } from '../../components/use-url-filters.ts';
import type { Loan } from '../../../contract/loan.ts';
import { loanFilterOf } from './loan-filters.ts';
import type { LOAN_FILTERS } from './loan-filters.ts';
import { useLoans, useMergedLoans } from './loan-queries.ts';

/** The rows of the list's address: a page of them, or on a phone those read on so far. */
export function useLoanList(url: UrlFilters<typeof LOAN_FILTERS>, pageSize: number) {
  const isPhone = usePhone();
  const query = { ...loanFilterOf(url.values), ...sortText(url.sort), pageSize };
  const paged = useLoans({ ...query, page: url.page }, !isPhone);
  const merged = useMergedLoans(query, isPhone);
  const shown = isPhone ? merged : paged;
  const more: DataTableProps<Loan>['more'] = {
    hasMore: merged.data?.hasMore ?? false,
    isLoading: merged.isFetchingNextPage,
    onMore: () => void merged.fetchNextPage(),
  };
  return { list: shown, ...(isPhone && { more }) };
}
