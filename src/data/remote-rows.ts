import { useState } from 'react';
import { useReadQuery } from './read-query.ts';
import type { ReadQuery } from './read-query.ts';

/** What a remote table asks for: pages count from 1. */
export interface RemotePageQuery {
  page: number;
  pageSize: number;
  search: string;
}

/** A page of what matches, and how many there are in all. */
interface RemotePage<Row> {
  data: readonly Row[];
  totalCount: number;
}

/** Where a remote table's rows come from. */
export interface RemoteSource<Row> extends Pick<ReadQuery<unknown>, 'key' | 'topics'> {
  load: (query: RemotePageQuery, signal: AbortSignal) => Promise<RemotePage<Row>>;
}

/** The table's page size (spec 9). */
const PAGE_SIZE = 10;

/** The rows of a remote table, with its own page and words: it also fits a dialog, which has no address. */
export function useRemoteRows<Row>(source: RemoteSource<Row>) {
  const [asked, setAsked] = useState({ page: 1, search: '' });
  const list = useReadQuery({
    key: [...source.key, asked],
    read: (signal) => source.load({ ...asked, pageSize: PAGE_SIZE }, signal),
    keepsPrevious: true,
    ...(source.topics && { topics: source.topics }),
  });
  const { data, isPlaceholderData } = list;
  const lastPage = Math.max(1, Math.ceil((data?.totalCount ?? 0) / PAGE_SIZE));
  // Rows went away under the last page: there is no such page any more.
  if (data !== undefined && !isPlaceholderData && asked.page > lastPage)
    setAsked({ ...asked, page: lastPage });
  return {
    list,
    page: asked.page,
    setPage: (page: number) => setAsked({ ...asked, page }),
    pageSize: PAGE_SIZE,
    search: asked.search,
    setSearch: (search: string) => setAsked({ page: 1, search }),
  };
}
