// @vitest-environment page
import { act, useEffect } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { pageQueryFields } from '../../../contract/paging.ts';
import { List } from '../../../src/components/list.tsx';
import type { ListProps } from '../../../src/components/list.tsx';
import { useListState } from '../../../src/components/list-state.ts';
import type { ListAnswer } from '../../../src/components/list-state.ts';
import type { DataColumn } from '../../../src/components/data-table-column.ts';
import { render } from '../support/render.tsx';

interface Lender {
  _id: string;
  name: string;
  state: string;
  city: string | null;
  remark: string;
}

const lender = (name: string): Lender => ({
  _id: name,
  name,
  state: 'Active',
  city: name === 'Asha' ? 'Pune' : null,
  remark: 'Pays late',
});

const columns: DataColumn<Lender>[] = [
  { key: 'name', title: 'Lender', isFixed: true, render: (row) => row.name },
  { key: 'state', title: 'State', card: 'aside', render: (row) => row.state },
  { key: 'city', title: 'City', render: (row) => row.city ?? '–' },
  { key: 'remark', title: 'Remark', isHiddenAtFirst: true, render: (row) => row.remark },
];

const query = z.object({
  ...pageQueryFields,
  state: z.enum(['OPEN', 'DONE']).optional(),
  kinds: z.array(z.enum(['a', 'b'])).optional(),
  search: z.string().max(60).optional(),
  given: z.string().optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  minDue: z.int().optional(),
  maxDue: z.int().optional(),
  sort: z.enum(['name', '-name']).optional(),
});
const FILTERS = {
  state: 'text',
  kinds: 'list',
  search: 'text',
  given: ['yes', 'no'],
  from: 'day',
  to: 'day',
  minDue: 'amount',
  maxDue: 'amount',
} as const;

const answered = (rows: Lender[]): ListAnswer<Lender> => ({
  data: { data: rows, totalCount: rows.length },
  isError: false,
  error: null,
  isPlaceholderData: false,
  refetch: async () => undefined,
});

const gone = { ...answered([]), data: { data: [], totalCount: 20 } };

let asked: unknown;

interface LendersProps extends Partial<Omit<ListProps<Lender>, 'list'>> {
  list?: ListAnswer<Lender> | ((page: number) => ListAnswer<Lender>);
}

function Lenders({ list = answered([lender('Asha'), lender('Bina')]), ...props }: LendersProps) {
  const state = useListState(query, FILTERS);
  useEffect(() => {
    asked = state.asked;
  });
  return (
    <List<Lender>
      name="lenders"
      label="Lenders"
      list={typeof list === 'function' ? list(state.page) : list}
      state={state}
      columns={columns}
      rowLabel={(row) => row.name}
      search="Find a lender"
      {...props}
    />
  );
}

beforeEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('a list', () => {
  it('asks its call for what the address says', async () => {
    await render(<Lenders />, '/?state=OPEN&kinds=a&kinds=b&search=x&page=3&sort=-name');
    expect(asked).toEqual({
      state: 'OPEN',
      kinds: ['a', 'b'],
      search: 'x',
      sort: '-name',
      page: 3,
      pageSize: 10,
    });
  });

  it('leaves out what the call would refuse', async () => {
    const long = 'x'.repeat(80);
    await render(<Lenders />, `/?state=GONE&kinds=a&kinds=q&sort=shoe&search=${long}`);
    expect(asked).toEqual({ kinds: ['a'], search: 'x'.repeat(60), page: 1, pageSize: 10 });
    for (const page of ['99999999999', '1e999', '-3', '0', 'x', '2.5']) {
      await render(<Lenders />, `/?page=${page}`);
      expect(z.object(pageQueryFields).safeParse(asked).success).toBe(true);
    }
  });

  it('says what of the address it does not filter by, until that is taken out', async () => {
    const old = '/?State_Name=OPEN&state=GONE&given=maybe&search=x&view=open&page=1&sort=name';
    const view = await render(<Lenders />, old);
    expect(view.text()).toContain('Not filtered by: State_Name, given, state');
    await view.click(view.button('Take it out of the address'));
    expect(view.text()).not.toContain('Not filtered by');
    expect(asked).toMatchObject({ search: 'x' });
  });

  it('asks for no range whose end lies before its beginning, and says so', async () => {
    const view = await render(
      <Lenders />,
      '/?from=2026-12-01&to=2026-11-01&minDue=500&maxDue=5&page=2',
    );
    expect(asked).toEqual({ from: '2026-12-01', minDue: 500, page: 2, pageSize: 10 });
    expect(view.text()).toContain('Not filtered by: to, maxDue');
  });

  it('has the few choices of a filter chosen by typing their letters', async () => {
    const options = ['Open', 'Done'].map((label) => ({ value: label.toUpperCase(), label }));
    const fields = [{ kind: 'choice' as const, key: 'state', label: 'State', options }];
    const view = await render(<Lenders fields={fields} />, '/?state=DONE');
    const input = view.one('input[aria-label=State]');
    await act(async () => input.focus());
    await view.type(input, 'o');
    await act(async () => {
      input.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true }),
      );
    });
    expect(asked).toMatchObject({ state: 'OPEN' });
  });

  it('says what fills it while it is empty, and to search again while filters are on', async () => {
    const none = { list: answered([]), empty: 'Add the first lender.' };
    const empty = await render(<Lenders {...none} />);
    expect(empty.text()).toContain('Add the first lender.');
    const filtered = await render(<Lenders {...none} />, '/?state=OPEN');
    expect(filtered.text()).not.toContain('Add the first lender.');
    expect(filtered.one('input[type=search]')).toBeDefined();
  });

  it('goes to its last page when that of the address is no longer there', async () => {
    await render(
      <Lenders list={(page) => (page > 2 ? gone : answered([lender('Asha')]))} />,
      '/?page=9',
    );
    expect(asked).toMatchObject({ page: 2 });
  });

  it('says of what is not there that it is not there, with nothing to retry', async () => {
    const details = [{ path: 'id', code: 'not-an-id', message: 'No id.', values: {} }];
    for (const facts of [{ status: 404 }, { status: 400, details }]) {
      const error = Object.assign(new Error('No.'), facts);
      const view = await render(
        <Lenders list={{ ...answered([]), data: undefined, isError: true, error }} />,
      );
      expect(view.text()).toContain('This was not found');
      expect(view.text()).not.toContain('Retry');
    }
  });

  it('says nothing of rows and columns that are on their way', async () => {
    const waiting = { ...answered([]), data: undefined };
    const view = await render(<Lenders list={waiting} columns={[]} />);
    expect(view.text()).not.toContain('Showing');
    expect(view.text()).not.toContain('No columns');
    expect(view.one('tbody tr')).toBeDefined();
  });

  it('says why nothing could be loaded and keeps its filters', async () => {
    const refetch = vi.fn<() => Promise<unknown>>(async () => undefined);
    const error = new Error('The database is asleep.');
    const failed = { ...answered([]), data: undefined, isError: true, error, refetch };
    const view = await render(<Lenders list={failed} />);
    expect(view.one('[role=alert]').textContent).toContain('The database is asleep.');
    expect(view.one('input[type=search]')).toBeDefined();
    await view.click(view.button('Retry'));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('makes the cards of a phone from the same columns, without what is not there', async () => {
    const phone = {
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    };
    vi.stubGlobal('matchMedia', () => phone);
    const view = await render(<Lenders rowHref={(row) => `/lender?id=${row._id}`} />);
    expect(view.all('li').map((card) => card.textContent)).toEqual([
      'AshaActiveCityPune',
      'BinaActive',
    ]);
    expect(view.one('li a').getAttribute('href')).toBe('/lender?id=Asha');
    expect(view.all('table')).toHaveLength(0);
  });
});
