// @vitest-environment page
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { FileField } from '../../../src/components/file-field.tsx';
import { TextField } from '../../../src/components/form-field.tsx';
import { ScreenForm } from '../../../src/components/saving-form.tsx';
import {
  forgetKeptInput,
  keepInputDraftsIn,
  keepUnsavedInput,
} from '../../../src/lib/kept-input.ts';
import type { InputDraft } from '../../../src/lib/kept-input.ts';
import { render } from '../support/render.tsx';
import type { Rendered } from '../support/render.tsx';

const rules = z.object({ address: z.string(), city: z.string(), currentPassword: z.string() });
const STORED = { address: '12 MG Road', city: 'Pune', currentPassword: '' };

/** What lies on the device. */
let kept: Map<string, InputDraft>;

beforeEach(() => {
  forgetKeptInput(null);
  kept = new Map();
  keepInputDraftsIn({
    save: async (form, { input, ...rest }) =>
      void kept.set(form, { ...rest, input: structuredClone(input) }),
    read: async (form) => kept.get(form) ?? null,
    clear: async (form) => void kept.delete(form),
  });
});

afterEach(() => keepInputDraftsIn(null));

const open = (defaults: z.infer<typeof rules> = STORED, loanId = 'one') =>
  render(
    <ScreenForm
      name="correct"
      label="Correct"
      rules={rules}
      defaults={defaults}
      save={async () => undefined}
    >
      <TextField name="address" label="Address" />
      <TextField name="city" label="City" />
      <TextField name="currentPassword" label="Password" />
    </ScreenForm>,
    `/loan/edit?id=${loanId}`,
  );

const valueOf = (view: Rendered, name: string) =>
  (view.one(`[name="${name}"]`) as HTMLInputElement).value;

const drafts = () => [...kept.values()].map(({ input }) => input);

/** Typed, and kept a moment later. */
async function type(view: Rendered, name: string, text: string): Promise<void> {
  await view.type(view.one(`[name="${name}"]`), text);
  await vi.waitFor(() => expect(drafts()[0]?.[name]).toBe(text));
}

/** The page ends as the system ends it: nothing of it is run any more. */
async function kill(): Promise<void> {
  const left = new Map(kept);
  await render(null);
  await act(async () => undefined);
  kept = left;
}

it('what was typed is there again after the page was ended, and says that it is not saved', async () => {
  const view = await open();
  await view.type(view.one('[name="currentPassword"]'), 'secret');
  await type(view, 'address', '7 Lake View');
  expect(drafts()).toEqual([{ address: '7 Lake View' }]);
  await kill();
  // What was not touched is what is stored now.
  const again = await open({ ...STORED, city: 'Nashik' });
  expect(valueOf(again, 'address')).toBe('7 Lake View');
  expect(valueOf(again, 'city')).toBe('Nashik');
  expect(again.text()).toContain('What you typed here before is back.');
  await kill();
  expect(valueOf(await open(STORED, 'two'), 'address')).toBe('12 MG Road');
});

it('what is typed on and on without a pause is kept on the way', async () => {
  const view = await open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const text of ['7 L', '7 Lake', '7 Lake View']) {
      await view.type(view.one('[name="address"]'), text);
      await act(async () => vi.advanceTimersByTimeAsync(200));
    }
    expect(drafts()).toEqual([{ address: '7 Lake' }]);
  } finally {
    vi.useRealTimers();
  }
});

it('nothing is kept of what was saved or left knowingly, all of what a session ended under', async () => {
  const saved = await open();
  await type(saved, 'city', 'Thane');
  await act(async () => {
    saved.one('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await vi.waitFor(() => expect(drafts()).toEqual([]));
  await type(await open(), 'city', 'Thane');
  await render(null);
  await vi.waitFor(() => expect(drafts()).toEqual([]));
  await type(await open(), 'city', 'Thane');
  keepUnsavedInput('agent');
  await render(null);
  expect(drafts()).toEqual([{ city: 'Thane' }]);
});

it('files are there again with what was typed; of those that could not be kept the form says so', async () => {
  const picture = new File(['picture'], 'letter.jpg', { type: 'image/jpeg' });
  const withFiles = (
    <ScreenForm
      name="propose"
      label="Propose"
      rules={z.object({ remarks: z.string(), files: z.array(z.file()) })}
      defaults={{ remarks: '', files: [] }}
      save={async () => undefined}
    >
      <TextField name="remarks" label="Remarks" />
      <FileField name="files" label="Papers" endings={['.jpg']} maxBytes={1000} most={5} />
    </ScreenForm>
  );
  const view = await render(withFiles, '/propose');
  const input = view.one('input[type="file"]');
  Object.defineProperty(input, 'files', { value: [picture], configurable: true });
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
  await vi.waitFor(() => expect([...kept.values()][0]?.files['files']).toEqual([picture]));
  await kill();
  const again = await render(withFiles, '/propose');
  expect(again.text()).toContain('letter.jpg');
  expect(again.text()).not.toContain('Choose the files again.');
  await type(again, 'remarks', 'As agreed.');
  await kill();
  for (const [form, draft] of kept) kept.set(form, { ...draft, files: {}, lacksFiles: true });
  const without = await render(withFiles, '/propose');
  expect(without.text()).not.toContain('letter.jpg');
  expect(without.text()).toContain('Choose the files again.');
  await kill();
  // Nothing but files was chosen: that they are gone is said all the same, once.
  for (const [form] of kept) kept.set(form, { input: {}, files: {}, lacksFiles: true });
  const bare = await render(withFiles, '/propose');
  expect(bare.text()).toContain('Choose the files again.');
  expect(bare.text()).not.toContain('What you typed here');
  await vi.waitFor(() => expect(drafts()).toEqual([]));
});

const formOf = (label: string, name = 'correct') => (
  <ScreenForm
    name={name}
    label={label}
    rules={rules}
    defaults={STORED}
    save={async () => undefined}
  >
    <TextField name="city" label="City" />
  </ScreenForm>
);

it.each([
  ['in another language', 'सुधारें'],
  ['after its words changed', 'Correct this loan'],
])(
  'what was typed is there again %s, as one draft, and none once it is saved',
  async (_, label) => {
    const view = await render(formOf('Correct'), '/loan/edit?id=one');
    await type(view, 'city', 'Thane');
    await view.again(formOf(label));
    expect(valueOf(view, 'city')).toBe('Thane');
    await kill();
    const again = await render(formOf(label), '/loan/edit?id=one');
    expect(valueOf(again, 'city')).toBe('Thane');
    await type(again, 'city', 'Nashik');
    expect(drafts()).toEqual([{ city: 'Nashik' }]);
    await act(async () => {
      again.one('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    });
    await vi.waitFor(() => expect(drafts()).toEqual([]));
  },
);

it('what an older version of the app kept is taken as far as it fits', async () => {
  kept.set('/loan/edit?id=one#Correct#', {
    input: { city: 'Thane', gone: 1, address: 5 },
    files: {},
    lacksFiles: false,
  });
  const view = await open();
  expect(valueOf(view, 'city')).toBe('Thane');
  expect(valueOf(view, 'address')).toBe('12 MG Road');
  // Its older name goes with what is kept under the name of today.
  await type(view, 'city', 'Nashik');
  await vi.waitFor(() => expect([...kept.keys()]).toEqual(['/loan/edit?id=one#correct#']));
});
