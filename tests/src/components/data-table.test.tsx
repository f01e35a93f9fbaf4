// @vitest-environment page
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EmptyState } from '../../../src/components/screen-state.tsx';
import { DataTable } from '../../../src/components/data-table.tsx';
import type { DataTableProps } from '../../../src/components/data-table.tsx';
import {
  NO_SELECTION,
  columnsFromFirstItem,
  pageWindow,
} from '../../../src/components/data-table-column.ts';
import type {
  DataColumn,
  TableSelection,
  TableSort,
} from '../../../src/components/data-table-column.ts';
import { render } from '../support/render.tsx';

interface Loan {
  id: string;
  name: string;
  due: number;
}

const rows: Loan[] = Array.from({ length: 10 }, (_, index) => ({
  id: `L${index}`,
  name: `Borrower ${index}`,
  due: index * 100,
}));
const columns: DataColumn<Loan>[] = [
  { key: 'name', title: 'Borrower', render: (loan) => loan.name, isSortable: true, isFixed: true },
  { key: 'due', title: 'Due', render: (loan) => loan.due, align: 'right', isSortable: true },
];
const props: DataTableProps<Loan> = {
  name: 'loans',
  label: 'Loans',
  columns,
  rows,
  rowId: (loan) => loan.id,
  rowLabel: (loan) => loan.name,
  totalCount: 1234,
  page: 1,
  onPage: () => undefined,
};

beforeEach(() => localStorage.clear());

function Sorted() {
  const [sort, setSort] = useState<TableSort | null>(null);
  return <DataTable {...props} onSort={setSort} sort={sort} />;
}

/** The ids of the first rows. */
const idsOf = (count: number) => new Set(Array.from({ length: count }, (_, n) => `L${n}`));

/** What the heads of a table say. */
async function headsOf(changed: Partial<DataTableProps<Loan>>) {
  await render(<DataTable {...props} {...changed} />);
  return [...document.querySelectorAll('th')].map(({ textContent }) => textContent);
}

