// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fieldProblem } from '../../../contract/errors.ts';
import { NumberField } from '../../../src/components/number-field.tsx';
import { ScreenForm } from '../../../src/components/saving-form.tsx';
import { RefusedError } from '../../../src/remote/call-errors.ts';
import { render } from '../support/render.tsx';

it('what is refused of a list of one stands at the fields of a form of that one', async () => {
  const details = [fieldProblem('targets.0.days', 'day-is-over')];
  const refused = new RefusedError(422, { code: 'ANY', message: 'Raw.', details }, null);
  const view = await render(
    <ScreenForm
      rules={z.object({ days: z.int() })}
      defaults={{ days: 3 }}
      label="f"
      save={async () => Promise.reject(refused)}
    >
      <NumberField name="days" label="Days" />
    </ScreenForm>,
  );
  await act(async () => {
    view.one('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  const input = view.one('input[name="days"]');
  expect(document.activeElement).toBe(input);
  const said = input.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(said.map((id) => document.querySelector(`[id="${id}"]`)?.textContent)).toContain(
    'Give today or a later day.',
  );
  expect(view.all('form [role="alert"] li')).toEqual([]);
});

it.each(['12.5', '1.5', '0.7'])(
  'a number with a point, %s, is told where a whole one is asked, and does not become another',
  async (typed) => {
    const save = vi.fn<(values: object) => Promise<void>>();
    const view = await render(
      <ScreenForm rules={z.object({ days: z.int() })} defaults={{ days: 3 }} label="f" save={save}>
        <NumberField name="days" label="Days" />
      </ScreenForm>,
    );
    const input = view.one('input[name="days"]');
    await view.type(input, typed);
    expect(input).toHaveProperty('value', typed);
    await act(async () => {
      view.one('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    expect(view.text()).toContain('Give a whole number.');
    expect(save).not.toHaveBeenCalled();
  },
);
