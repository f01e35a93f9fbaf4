// @vitest-environment page
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { Outlet, RouterProvider, createMemoryRouter, useNavigate } from 'react-router-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { ConfirmHost } from '../../../src/components/confirm-dialog.tsx';
import { TextField } from '../../../src/components/form-field.tsx';
import { LeaveGuard } from '../../../src/components/leave-guard.tsx';
import { ScreenForm } from '../../../src/components/saving-form.tsx';
import { loadAllTexts, startTexts } from '../../../src/lib/texts/texts.ts';

// React draws as a busy phone does: later than a timer of no time.
vi.hoisted(() => {
  vi.stubGlobal('setImmediate', (draw: () => void) => setTimeout(draw, 40));
});

const question = () => document.querySelector('[role="dialog"]')?.textContent ?? '';

function Form() {
  const navigate = useNavigate();
  return (
    <ScreenForm
      name="f"
      label="f"
      rules={z.object({ name: z.string() })}
      defaults={{ name: '' }}
      save={async () => 'saved'}
      onSaved={() => void navigate('/saved')}
    >
      <TextField name="name" label="Name" />
    </ScreenForm>
  );
}

it('leaves what is saved without a question, however late it is drawn', async () => {
  const frame = (
    <>
      <LeaveGuard />
      <ConfirmHost />
      <Outlet />
    </>
  );
  const children = [
    { path: '/form', element: <Form /> },
    { path: '/saved', element: <p>It is saved.</p> },
  ];
  const router = createMemoryRouter([{ element: frame, children }], { initialEntries: ['/form'] });
  await startTexts('en');
  await loadAllTexts();
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  const react = createRoot(root);
  onTestFinished(() => react.unmount());
  react.render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  const input = await vi.waitUntil(() => root.querySelector('input'));
  const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value');
  value?.set?.call(input, 'Asha');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  const save = [...root.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Save',
  );
  save?.click();
  await vi.waitUntil(() => question() !== '' || router.state.location.pathname === '/saved');
  expect(question()).toBe('');
});
