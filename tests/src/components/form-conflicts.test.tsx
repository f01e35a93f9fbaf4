// @vitest-environment page
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useFieldArray } from 'react-hook-form';
import { z } from 'zod';
import { AmountField, TextField } from '../../../src/components/form-field.tsx';
import { FieldRow } from '../../../src/components/form.tsx';
import { CheckField } from '../../../src/components/check-field.tsx';
import { ScreenForm } from '../../../src/components/saving-form.tsx';
import { SelectField } from '../../../src/components/select-field.tsx';
import { toastStore } from '../../../src/components/toast-store.ts';
import { formatDayTime } from '../../../src/lib/dates.ts';
import { RefusedError } from '../../../src/remote/call-errors.ts';
import { render } from '../support/render.tsx';
import type { Rendered } from '../support/render.tsx';

const rules = z.object({
  name: z.string(),
  city: z.string(),
  terms: z.object({ fee: z.number().nullable(), kind: z.string() }),
  rows: z.array(z.object({ name: z.string() })),
  isOpen: z.boolean(),
  revision: z.int().optional(),
});
type Values = z.output<typeof rules>;
const STORED: Values = {
  name: 'Asha',
  city: 'Pune',
  terms: { fee: 10, kind: 'A' },
  rows: [{ name: 'one' }],
  isOpen: false,
  revision: 1,
};

const AT = '2026-08-03T10:00:00.000Z';
const stale = (details: object = {}) =>
  new RefusedError(
    409,
    { code: 'STALE_REVISION', message: 'Somebody else changed this meanwhile.', details },
    null,
  );

const form = (defaults: Values, save: (values: Values) => Promise<unknown>) => (
  <ScreenForm name="f" rules={rules} defaults={defaults} label="f" save={save} done="Saved">
    <TextField name="name" label="Name" help="As on the card." />
    <TextField name="city" label="City" />
    <FieldRow>
      <AmountField name="terms.fee" label="Fee" />
      <SelectField
        name="terms.kind"
        label="Kind"
        options={[
          { value: 'A', label: 'Small' },
          { value: 'B', label: 'Large' },
        ]}
      />
    </FieldRow>
    <CheckField name="isOpen" label="Open" />
  </ScreenForm>
);

/** Rows that can be added and taken away, as the forms have them. */
function Rows() {
  const { fields } = useFieldArray({ name: 'rows' });
  return fields.map(({ id }, at) => (
    <TextField key={id} name={`rows.${at}.name`} label={`Row ${at + 1}`} />
  ));
}

const formOfRows = (defaults: Values, save: (values: Values) => Promise<unknown>) => (
  <ScreenForm name="f" rules={rules} defaults={defaults} label="f" save={save}>
    <Rows />
  </ScreenForm>
);

