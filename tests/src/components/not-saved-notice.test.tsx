// @vitest-environment page
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { TextField } from '../../../src/components/form-field.tsx';
import { ScreenForm } from '../../../src/components/saving-form.tsx';
import { toastStore } from '../../../src/components/toast-store.ts';
import { OfflineError, RefusedError } from '../../../src/remote/call-errors.ts';
import { render } from '../support/render.tsx';

const refused = (status: number) =>
  new RefusedError(status, { code: 'ANY', message: 'Raw.', details: [] }, null);

it.each([
  ['a busy server', refused(503), 'The server could not do it now.'],
  ['a server that failed', refused(500), 'The server could not do it now.'],
  [
    'a gateway of a server that is just starting',
    new OfflineError('Bad', { status: 502 }),
    'The server could not do it now.',
  ],
  ['a record that somebody removed meanwhile', refused(404), 'was removed meanwhile'],
])('says in the form, not only in a toast, what is to be done after %s', async (_, error, says) => {
  const save = vi.fn<() => Promise<void>>().mockRejectedValueOnce(error);
  const view = await render(
    <ScreenForm
      name="f"
      rules={z.object({ name: z.string() })}
      defaults={{ name: 'Asha' }}
      label="f"
      save={save}
    >
      <TextField name="name" label="Name" />
    </ScreenForm>,
  );
  const submit = async () => {
    await act(async () => {
      view.root.querySelector('form')?.requestSubmit();
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
  };
  await submit();
  toastStore.set([]);
  expect(view.root.querySelector('form [role="alert"]')?.textContent).toContain(says);
  await submit();
  expect(save).toHaveBeenCalledTimes(2);
  expect(view.text()).not.toContain('Not saved');
});