describe('the data table', () => {
  it('has no heading without a name while its columns are not known yet', async () => {
    expect(await headsOf({ columns: [], rows: undefined })).toEqual([]);
    expect(await headsOf({ columns: [], rows: [] })).not.toContain('');
  });

  it('says how many of how many it shows and offers a window of three pages', async () => {
    const onPage = vi.fn<(page: number) => void>();
    const view = await render(<DataTable {...props} page={5} onPage={onPage} />);
    expect(view.text()).toContain('Showing 10 of 1,234');
    expect(view.all('nav button').map((button) => button.textContent)).toEqual([
      '',
      '4',
      '5',
      '6',
      '',
    ]);
    expect(view.one('[aria-current=page]').textContent).toBe('5');
    await view.click(view.button('Next page'));
    await view.click(view.button('Previous page'));
    await view.click(view.button('Page 6'));
    expect(onPage.mock.calls).toEqual([[6], [4], [6]]);
  });

  it('does not count the sums among its rows', async () => {
    const view = await render(<DataTable {...props} totalCount={9} sumRows={1} />);
    expect(view.text()).toContain('Showing 9 of 9');
  });

  it('starts at page 1 and stops at the last', async () => {
    const view = await render(<DataTable {...props} totalCount={10} />);
    expect(view.button('Previous page').hasAttribute('disabled')).toBe(true);
    expect(view.button('Next page').hasAttribute('disabled')).toBe(true);
    expect(pageWindow(1, 100)).toEqual([1, 2, 3]);
    expect(pageWindow(100, 100)).toEqual([98, 99, 100]);
    expect(pageWindow(1, 2)).toEqual([1, 2]);
  });

  it('says about how many where they are not counted to the end', async () => {
    const view = await render(<DataTable {...props} totalCount={1_000_000} isCountExact={false} />);
    expect(view.text()).toContain('Showing 10 of about 10,00,000');
  });

  it('reads on instead of turning pages, until there is no more', async () => {
    const onMore = vi.fn<() => void>();
    const more = { hasMore: true, isLoading: false, onMore };
    const view = await render(<DataTable {...props} more={more} />);
    expect(view.all('nav button')).toHaveLength(0);
    await view.click(view.button('Show more'));
    expect(onMore).toHaveBeenCalledOnce();
    const end = await render(<DataTable {...props} more={{ ...more, hasMore: false }} />);
    expect(end.text()).toContain('Showing 10 of 1,234');
    expect(end.text()).not.toContain('Show more');
  });

  it("says 'No Data Found' when empty", async () => {
    const view = await render(<DataTable {...props} rows={[]} totalCount={0} />);
    expect(view.text()).toContain('No Data Found');
    expect(view.text()).toContain('Showing 0 of 0');
  });

  it('says once that nothing is here, then what would be here and what fills it', async () => {
    const empty = <EmptyState title="No backups yet" body="They are listed here." action="Add" />;
    const view = await render(<DataTable {...props} rows={[]} totalCount={0} empty={empty} />);
    expect(view.text()).toContain('No Data FoundThey are listed here.Add');
    const short = <EmptyState title="Nothing was removed." />;
    const other = await render(<DataTable {...props} rows={[]} totalCount={0} empty={short} />);
    expect(other.text()).toContain('No Data FoundNothing was removed.');
  });

  it("shows the one column 'No columns Available' without columns", async () => {
    const view = await render(<DataTable {...props} columns={[]} rows={[]} />);
    expect(view.all('th').map((cell) => cell.textContent)).toEqual(['No columns Available']);
  });

  it("takes its columns from the first item's keys when asked", () => {
    const items = [{ loanNumber: 'LN-1', alertType: 'PTP' }, { other: 'x' }];
    expect(columnsFromFirstItem(items).map((column) => column.title)).toEqual([
      'loanNumber',
      'alertType',
    ]);
    expect(columnsFromFirstItem([])).toEqual([]);
  });

  it('makes each row a real link', async () => {
    const view = await render(
      <DataTable {...props} rowHref={(loan) => `/view-loan?id=${loan.id}`} />,
    );
    expect(view.all('tbody tr a')).toHaveLength(10);
    expect(view.one('tbody a').getAttribute('href')).toBe('/view-loan?id=L0');
  });

  it('asks the server for another order, the other way round the second time', async () => {
    const view = await render(<Sorted />);
    await view.click(view.button('Due'));
    expect(view.one('th[aria-sort]').getAttribute('aria-sort')).toBe('ascending');
    await view.click(view.button('Due'));
    expect(view.one('th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
  });

  it('keeps a selection over pages and can take all that match', async () => {
    const onSelection = vi.fn<(selection: TableSelection) => void>();
    const chosen = { ids: new Set(['elsewhere']), isAllMatching: false };
    const view = await render(
      <DataTable {...props} selection={chosen} onSelection={onSelection} />,
    );
    expect(view.text()).toContain('1 selected');
    await view.click(view.one('[aria-label="Select Borrower 2"]'));
    expect(onSelection.mock.calls[0]?.[0].ids).toEqual(new Set(['elsewhere', 'L2']));
    await view.click(view.button('Select all 1,234 matching'));
    expect(onSelection.mock.calls[1]?.[0].isAllMatching).toBe(true);
    await view.click(view.button('Clear selection'));
    expect(onSelection.mock.calls[2]?.[0]).toBe(NO_SELECTION);
  });

  it('its box for the page is whole only where all of the page is chosen, and mixed only where a part is', async () => {
    const view = await render(
      <DataTable {...props} selection={{ ids: idsOf(3), isAllMatching: false }} />,
    );
    const box = () =>
      view.one('[aria-label="Select all rows of this page"]') as unknown as HTMLInputElement;
    expect([box().checked, box().indeterminate]).toEqual([false, true]);
    await view.again(<DataTable {...props} selection={{ ids: idsOf(10), isAllMatching: false }} />);
    expect([box().checked, box().indeterminate]).toEqual([true, false]);
  });

  it('searches after a pause in typing, once', async () => {
    vi.useFakeTimers();
    try {
      const onSearch = vi.fn<(search: string) => void>();
      const view = await render(<DataTable {...props} search="" onSearch={onSearch} />);
      await view.type(view.one('input[type=search]'), 'as');
      await view.type(view.one('input[type=search]'), 'asha ');
      expect(onSearch).not.toHaveBeenCalled();
      vi.advanceTimersByTime(300);
      expect(onSearch.mock.calls).toEqual([['asha']]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows skeleton rows, and says that it is busy, while the first page is on its way', async () => {
    const view = await render(<DataTable {...props} rows={undefined} totalCount={0} />);
    expect(view.all('tbody tr[aria-hidden]')).toHaveLength(10);
    expect(view.text()).not.toContain('No Data Found');
    expect(view.all('[aria-busy=true]')).toHaveLength(1);
    await view.again(<DataTable {...props} />);
    expect(view.all('[aria-busy=true]')).toEqual([]);
  });

  it('leaves out hidden columns and remembers the choice', async () => {
    localStorage.setItem('recoup.columns.loans', JSON.stringify({ due: false }));
    const view = await render(<DataTable {...props} />);
    expect(view.all('th').map((cell) => cell.textContent)).toEqual(['Borrower']);
  });
});
