// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RemoteTable } from '../../../src/components/remote-table.tsx';
import type { RemoteTableProps } from '../../../src/components/remote-table.tsx';
import { useRemoteRows } from '../../../src/data/remote-rows.ts';
import type { RemotePageQuery, RemoteSource } from '../../../src/data/remote-rows.ts';
import { render } from '../support/render.tsx';
import { PATIENCE } from '../../support/patience.ts';

interface Item {
  id: string;
  loanNumber: string;
}

let items: Item[];
const load = vi.fn<RemoteSource<Item>['load']>(
  async ({ page, pageSize, search }: RemotePageQuery) => {
    const found = items.filter((item) => item.loanNumber.includes(search));
    return {
      data: found.slice((page - 1) * pageSize, page * pageSize),
      totalCount: found.length,
    };
  },
);

let client: QueryClient;

beforeEach(() => {
  items = Array.from({ length: 45 }, (_, at) => ({ id: `A${at}`, loanNumber: `LN-${at + 1}` }));
  load.mockClear();
  localStorage.clear();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

/** Lets answers arrive and be drawn. */
const settle = () =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
  });

function Items(change: Partial<RemoteTableProps<Item>>) {
  return (
    <RemoteTable<Item>
      name="missed-alerts"
      label="Missed alerts"
      from={useRemoteRows({ key: ['items'], load })}
      columns="firstItem"
      readings={{ loanNumber: { title: 'Loan number' }, id: { isHiddenAtFirst: true } }}
      rowId={(item) => item.id}
      rowLabel={(item) => item.loanNumber}
      {...change}
    />
  );
}

const table = (change: Partial<RemoteTableProps<Item>> = {}) => (
  <QueryClientProvider client={client}>
    <Items {...change} />
  </QueryClientProvider>
);

async function shown(change: Partial<RemoteTableProps<Item>> = {}) {
  const view = await render(table(change));
  await settle();
  return view;
}

const headings = (view: Awaited<ReturnType<typeof shown>>) =>
  view.all('th').map((cell) => cell.textContent);

describe('the remote table', () => {
  it("shows ten rows from page 1, 'Showing X of Y' and a window of three pages", async () => {
    const view = await shown();
    expect(load.mock.calls[0]?.[0]).toEqual({ page: 1, pageSize: 10, search: '' });
    expect(view.all('tbody tr')).toHaveLength(10);
    expect(view.text()).toContain('Showing 10 of 45');
    expect(view.all('nav button').map((each) => each.textContent)).toEqual(['', '1', '2', '3', '']);
    await view.click(view.button('Next page'));
    await settle();
    expect(load.mock.lastCall?.[0]).toMatchObject({ page: 2 });
    expect(view.text()).toContain('LN-11');
    await view.click(view.button('Previous page'));
    await settle();
    expect(view.one('[aria-current=page]').textContent).toBe('1');
  });

  it('searches from page 1 on and says when nothing is found; the headings stay', async () => {
    const view = await shown({ empty: 'Nothing missed.' });
    await view.click(view.button('Page 3'));
    await settle();
    await view.type(view.one('input[type=search]'), 'LN-9');
    await act(async () => {
      view
        .one('input[type=search]')
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    await vi.waitFor(async () => {
      await settle();
      expect(load.mock.lastCall?.[0]).toEqual({ page: 1, pageSize: 10, search: 'LN-9' });
    }, PATIENCE);
    await settle();
    expect(view.text()).toContain('Showing 1 of 1');
    await view.type(view.one('input[type=search]'), 'none of them');
    await vi.waitFor(async () => {
      await settle();
      expect(view.text()).toContain('No Data Found');
    }, PATIENCE);
    expect(headings(view)).toEqual(['Loan number']);
    expect(view.text()).not.toContain('Nothing missed.');
  });

  it("takes the first item's keys as headings, in words where they are known", async () => {
    const view = await shown({ readings: { loanNumber: { title: 'Loan number' } } });
    expect(headings(view)).toEqual(['id', 'Loan number']);
  });

  it("shows the one column 'No columns Available' without columns", async () => {
    const view = await shown({ columns: [] });
    expect(headings(view)).toEqual(['No columns Available']);
  });

  it('has rows that can be followed, and tells which was', async () => {
    const opened = vi.fn<(item: Item) => void>();
    const view = await shown({ rowHref: (item) => `/at?id=${item.id}`, onOpenRow: opened });
    const links = view.all('tbody a');
    expect(links.map((link) => link.getAttribute('href'))).toContain('/at?id=A9');
    await view.click(view.one('tbody a'));
    expect(opened).toHaveBeenCalledWith(items[0]);
  });

  it('goes back to the last page when rows went away under it', async () => {
    const view = await shown();
    for (const page of ['Page 3', 'Page 4', 'Page 5']) {
      await view.click(view.button(page));
      await settle();
    }
    expect(view.text()).toContain('Showing 5 of 45');
    items = items.slice(0, 12);
    await act(async () => client.invalidateQueries());
    await settle();
    await settle();
    expect(view.one('[aria-current=page]').textContent).toBe('2');
    expect(view.text()).toContain('Showing 2 of 12');
  });
});
