// @vitest-environment page
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  FakeServer,
  logIn,
  newPhone,
  newUser,
  pulledLoan,
  visitOf,
} from '../../offline/support.ts';
import type { Fault } from '../../offline/support.ts';

/** The outbox's button on a phone with a visit whose sending failed. */
async function openWaiting() {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  const server = new FakeServer();
  server.install();
  const page = await newPhone();
  await logIn(page, newUser());
  server.nextFault = () => 'lostRequest';
  await page.saveOperation(visitOf(pulledLoan().loan._id));
  await page.deliverAll();
  const { render } = await import('../../support/render.tsx');
  const { useSendNow } = await import('../../../../src/features/outbox/outbox-queries.ts');
  const { toastStore } = await import('../../../../src/components/toast-store.ts');
  function Probe() {
    const { isSending, send } = useSendNow();
    return <button onClick={() => void send()}>{isSending ? 'Sending' : 'Send now'}</button>;
  }
  return { server, toastStore, view: await render(<Probe />) };
}

/** Presses Send now while the network does `then`; what the person is told. */
async function toldAfter(then: Fault): Promise<string | undefined> {
  const { server, toastStore, view } = await openWaiting();
  server.nextFault = () => then;
  await view.click(view.button('Send now'));
  await act(async () => {
    await expect.poll(() => toastStore.get().length).toBeGreaterThan(0);
  });
  const told = toastStore.get().at(-1)?.message;
  await view.unmount();
  return told;
}

it('does not say that anything was sent when nothing was', async () => {
  expect(await toldAfter('lostRequest')).toContain('Nothing could be sent');
});

it('says that all is sent when it is', async () => {
  expect(await toldAfter('none')).toBe('Everything is sent.');
});

it('says that a sending without an answer goes on, keeps nobody waiting for it, and tells when all is sent', async () => {
  const { server, toastStore, view } = await openWaiting();
  const said = () => toastStore.get().map(({ message }) => message);
  server.nextFault = () => 'none';
  const hanging: (() => void)[] = [];
  server.beforeAnswer = () => new Promise((resolve) => void hanging.push(resolve));
  const setTimer = globalThis.setTimeout;
  onTestFinished(() => void vi.stubGlobal('setTimeout', setTimer));
  vi.stubGlobal('setTimeout', (work: () => void, ms?: number) =>
    setTimer(work, ms === 10_000 ? 50 : ms),
  );
  await view.click(view.button('Send now'));
  await act(async () => {
    await expect.poll(() => said().at(-1)).toContain('Still sending');
  });
  // It can be pressed again, which says the same.
  await view.click(view.button('Send now'));
  expect(said().at(-1)).toContain('Still sending');
  expect(view.text()).toContain('Send now');
  server.beforeAnswer = async () => undefined;
  for (const answer of hanging) answer();
  await act(async () => {
    await expect.poll(() => said().at(-1)).toBe('Everything is sent.');
  });
  await view.unmount();
});
