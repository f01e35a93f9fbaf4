// @vitest-environment page
import { act } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useUrlFilters } from '../../../src/components/use-url-filters.ts';
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
      <Link to="/elsewhere">Go</Link>
    </>
  );
}

it('keeps what is changed before the first change is drawn: a second click, another filter, the page size', async () => {
  const view = await render(<Screen />, '/list?page=3&client=X');
  await act(async () => {
    for (const name of ['Turn', 'Turn', 'Search', 'Rows']) view.button(name).click();
  });
  expect(view.one('output').textContent).toBe('?client=X&sort=-due&search=asha&pageSize=25');
});

it('begins from the address that is shown after somebody went elsewhere', async () => {
  const view = await render(<Screen />, '/list?client=X');
  await view.click(view.button('Search'));
  await view.click(view.one('a'));
  expect(view.one('output').textContent).toBe('');
  await view.click(view.button('Turn'));
  expect(view.one('output').textContent).toBe('?sort=due');
});
