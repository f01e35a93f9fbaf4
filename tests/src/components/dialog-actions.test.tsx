// @vitest-environment page
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ConfirmHost, confirmAction } from '../../../src/components/confirm-dialog.tsx';
import { TextField } from '../../../src/components/form-field.tsx';
import { DialogForm } from '../../../src/components/saving-form.tsx';
import { PATIENCE } from '../../support/patience.ts';
import { render } from '../support/render.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const aForm = (
  <DialogForm
    name="f"
    title="Add a target"
    rules={z.object({ city: z.string() })}
    defaults={{ city: '' }}
    save={async () => null}
    onClose={() => undefined}
  >
    <TextField name="city" label="City" />
  </DialogForm>
);

/** The words of the buttons in the order of the Tab key; the one that closes the dialog at its head aside. */
const waysOn = () =>
  vi.waitFor(() => {
    const buttons = [...document.querySelectorAll('[role="dialog"] button')];
    const words = buttons.map((each) => each.textContent).filter((each) => each !== '');
    expect(words).toHaveLength(2);
    return words;
  }, PATIENCE);

// On a phone they stand one under another, what the dialog is for at the top.
it.each([
  { where: 'a desk', matches: false, form: ['Cancel', 'Save'], question: ['Cancel', 'Delete'] },
  { where: 'a phone', matches: true, form: ['Save', 'Cancel'], question: ['Delete', 'Cancel'] },
])('the keyboard goes through a dialog’s buttons as the eye does at $where', async (at) => {
  const media = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => ({ ...media, matches: at.matches }));
  await render(aForm);
  expect(await waysOn()).toEqual(at.form);
  await render(<ConfirmHost />);
  void confirmAction({ body: 'It is gone for good.', confirmLabel: 'Delete' });
  expect(await waysOn()).toEqual(at.question);
});
