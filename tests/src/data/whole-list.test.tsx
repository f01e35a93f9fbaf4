// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { callsOf } from '../../../contract/call.ts';
import { PAGE_SIZE_MAX, pageOf, pageQueryFields } from '../../../contract/paging.ts';
import { useCallQuery } from '../../../src/data/call-query.ts';
import { PATIENCE } from '../../support/patience.ts';
import { render } from '../support/render.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const { list } = callsOf('people', {
  list: {
    summary: 'Tried.',
    roles: 'any',
    method: 'GET',
    path: '/list',
    query: z.object({ ...pageQueryFields, search: z.string().optional() }),
    answer: pageOf(z.object({ _id: z.string() })),
  },
});
/** More than two pages, of which each but the first begins with the row that moved down from the one before. */
const people = Array.from({ length: 2 * PAGE_SIZE_MAX + 7 }, (_, at) => ({ _id: `P${at}` }));

function Choices() {
  const { data } = useCallQuery(list, { query: { search: 'a' } }, { isWhole: true });
  return <p>{data?.data.map(({ _id }) => _id).join(' ')}</p>;
}

it('whoever chooses from a list of many pages lacks nobody, and finds nobody twice', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://recoup.test');
    const [page, pageSize] = [Number(searchParams.get('page')), PAGE_SIZE_MAX];
    asked.push(`${searchParams.get('search')} ${page}`);
    const from = Math.max(0, (page - 1) * pageSize - 1);
    const data = people.slice(from, page * pageSize);
    return Response.json({ data, totalCount: people.length, page, pageSize });
  });
  const view = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Choices />
    </QueryClientProvider>,
  );
  const offered = () => view.one('p').textContent.split(' ');
  await vi.waitFor(() => expect(offered()).toHaveLength(people.length), PATIENCE);
  expect(new Set(offered()).size).toBe(people.length);
  expect(asked).toEqual(['a 1', 'a 2', 'a 3']);
});
