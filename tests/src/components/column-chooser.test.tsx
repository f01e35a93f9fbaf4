// @vitest-environment page
import { expect, it } from 'vitest';
import { DataTable } from '../../../src/components/data-table.tsx';
import { render } from '../support/render.tsx';

interface Row {
  id: string;
  name: string;
  city: string;
}

const columns = [
  { key: 'name', title: 'Borrower', isFixed: true, render: (row: Row) => row.name },
  { key: 'city', title: 'City', render: (row: Row) => row.city },
];
const rows: Row[] = [{ id: '1', name: 'Asha', city: 'Pune' }];

it('hides a column at the first choice and shows it at the next', async () => {
  localStorage.clear();
  const page = await render(
    <DataTable
      name="things"
      label="Things"
      rowLabel={(row) => row.name}
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      totalCount={1}
      page={1}
      pageSize={10}
      onPage={() => undefined}
    />,
  );
  const heads = () => page.all('th').map((head) => head.textContent);
  expect(heads()).toEqual(['Borrower', 'City']);
  await page.click(page.button('Columns'));
  // One that can't be hidden is none of the choices: the focus would begin at it, and could not.
  expect(page.all('[role="menuitemcheckbox"]').map((item) => item.textContent)).toEqual(['City']);
  const city = () => page.one('[role="menuitemcheckbox"]');
  for (const [isShown, titles] of [
    [false, ['Borrower']],
    [true, ['Borrower', 'City']],
  ] as const) {
    await page.click(city());
    expect(city().getAttribute('aria-checked')).toBe(String(isShown));
    expect(heads()).toEqual(titles);
  }
});
