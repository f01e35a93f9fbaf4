// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, logIn, logInAgain } from '../../../src/app/session-commands.ts';
import type * as Hooks from '../../../src/app/session-hooks.ts';
import { startSessionWatch } from '../../../src/app/session-watch.ts';
import { sessionStore } from '../../../src/app/session.ts';
import { ANSWER_HEADER, UNASKED } from '../../../contract/answer-mark.ts';
import { authCalls } from '../../../contract/auth.ts';
import { text } from '../../../src/lib/texts/texts.ts';
import { server } from '../../../src/remote/session-client.ts';
import { PATIENCE } from '../../support/patience.ts';
import { loggedInUser } from '../support/logged-in-user.ts';

const asha = { ...loggedInUser('asha'), _id: '01890000-0000-7000-8000-000000000001' };

/** A phone whose vault the password opens, and that has no PIN. */
vi.mock('../../../src/app/session-hooks.ts', async (original) => ({
  ...(await original<typeof Hooks>()),
  sessionHooks: async () => ({
    unlockOffline: async () => asha,
    canOpenQuickly: async () => false,
    onLogin: async () => opening(),
    onLogout: async () => undefined,
  }),
}));

/** What the server, or the line, makes of a login. */
let answerLogin: () => Promise<Response>;
let logins = 0;
/** What becomes of opening the vault after a login. */
let opening: () => Promise<void> = async () => undefined;
let stop = () => {};

const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));
const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', [ANSWER_HEADER]: UNASKED },
  });
const unauthorised = () =>
  json(401, { code: 'UNAUTHORIZED', message: 'Log in again.', requestId: 'r' });
const accepted = () => json(200, { auth: true, token: 'new', userInfo: asha });

beforeEach(async () => {
  localStorage.clear();
  logins = 0;
  answerLogin = noAnswer;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    if (!String(input instanceof Request ? input.url : input).endsWith('/login'))
      return unauthorised();
    logins += 1;
    return answerLogin();
  });
  await logIn({ kind: 'field', email: 'asha@example.com', password: 'secret' });
  logins = 0;
  stop = startSessionWatch();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const token = () => localStorage.getItem('recoup.token');
const ask = () => server.call(authCalls.whoAmI).catch(() => undefined);

it('a phone opened without an answer stays open while logins bring none, and gets its session from the next that does', async () => {
  await ask();
  await vi.waitFor(() => expect(logins).toBe(1), PATIENCE);
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  expect(sessionStore.get()).toEqual(asha);
  answerLogin = async () => accepted();
  await ask();
  await vi.waitFor(() => expect(token()).toBe('new'), PATIENCE);
});

it('many calls at once ask for one session', async () => {
  answerLogin = async () => accepted();
  await Promise.all([ask(), ask(), ask()]);
  await vi.waitFor(() => expect(token()).toBe('new'), PATIENCE);
  expect(logins).toBe(1);
});

it('a late answer logs nobody in who has logged out meanwhile', async () => {
  const held: ((answer: Response) => void)[] = [];
  answerLogin = () =>
    new Promise((resolve) => {
      held.push(resolve);
    });
  await ask();
  await vi.waitFor(() => expect(logins).toBe(1), PATIENCE);
  await endSession('logout');
  for (const answer of held) answer(accepted());
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  expect([sessionStore.get(), token()]).toEqual([null, null]);
});

it('a password that was changed ends what it opened', async () => {
  answerLogin = async () => json(200, { auth: false, error: 'Wrong password' });
  await ask();
  await vi.waitFor(() => expect(sessionStore.get()).toBeNull(), PATIENCE);
});

it('a disabled account is told so in the reader’s words, by the login and to whoever opened the phone without it', async () => {
  answerLogin = async () =>
    json(200, { auth: false, error: 'As the server says.', isDisabled: true });
  const words = text()('login.disabled');
  expect(await logInAgain('secret')).toBe(words);
  await endSession('logout');
  const input = { kind: 'field', email: 'asha@example.com', password: 'secret' } as const;
  expect(await logIn(input)).toBe(words);
  expect(token()).toBeNull();
});

it('a login whose vault can not be opened leaves no session behind for whoever is next', async () => {
  await endSession('logout');
  answerLogin = async () => accepted();
  opening = () => Promise.reject(new TypeError('Failed to fetch'));
  const login = logIn({ kind: 'field', email: 'asha@example.com', password: 'secret' });
  await expect(login).rejects.toThrow('Failed to fetch');
  opening = async () => undefined;
  expect(token()).toBeNull();
  expect(sessionStore.get()).toBeNull();
});
