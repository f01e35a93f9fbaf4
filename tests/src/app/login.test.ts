// @vitest-environment page
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { authCalls } from '../../../contract/auth.ts';
import { logIn } from '../../../src/app/session-commands.ts';
import { forgetSession } from '../../../src/app/session.ts';
import { loadAllTexts, startTexts } from '../../../src/lib/texts/texts.ts';
import { FakeServer, viewer } from '../support/screen.tsx';

beforeAll(async () => {
  await startTexts('en');
  await loadAllTexts();
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetSession('logout');
});

const input = { email: 'usha', password: 'Kestrel-over-Satara' };

it.each([
  ['admin', authCalls.loginAdmin, 'ADMIN'],
  ['client', authCalls.loginClient, 'CLIENT'],
  ['staff', authCalls.login, 'STAFF'],
  ['field', authCalls.login, 'FIELD_AGENT'],
] as const)('the %s login sends its role', async (kind, call, role) => {
  const server = new FakeServer().on(call, { auth: false, error: 'Wrong.' });
  vi.stubGlobal('fetch', server.fetch);
  expect(await logIn({ kind, ...input })).toBe('Wrong.');
  expect(server.sentOf(call)).toMatchObject([{ body: { ...input, role } }]);
});

it.each([
  ['ADMIN', 'This account logs in as Admin. Choose Admin above.'],
  ['CLIENT', 'This account logs in as Client. Choose Client above.'],
  ['STAFF', 'This account logs in as Staff, not here.'],
  ['FIELD_AGENT', 'This account is a field agent’s. Use the login for field agents.'],
] as const)('a right password at the wrong door is told the door: %s', async (door, words) => {
  const server = new FakeServer().on(authCalls.login, { auth: false, door });
  vi.stubGlobal('fetch', server.fetch);
  expect(await logIn({ kind: 'staff', ...input })).toBe(words);
});

it('the right door lets the person in', async () => {
  const userInfo = viewer('ADMIN');
  const server = new FakeServer().on(authCalls.loginAdmin, {
    auth: true,
    token: 'token',
    userInfo,
  });
  vi.stubGlobal('fetch', server.fetch);
  expect(await logIn({ kind: 'admin', ...input })).toBeNull();
});
