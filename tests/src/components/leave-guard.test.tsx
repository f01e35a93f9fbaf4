// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Outlet, RouterProvider, createMemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ConfirmHost } from '../../../src/components/confirm-dialog.tsx';
import { LeaveGuard, LeavePrompt } from '../../../src/components/leave-guard.tsx';
import { createStore } from '../../../src/lib/store.ts';
import { loadAllTexts, startTexts } from '../../../src/lib/texts/texts.ts';
import '../support/render.tsx';

const settled = () => act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
const question = () => document.querySelector('[role="dialog"]')?.textContent ?? '';
const words = (body: string) => ({ title: 'Leave?', body, leave: 'Leave', stay: 'Stay' });

it('stops asking when the form is saved while the question stands, and not when its words change', async () => {
  const form = createStore({ isUnsaved: true, body: 'typed' });
  const Form = () => {
    const { isUnsaved, body } = useSyncExternalStore(form.subscribe, form.get);
    return <LeavePrompt isActive={isUnsaved} kept={words(body)} />;
  };
  const frame = (
    <>
      <LeaveGuard />
      <ConfirmHost />
      <Outlet />
    </>
  );
  const children = [
    { path: '/loan', element: <p>loan</p> },
    { path: '/visit', element: <Form /> },
  ];
  const router = createMemoryRouter([{ element: frame, children }], {
    initialEntries: ['/loan', '/visit'],
  });
  await startTexts('en');
  await loadAllTexts();
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  const react = createRoot(root);
  await act(async () =>
    react.render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>,
    ),
  );
  await act(async () => router.navigate(-1));
  await settled();
  expect(question()).toContain('typed');
  await act(async () => form.set({ isUnsaved: true, body: 'typed more' }));
  await settled();
  expect(question()).toContain('Leave?');
  await act(async () => form.set({ isUnsaved: false, body: '' }));
  await act(async () => router.navigate('/loan?tab=history'));
  await settled();
  await expect.poll(question).toBe('');
  expect(router.state.location.search).toBe('?tab=history');
  await act(async () => router.navigate('/visit'));
  expect(router.state.location.pathname).toBe('/visit');
  await act(async () => react.unmount());
});
