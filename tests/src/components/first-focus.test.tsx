// @vitest-environment page
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
/** What has the focus, once it is that. */
const focusedAt = (words: string) =>
  vi.waitFor(() => {
    if (focused() !== words) throw new Error(`The focus is at ${focused()}.`);
    return words;
  }, PATIENCE);
const readDialog = (isRead: boolean, focus?: 'cancel') => (
  <Dialog {...given}>
    {isRead && (
      <FormInDialog name="f" {...given} {...(focus !== undefined && { focus })}>
        {fields}
      </FormInDialog>
    )}
  </Dialog>
);

describe('a dialog', () => {
  it('begins at the first field that can be filled in', async () => {
    await render(
      <DialogForm name="f" {...given}>
        {fields}
      </DialogForm>,
    );
    expect(await focusedAt('city')).toBe('city');
  });

  it('begins there too where the fields stand beside their button', async () => {
    await render(
      <Dialog {...given}>
        <RowForm {...given} label="Split">
          {fields}
        </RowForm>
      </Dialog>,
    );
    expect(await focusedAt('city')).toBe('city');
  });

  it('begins at the field of a form that has to be read first', async () => {
    const view = await render(readDialog(false));
    expect(await focusedAt('Close')).toBe('Close');
    await view.again(readDialog(true));
    expect(await focusedAt('city')).toBe('city');
  });

  it('begins where it is told to when that had to be read first', async () => {
    const view = await render(readDialog(false, 'cancel'));
    expect(await focusedAt('Close')).toBe('Close');
    await view.again(readDialog(true, 'cancel'));
    expect(await focusedAt('Cancel')).toBe('Cancel');
  });

  it('begins where it is told to', async () => {
    await render(
      <DialogForm name="f" {...given} focus="cancel">
        {fields}
      </DialogForm>,
    );
    expect(await focusedAt('Cancel')).toBe('Cancel');
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
  expect(await focusedAt('Check')).toBe('Check');
});
