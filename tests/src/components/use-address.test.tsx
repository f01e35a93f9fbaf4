// @vitest-environment happy-dom
import { act } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useUrlFilters } from '../../../src/components/use-url-filters.ts';
import { forgetSearches } from '../../../src/components/use-address.ts';
import { useUrlPageSize } from '../../../src/components/page-size.tsx';
import { render } from '../support/render.tsx';

const FILTERS = { search: 'text', client: 'list' } as const;

function Screen() {
  const url = useUrlFilters(FILTERS);
  const [, setPageSize] = useUrlPageSize();
  const turn = () =>
    url.setSort((current) => ({
      key: 'due',
      direction: current?.direction === 'asc' ? 'desc' : 'asc',
    }));
  return (
    <>
      <output>{useLocation().search}</output>
      <button type="button" onClick={turn}>
        Turn
      </button>
      <button type="button" onClick={() => url.change({ search: 'asha' })}>
        Search
      </button>
      <button type="button" onClick={() => setPageSize(25)}>
        Rows
      </button>
      <b>{url.values.search}</b>
      <Link to="/elsewhere">Go</Link>
    </>
  );
}

it('keeps what is changed before the first change is drawn: a second click, another filter, the page size', async () => {
  const view = await render(<Screen />, '/list?page=3&client=X');
  await act(async () => {
    for (const name of ['Turn', 'Turn', 'Search', 'Rows']) view.button(name).click();
  });
  expect(view.one('output').textContent).toMatch(
    /^\?client=X&sort=-due&search=%7E[\da-z]+\.\d+&pageSize=25$/,
  );
});

it('keeps words that were typed out of the address, which the browser writes to the disk', async () => {
  const view = await render(<Screen />, '/list?search=LN7');
  // Those of a link are in it already.
  expect(view.one('b').textContent).toBe('LN7');
  await view.click(view.button('Search'));
  expect(view.one('output').textContent).not.toContain('asha');
  expect(view.one('b').textContent).toBe('asha');
  forgetSearches();
  await view.click(view.button('Turn'));
  expect(view.one('b').textContent).toBe('');
});

it('begins from the address that is shown after somebody went elsewhere', async () => {
  const view = await render(<Screen />, '/list?client=X');
  await view.click(view.button('Search'));
  await view.click(view.one('a'));
  expect(view.one('output').textContent).toBe('');
  await view.click(view.button('Turn'));
  expect(view.one('output').textContent).toBe('?sort=due');
});
