// @vitest-environment page
import { expect, it, onTestFinished, vi } from 'vitest';
import { FakeServer, logIn, newPhone, newUser } from '../offline/support.ts';

interface Told {
  readonly userId: string;
}

const newWorker = () => ({ postMessage: vi.fn<(told: Told) => void>() });

it('the worker of a new version gets the key before the page that let it in is loaded anew', async () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  new FakeServer().install();
  const page = await newPhone();
  const user = newUser();
  await logIn(page, user);
  const [old, next] = [newWorker(), newWorker()];
  const container = Object.assign(new EventTarget(), {
    ready: Promise.resolve({ active: old }),
    controller: old,
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  const { keepKeyInWorker } = await import('../../../src/app/key-hand-over.ts');
  keepKeyInWorker();
  await vi.waitFor(() => expect(old.postMessage).toHaveBeenCalled());
  container.controller = next;
  container.dispatchEvent(new Event('controllerchange'));
  // In the same turn: after it the page may be gone.
  expect(next.postMessage).toHaveBeenCalledTimes(1);
  expect(next.postMessage.mock.lastCall?.[0]).toMatchObject({ type: 'HOLD', userId: user._id });
});
