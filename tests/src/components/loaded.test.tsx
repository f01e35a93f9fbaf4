// @vitest-environment page
import { expect, it } from 'vitest';
import { Together } from '../../../src/components/loaded.tsx';
import { render } from '../support/render.tsx';

const waiting = { data: undefined, isError: false };
const answered = { data: [], isError: false };
const screen = (first: { data: unknown; isError: boolean }) => (
  <Together of={[first, answered]}>
    <p>Rows</p>
  </Together>
);

it('a list stays while what stands above it is asked for again after it failed', async () => {
  const view = await render(screen(waiting));
  expect(view.text()).not.toContain('Rows');
  await view.again(screen({ data: undefined, isError: true }));
  expect(view.text()).toContain('Rows');
  await view.again(screen(waiting));
  expect(view.text()).toContain('Rows');
});