const input = (view: Rendered, name: string) => view.one(`input[name="${name}"]`);
const valueOf = (view: Rendered, name: string) => (input(view, name) as HTMLInputElement).value;
const submit = async (view: Rendered) => {
  await act(async () => {
    view.one('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
};
/** What is read out with a field. */
const saidAt = (view: Rendered, name: string) =>
  (input(view, name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => view.root.ownerDocument.querySelector(`[id="${id}"]`)?.textContent ?? '')
    .join(' ');
const toasts = () => toastStore.get().map(({ message }) => message);

/** A form in which the name was typed, and whose save comes after another's. */
async function lateForm(typed: Record<string, string>, theirs: Partial<Values>, details = {}) {
  const save = vi.fn<(values: Values) => Promise<unknown>>(async () =>
    Promise.reject(stale(details)),
  );
  const view = await render(form(STORED, save));
  for (const [name, text] of Object.entries(typed)) await view.type(input(view, name), text);
  await submit(view);
  const record = { ...STORED, ...theirs, revision: 2 };
  await view.again(form(record, save));
  save.mockImplementation(async () => undefined);
  return { view, save, record };
}

afterEach(() => toastStore.set([]));

describe('a form whose record somebody else changed meanwhile', () => {
  it('takes in what only they changed, keeps what only this person changed, and saves on the new revision', async () => {
    const { view, save } = await lateForm(
      { name: 'Usha' },
      { city: 'Nashik', rows: [{ name: 'two' }] },
    );
    expect(valueOf(view, 'name')).toBe('Usha');
    expect(valueOf(view, 'city')).toBe('Nashik');
    expect(view.one('[role="alert"]').textContent).toContain(
      'somebody else changed this meanwhile',
    );
    expect(view.text()).not.toContain('Now:');
    expect(toasts()).toEqual([]);
    await submit(view);
    expect(save).toHaveBeenLastCalledWith({
      ...STORED,
      name: 'Usha',
      city: 'Nashik',
      rows: [{ name: 'two' }],
      revision: 2,
    });
    expect(toasts()).toEqual(['Saved']);
    expect(view.all('[role="alert"]')).toEqual([]);
  });

  it('tells at the field what both changed, by whom and when, and takes theirs at one press', async () => {
    const { view, save } = await lateForm(
      { name: 'Usha', city: 'Thane' },
      { name: 'Asha Patil', terms: { fee: 250_000, kind: 'A' } },
      { changedBy: 'Vikram Rao', changedAt: AT },
    );
    const told = `Now: Asha Patil – changed by Vikram Rao (${formatDayTime(AT)})`;
    expect(saidAt(view, 'name')).toContain(`As on the card. ${told}`);
    expect(saidAt(view, 'city')).not.toContain('Now');
    expect(view.one('[role="alert"]').textContent).toContain('Vikram Rao changed this');
    expect(document.activeElement).toBe(input(view, 'name'));
    expect(valueOf(view, 'name')).toBe('Usha');
    await view.click(view.one('button[aria-label="Take theirs: Name"]'));
    expect(valueOf(view, 'name')).toBe('Asha Patil');
    expect(document.activeElement).toBe(input(view, 'name'));
    expect(view.text()).not.toContain('Now:');
    await submit(view);
    expect(save).toHaveBeenLastCalledWith({
      ...STORED,
      name: 'Asha Patil',
      city: 'Thane',
      terms: { fee: 250_000, kind: 'A' },
      revision: 2,
    });
  });

  it('tells amounts as amounts, and in parts of a group only the part that both changed', async () => {
    const { view } = await lateForm({ 'terms.fee': '30' }, { terms: { fee: 250_000, kind: 'B' } });
    expect(saidAt(view, 'terms.fee')).toContain('Now: ₹2,50,000');
    expect(valueOf(view, 'terms.kind')).toBe('B');
    expect(view.all('[aria-label^="Take theirs"]')).toHaveLength(1);
  });

  it('keeps what was typed when the record could not be read again, and says what to do', async () => {
    const save = vi.fn<(values: Values) => Promise<unknown>>(async () => Promise.reject(stale()));
    const view = await render(form(STORED, save));
    await view.type(input(view, 'name'), 'Usha');
    await submit(view);
    expect(view.one('[role="alert"]').textContent).toContain('What you typed is still here.');
    expect(valueOf(view, 'name')).toBe('Usha');
  });

  it('goes on from a third change as from the second', async () => {
    const { view, save, record } = await lateForm({ name: 'Usha' }, { city: 'Nashik' });
    save.mockImplementation(async () => Promise.reject(stale()));
    await submit(view);
    await view.again(form({ ...record, city: 'Thane', name: 'Asha P', revision: 3 }, save));
    expect(valueOf(view, 'name')).toBe('Usha');
    expect(valueOf(view, 'city')).toBe('Thane');
    expect(saidAt(view, 'name')).toContain('Now: Asha P');
  });

  it('is not touched by what others save while nobody has saved here', async () => {
    const view = await render(form(STORED, async () => undefined));
    await view.type(input(view, 'name'), 'Usha');
    await view.again(form({ ...STORED, city: 'Nashik', revision: 2 }, async () => undefined));
    expect(valueOf(view, 'city')).toBe('Pune');
    expect(valueOf(view, 'name')).toBe('Usha');
  });

  it('tells a refusal in a toast where a form stands on no revision', async () => {
    const { revision: _none, ...values } = STORED;
    const view = await render(form(values, async () => Promise.reject(stale())));
    await submit(view);
    expect(toasts()).toEqual(['Somebody else changed this meanwhile.']);
  });
});

describe('what both changed and no field shows', () => {
  it('is named above the buttons, with a button that takes theirs', async () => {
    const save = vi.fn<(values: Values) => Promise<unknown>>(async () => Promise.reject(stale()));
    const view = await render(formOfRows(STORED, save));
    await view.type(input(view, 'rows.0.name'), 'mine');
    await submit(view);
    const rows = [{ name: 'theirs' }, { name: 'more' }];
    await view.again(formOfRows({ ...STORED, rows, revision: 2 }, save));
    expect(valueOf(view, 'rows.0.name')).toBe('mine');
    expect(view.one('[role="alert"]').textContent).toContain('you both changed this');
    await view.click(view.one('[role="alert"] button'));
    await submit(view);
    expect(save).toHaveBeenLastCalledWith({ ...STORED, rows, revision: 2 });
  });

  it('says nothing where both made it the same', async () => {
    const save = vi.fn<(values: Values) => Promise<unknown>>(async () => Promise.reject(stale()));
    const view = await render(form(STORED, save));
    await view.click(input(view, 'isOpen'));
    await submit(view);
    await view.again(form({ ...STORED, isOpen: true, city: 'Thane', revision: 2 }, save));
    expect(view.text()).not.toContain('Take theirs');
    expect(valueOf(view, 'city')).toBe('Thane');
    expect((input(view, 'isOpen') as HTMLInputElement).checked).toBe(true);
  });
});
