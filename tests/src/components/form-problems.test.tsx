// @vitest-environment page
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fieldProblem } from '../../../contract/errors.ts';
import { NumberField } from '../../../src/components/number-field.tsx';
import { FormFrame, useSchemaForm } from '../../../src/components/form.tsx';
import { checkParts } from '../../../src/components/form-problems.tsx';
import { ScreenForm } from '../../../src/components/saving-form.tsx';
import { RefusedError } from '../../../src/remote/call-errors.ts';
import { render } from '../support/render.tsx';
import type { Rendered } from '../support/render.tsx';

it('what is refused of a list of one stands at the fields of a form of that one', async () => {
  const details = [fieldProblem('targets.0.days', 'day-is-over')];
  const refused = new RefusedError(422, { code: 'ANY', message: 'Raw.', details }, null);
  const view = await render(
    <ScreenForm
      name="f"
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

const days = z.object({ days: z.int().min(0) });
const submitted = (view: Rendered) =>
  act(async () => {
    view.one('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

it.each([
  ['12.5', 'Give a whole number.'],
  ['0.7', 'Give a whole number.'],
  ['-5', 'Give 0 or more.'],
  ['12,5', 'Give a number.'],
  ['1e3', 'Give a number.'],
  ['5 weeks', 'Give a number.'],
])(
  'what is no whole number, %s, stays as it was typed, is told, and does not become another',
  async (typed, words) => {
    const save = vi.fn<(values: object) => Promise<void>>();
    const view = await render(
      <ScreenForm name="f" rules={days} defaults={{ days: 3 }} label="f" save={save}>
        <NumberField name="days" label="Days" />
      </ScreenForm>,
    );
    const input = view.one('input[name="days"]');
    await view.type(input, typed);
    expect(input).toHaveProperty('value', typed);
    await submitted(view);
    expect(input).toHaveProperty('value', typed);
    expect(view.text()).toContain(words);
    expect(save).not.toHaveBeenCalled();
  },
);

it.each([
  ['१२', 12],
  [' 12 ', 12],
  ['1,200', 1200],
  ['12 %', 12],
  ['12%', 12],
  ['12.0', 12],
])('a number is read as people write it: %s', async (typed, read) => {
  const save = vi.fn<(values: object) => Promise<void>>();
  const view = await render(
    <ScreenForm name="f" rules={days} defaults={{ days: 3 }} label="f" save={save}>
      <NumberField name="days" label="Days" suffix=" %" />
    </ScreenForm>,
  );
  expect(view.one('input[name="days"]')).toHaveProperty('value', '3 %');
  await view.type(view.one('input[name="days"]'), typed);
  await submitted(view);
  expect(save.mock.lastCall?.[0]).toEqual({ days: read });
});

const slabs = z.object({
  incentives: z.array(z.object({ slabs: z.array(z.object({ percent: z.int().min(1) })) })),
});

/** A step of a wizard, whose fields stand in lists. */
function SlabStep() {
  const form = useSchemaForm(slabs, { incentives: [{ slabs: [{ percent: 0 }] }] });
  return (
    <FormFrame
      form={form}
      name="f"
      rules={slabs}
      onSubmit={() => undefined}
      onNext={() => void checkParts(form, ['incentives'])}
    >
      <NumberField name="incentives.0.slabs.0.percent" label="Percent" />
    </FormFrame>
  );
}

it('what is wrong in a part of a form that is checked alone is told once, at its field', async () => {
  const view = await render(<SlabStep />);
  await submitted(view);
  expect(view.text().split('Give 1 or more.')).toHaveLength(2);
  expect(document.activeElement).toBe(view.one('input'));
  expect(view.all('form [role="alert"] li')).toEqual([]);
});
