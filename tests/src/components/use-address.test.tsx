// @vitest-environment happy-dom
import { act } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useUrlFilters } from '../../../src/components/use-url-filters.ts';
import type { UrlFilters } from '../../../src/components/use-url-filters.ts';
import { useUrlPageSize } from '../../../src/components/page-size.tsx';
import { render } from '../support/render.tsx';

const FILTERS = { search: 'text', client: 'list' } as const;
let url: UrlFilters<typeof FILTERS>;
let setPageSize: (size: number) => void;

function Screen() {
  url = useUrlFilters(FILTERS);
  [, setPageSize] = useUrlPageSize();
  return (
    <>
      <output>{useLocation().search}</output>
      <Link to="/elsewhere">Go</Link>
    </>
  );
}

const turn = () =>
  url.setSort((current) => ({
    key: 'due',
    direction: current?.direction === 'asc' ? 'desc' : 'asc',
  }));

it('keeps what is changed before the first change is drawn: a second click, another filter, the page size', async () => {
  const view = await render(<Screen />, '/list?page=3&client=X');
  await act(async () => {
    turn();
    turn();
    url.change({ search: 'asha' });
    setPageSize(25);
  });
  expect(view.one('output').textContent).toBe('?client=X&sort=-due&search=asha&pageSize=25');
});

it('begins from the address that is shown after somebody went elsewhere', async () => {
  const view = await render(<Screen />, '/list?search=asha');
  await act(async () => url.change({ client: ['X'] }));
  await view.click(view.one('a'));
  expect(view.one('output').textContent).toBe('');
  await act(async () => url.change({ client: ['Y'] }));
  expect(view.one('output').textContent).toBe('?client=Y');
});
