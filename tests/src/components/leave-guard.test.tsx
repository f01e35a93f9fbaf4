// @vitest-environment page
import { MantineProvider } from '@mantine/core';
import { act, useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Outlet, RouterProvider, createMemoryRouter } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConfirmHost } from '../../../src/components/confirm-dialog.tsx';
import { Dialog, useDialog } from '../../../src/components/dialog.tsx';
import { LeaveGuard, LeavePrompt } from '../../../src/components/leave-guard.tsx';
import { createStore } from '../../../src/lib/store.ts';
import { loadAllTexts, startTexts } from '../../../src/lib/texts/texts.ts';
import '../support/render.tsx';

const settled = () => act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
const question = () => document.querySelector('[role="dialog"]')?.textContent ?? '';
const words = (body: string) => ({ title: 'Leave?', body, leave: 'Leave', stay: 'Stay' });

/** Shows the last of the addresses, with the guard and its questions around. */
async function show(children: RouteObject[], initialEntries: string[]) {
  const frame = (
    <>
      <LeaveGuard />
      <ConfirmHost />
      <Outlet />
    </>
  );
  const router = createMemoryRouter([{ element: frame, children }], { initialEntries });
  await startTexts('en');
  await loadAllTexts();
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  const react = createRoot(root);
  onTestFinished(() => act(() => react.unmount()));
  await act(async () =>
    react.render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>,
    ),
  );
  return router;
}

it('stops asking when the form is saved while the question stands, and not when its words change', async () => {
  const form = createStore({ isUnsaved: true, body: 'typed' });
  const Form = () => {
    const { isUnsaved, body } = useSyncExternalStore(form.subscribe, form.get);
    return <LeavePrompt isActive={isUnsaved} kept={words(body)} />;
  };
  const router = await show(
    [
      { path: '/loan', element: <p>loan</p> },
      { path: '/visit', element: <Form /> },
    ],
    ['/loan', '/visit'],
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
});

it('asks when the page goes on to another record, not for its filters; Enter stays, and nothing is lost', async () => {
  const router = await show(
    [{ path: '/desk', element: <LeavePrompt isActive /> }],
    ['/desk?loanId=1'],
  );
  await act(async () => router.navigate('/desk?loanId=1&sort=due'));
  await settled();
  expect(question()).toBe('');
  await act(async () => router.navigate('/desk?loanId=2'));
  await settled();
  expect(question()).toContain('Leave');
  await expect.poll(() => document.activeElement?.textContent).toBe('Stay');
  await act(async () => (document.activeElement as HTMLElement).click());
  await settled();
  expect(router.state.location.search).toBe('?loanId=1&sort=due');
});

/** A loan's page with a dialog, in which something may be typed. */
function Loan({ isTyped }: { isTyped: boolean }) {
  const [isOpen, setOpen] = useState(true);
  return (
    isOpen && (
      <Dialog title="Assign" onClose={() => setOpen(false)}>
        <Typed isTyped={isTyped} />
      </Dialog>
    )
  );
}

function Typed({ isTyped }: { isTyped: boolean }) {
  const { holdUnsaved } = useDialog();
  useEffect(() => holdUnsaved(isTyped), [holdUnsaved, isTyped]);
  return null;
}

async function showLoan({ isTyped }: { isTyped: boolean }) {
  const router = await show(
    [
      { path: '/loans', element: <p>loans</p> },
      { path: '/loan', element: <Loan isTyped={isTyped} /> },
    ],
    ['/loans', '/loan'],
  );
  const back = async () => {
    await act(async () => router.navigate(-1));
    await settled();
  };
  return { back, path: () => router.state.location.pathname };
}

const asked = () => document.body.textContent.includes('What you typed');

/** A phone whose Back key is told by the browser: pressed, every watcher there is hears of it, as when nothing was touched between. */
function phoneBack(): () => Promise<void> {
  const living = new Set<EventTarget>();
  class Watcher extends EventTarget {
    public constructor() {
      super();
      living.add(this);
    }
    public readonly destroy = (): void => void living.delete(this);
  }
  const isCoarse = window.matchMedia;
  vi.stubGlobal('CloseWatcher', Watcher);
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('coarse') ? { matches: true } : isCoarse.call(window, query),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return async () => {
    const told = [...living];
    living.clear();
    await act(async () => {
      for (const each of told) each.dispatchEvent(new Event('close'));
    });
    await settled();
  };
}

describe('Back while a dialog lies over the page', () => {
  it('closes the dialog and stays; the next one leaves', async () => {
    const { back, path } = await showLoan({ isTyped: false });
    expect(question()).toContain('Assign');
    await back();
    await expect.poll(question).toBe('');
    expect(path()).toBe('/loan');
    await back();
    expect(path()).toBe('/loans');
  });

  it('asks about what was typed in it; once more is no answer to lose it', async () => {
    const { back, path } = await showLoan({ isTyped: true });
    await back();
    await expect.poll(asked).toBe(true);
    await back();
    await expect.poll(() => document.querySelectorAll('[role="dialog"]').length).toBe(1);
    expect(question()).toContain('Assign');
    expect(path()).toBe('/loan');
  });

  it('asks and takes the question back in turns where the phone itself tells of it', async () => {
    const back = phoneBack();
    const { path } = await showLoan({ isTyped: true });
    for (const isAsked of [true, false, true, false]) {
      await back();
      await expect.poll(asked).toBe(isAsked);
    }
    expect(path()).toBe('/loan');
    // Escape means the same to the browser: the dialog that hears it keeps it from being told twice.
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    await act(async () => void document.body.dispatchEvent(escape));
    await expect.poll(asked).toBe(true);
    expect(escape.defaultPrevented).toBe(true);
    await back();
  });

  it('a question about the page itself is taken back', async () => {
    const router = await show(
      [
        { path: '/loans', element: <p>loans</p> },
        { path: '/visit', element: <LeavePrompt isActive /> },
      ],
      ['/loans', '/visit'],
    );
    for (const shown of [true, false, true]) {
      await act(async () => router.navigate(-1));
      await settled();
      await expect.poll(() => question() !== '').toBe(shown);
      expect(router.state.location.pathname).toBe('/visit');
    }
  });
});
