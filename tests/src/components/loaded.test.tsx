// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { Together } from '../../../src/components/loaded.tsx';
import { render } from '../support/render.tsx';

it('a list stays while what stands above it is asked for again after it failed', async () => {
  const waiting = { data: undefined, isError: false };
  const screen = (...of: { data: unknown; isError: boolean }[]) => (
    <Together of={of}>
      <p>Rows</p>
    </Together>
  );
  const view = await render(screen(waiting, { data: [], isError: false }));
  expect(view.text()).not.toContain('Rows');
  await view.again(screen({ data: undefined, isError: true }, { data: [], isError: false }));
  expect(view.text()).toContain('Rows');
  await view.again(screen(waiting, { data: [], isError: false }));
  expect(view.text()).toContain('Rows');
});
