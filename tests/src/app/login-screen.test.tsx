// @vitest-environment page
import { act } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { authCalls } from '../../../contract/auth.ts';
import { LoginScreen } from '../../../src/app/login-screen.tsx';
import { forgetSession, startSession } from '../../../src/app/session.ts';
import { switchLanguage } from '../../../src/lib/texts/texts.ts';
import { PATIENCE } from '../../support/patience.ts';
import { FakeServer, inputOf, openScreen, submit, viewer } from '../support/screen.tsx';

beforeEach(() => {
  forgetSession('logout');
  vi.stubGlobal('indexedDB', { databases: async () => [] });
});
afterEach(() => vi.unstubAllGlobals());

/** As while the app's other part is on its way: the login is still drawn when its person is at another address. */
function Start() {
  return (
    <>
      <output>{useLocation().pathname}</output>
      <Link to="/loans">Loans</Link>
      <LoginScreen />
    </>
  );
}

it('leads whoever logs in on once, and not back from where they went meanwhile', async () => {
  const answer = { auth: true, token: 'token', userInfo: viewer('ADMIN') };
  const server = new FakeServer().on(authCalls.loginAdmin, answer);
  const view = await openScreen(<Start />, server, '/login?role=ADMIN');
  await view.type(inputOf('email'), 'usha');
  await view.type(inputOf('password'), 'secret');
  await submit();
  await vi.waitFor(() => expect(view.one('output').textContent).toBe('/'), PATIENCE);
  await view.click(view.one('[href="/loans"]'));
  // The rest of the words came.
  await act(() => switchLanguage('hi'));
  expect(view.one('output').textContent).toBe('/loans');
});

/** The kind of login that is chosen at first. */
const chosen = async (address: string) => {
  const view = await openScreen(<LoginScreen />, new FakeServer(), address);
  const radios = view.all('input[type="radio"]') as unknown as HTMLInputElement[];
  return radios.find(({ checked }) => checked)?.value;
};

it('begins with the kind of login of whoever’s session ended here; an address that names one counts more', async () => {
  expect(await chosen('/login')).toBe('staff');
  startSession(viewer('CLIENT_ADMIN'), 'token');
  forgetSession('idle');
  expect(await chosen('/login')).toBe('client');
  expect(await chosen('/login?role=ADMIN')).toBe('admin');
  startSession(viewer('CLIENT_ADMIN'), 'token');
  forgetSession('logout');
  expect(await chosen('/login')).toBe('staff');
});
