// @vitest-environment happy-dom
import { MantineProvider, Menu } from '@mantine/core';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Dialog } from '../../../src/components/dialog.tsx';
import { TextField } from '../../../src/components/form-field.tsx';
import { DialogForm, FormInDialog, RowForm } from '../../../src/components/saving-form.tsx';
import { theme } from '../../../src/components/theme.ts';
import { PATIENCE } from '../../support/patience.ts';
import { render } from '../support/render.tsx';

const given = {
  title: 'Add a target',
  rules: z.object({ name: z.string(), city: z.string() }),
  defaults: { name: '', city: '' },
  save: async () => null,
  onClose: () => undefined,
};
const fields = (
  <>
    <TextField name="name" label="Name" isDisabled />
    <TextField name="city" label="City" />
  </>
);

const focused = () => {
  const { activeElement: element } = document;
  return (
    element?.getAttribute('name') ?? element?.getAttribute('aria-label') ?? element?.textContent
  );
};
const expectFocus = (words: string) => vi.waitFor(() => expect(focused()).toBe(words), PATIENCE);

describe('a dialog', () => {
  it('begins at the first field that can be filled in', async () => {
    await render(<DialogForm {...given}>{fields}</DialogForm>);
    await expectFocus('city');
  });

  it('begins there too where the fields stand beside their button', async () => {
    await render(
      <Dialog {...given}>
        <RowForm {...given} label="Split">
          {fields}
        </RowForm>
      </Dialog>,
    );
    await expectFocus('city');
  });

  it('begins at the field of a form that has to be read first', async () => {
    const dialog = (isRead: boolean) => (
      <Dialog {...given}>{isRead && <FormInDialog {...given}>{fields}</FormInDialog>}</Dialog>
    );
    const view = await render(dialog(false));
    await expectFocus('Close');
    await view.again(dialog(true));
    await expectFocus('city');
  });

  it('begins where it is told to', async () => {
    await render(
      <DialogForm {...given} focus="cancel">
        {fields}
      </DialogForm>,
    );
    await expectFocus('Cancel');
  });
});

it('a menu begins at its first item that can be chosen', async () => {
  const view = await render(
    <MantineProvider theme={theme} env="test">
      <Menu>
        <Menu.Target>
          <button>Actions</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled>Download</Menu.Item>
          <Menu.Item>Check</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </MantineProvider>,
  );
  view.button('Actions').focus();
  await act(async () => view.button('Actions').click());
  await expectFocus('Check');
});
