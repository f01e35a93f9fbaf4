// @vitest-environment page
import { beforeEach, expect, it } from 'vitest';
import { useUrlPageSize } from '../../../src/components/page-size.tsx';
import { render } from '../support/render.tsx';

function Rows() {
  const [size, setSize] = useUrlPageSize();
  return <button onClick={() => setSize(50)}>{size}</button>;
}

const sizeAt = async (address: string) =>
  (await render(<Rows />, address)).one('button').textContent;

beforeEach(() => localStorage.clear());

it('a table starts at ten rows and remembers what a person chose on its screen', async () => {
  expect(await sizeAt('/loans')).toBe('10');
  const view = await render(<Rows />, '/loans');
  await view.click(view.button('10'));
  expect(view.one('button').textContent).toBe('50');
  expect(await sizeAt('/loans')).toBe('50');
  expect(await sizeAt('/loans?pageSize=25')).toBe('25');
  expect(await sizeAt('/clients')).toBe('10');
});

it('a size that no table has counts as none', async () => {
  expect(await sizeAt('/loans?pageSize=7')).toBe('10');
  localStorage.setItem('recoup.rows:/loans', 'many');
  expect(await sizeAt('/loans')).toBe('10');
});
