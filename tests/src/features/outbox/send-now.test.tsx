// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import {
  FakeServer,
  logIn,
  newPhone,
  newUser,
  pulledLoan,
  visitOf,
} from '../../offline/support.ts';
import type { Fault } from '../../offline/support.ts';

/** Saves a visit whose sending fails, and presses Send now while the network does `then`; what the person is told. */
async function toldAfter(then: Fault): Promise<string | undefined> {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  const server = new FakeServer();
  server.install();
  const page = await newPhone();
  await logIn(page, newUser());
  server.nextFault = () => 'lostRequest';
  await page.saveOperation(visitOf(pulledLoan().loan._id));
  await page.deliverAll();
  server.nextFault = () => then;
  const { render } = await import('../../support/render.tsx');
  const { useSendNow } = await import('../../../../src/features/outbox/outbox-queries.ts');
  const { toastStore } = await import('../../../../src/components/toast-store.ts');
  function Probe() {
    const { send } = useSendNow();
    return <button onClick={() => void send()}>Send now</button>;
  }
  const view = await render(<Probe />);
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
