// @vitest-environment page
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { LoginForm } from '../../../src/features/login/login-form.tsx';
import { inputOf } from '../support/screen.tsx';
import { render } from '../support/render.tsx';

it('a login whose answer takes long says so after a few seconds, until the answer is there', async () => {
  const answers: ((words: string | null) => void)[] = [];
  const waiting = new Promise<string | null>((resolve) => {
    answers.push(resolve);
  });
  const view = await render(<LoginForm choice={null} onLogin={async () => waiting} />);
  onTestFinished(view.unmount);
  await view.type(inputOf('email'), 'ganesh@recoup.test');
  await view.type(inputOf('password'), 'secret');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await act(async () => {
    view.one('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  expect(view.text()).not.toContain('slow');
  await act(async () => vi.advanceTimersByTimeAsync(5000));
  expect(view.one('output').textContent).toContain('The network is slow');
  await act(async () => answers[0]?.('Wrong password'));
  expect(view.one('output').textContent).toBe('');
  expect(view.text()).toContain('Wrong password');
});
