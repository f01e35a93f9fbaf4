import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { CallInput, QueryOf } from '../../contract/call.ts';
import type { loanCalls } from '../../contract/loan-calls.ts';
import { mergePages } from '../lib/merged-pages.ts';
import { server } from '../remote/session-client.ts';
import { callKey, sharedAndNoted } from './call-query.ts';

type LoanList = typeof loanCalls.listLoans;

/** Loans read on page after page, merged by `_id`, until a page comes empty (spec 4.5): a phone's list. */
export function useMergedPages(call: LoanList, query: QueryOf<LoanList>, isOn: boolean) {
  return useInfiniteQuery({
    queryKey: [...callKey(call), 'merged', query],
    queryFn: ({ signal, pageParam }) => {
      const input: CallInput<LoanList> = { query: { ...query, page: pageParam } };
      return server.call(call, input, { signal });
    },
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.data.length === 0 ? undefined : page + 1),
    select: ({ pages }) => {
      const { rows, isLastPage } = mergePages(pages.map((page) => page.data));
      const last = pages.at(-1);
      const totalCount = last?.totalCount ?? 0;
      const isCountExact = last?.isCountExact ?? true;
      // What is counted exactly needs no empty page to end.
      const hasMore = !isLastPage && (!isCountExact || rows.length < totalCount);
      // Bulk commands notice what others did since the first page was read.
      return { data: [...rows], totalCount, isCountExact, asOf: pages[0]?.asOf ?? '', hasMore };
    },
    structuralSharing: sharedAndNoted(call, { query }),
    placeholderData: keepPreviousData,
    enabled: isOn,
  });
}
