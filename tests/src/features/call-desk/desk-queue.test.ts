import { expect, test } from 'vitest';
import type { Loan } from '../../../../contract/loan.ts';
import type { DeskPage, DeskQuery } from '../../../../src/features/call-desk/call-desk-queries.ts';
import { createDeskQueue } from '../../../../src/features/call-desk/desk-queue.ts';

const PAGE_SIZE = 2;

/** A list on a server: what is in it may change between reads. */
function serverWith(ids: string[]) {
  const list = [...ids];
  const pageOf = (page: number): DeskPage => ({
    // The queue reads only a loan's ids.
    loans: list
      .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
      .map((id) => ({ _id: id, Loan_ID: id }) as Loan),
    dispositions: [],
    chances: [],
    isByChance: false,
    totalCount: list.length,
    isCountExact: true,
    isFromDevice: false,
  });
  return {
    list,
    pageOf,
    read: async (query: DeskQuery) => pageOf(Number(query.page ?? 1)),
    leave: (id: string) => list.splice(list.indexOf(id), 1),
  };
}

const query = { pageSize: PAGE_SIZE };

async function walk(
  ids: string[],
  work: (server: ReturnType<typeof serverWith>, id: string) => void,
) {
  const server = serverWith(ids);
  const queue = createDeskQueue(query, server.read);
  queue.see(1, server.pageOf(1));
  const seen = [ids[0] ?? ''];
  for (;;) {
    const current = seen.at(-1) ?? '';
    work(server, current);
    const next = await queue.next(current);
    if (next === null) return seen;
    seen.push(next.loan._id);
  }
}

test('goes through all pages in the order that was seen', async () => {
  expect(await walk(['a', 'b', 'c', 'd', 'e'], () => undefined)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('skips nobody when worked loans leave the list', async () => {
  const seen = await walk(['a', 'b', 'c', 'd', 'e'], (server, id) => server.leave(id));
  expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('opens nobody twice when worked loans move to the end', async () => {
  const seen = await walk(['a', 'b', 'c', 'd'], (server, id) => {
    server.leave(id);
    server.list.push(id);
  });
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
});

test('goes back to the loan before, and says where a loan stands', () => {
  const server = serverWith(['a', 'b', 'c', 'd']);
  const queue = createDeskQueue(query, server.read);
  queue.see(2, server.pageOf(2));
  expect(queue.previous('d')?.loan._id).toBe('c');
  expect(queue.previous('c')).toBeNull();
  expect(queue.positionOf('d')).toBe(4);
  expect(queue.positionOf('x')).toBeNull();
});
