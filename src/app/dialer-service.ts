import { z } from 'zod';
import { authCalls } from '../../contract/auth.ts';
import { loggedInUserSchema } from '../../contract/auth.ts';
import type { LoginAnswer } from '../../contract/auth.ts';
import { OfflineError } from '../remote/call-errors.ts';
import { server } from '../remote/session-client.ts';
import { routes } from './routes.ts';
import { DIALER_TOKEN_KEY } from './session.ts';

const LOGIN_TIMEOUT_MS = 30_000;
const MOST_SHOWN = 300;

/** What a dialer service may answer; with our user in it, its token is a session of ours. */
const foreignAnswerSchema = z.object({
  auth: z.boolean().optional(),
  token: z.string().optional(),
  userInfo: loggedInUserSchema.optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
});

/** A setting that the server wrote into the page. */
function setting(name: string): string {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';
}

/**
 * The dialer role's login (spec 7.1): at the configured service, else at ours. Answers like the other logins; a service
 * that knows no user of ours leaves its token on this device for the dialer app (`auth` without `userInfo`). Throws
 * OfflineError, and RefusedError from ours.
 */
export async function logInAtDialer(username: string, password: string): Promise<LoginAnswer> {
  const address = setting('recoup-dialer-login');
  const body = { username, password };
  if (address === '') return server.call(authCalls.loginDialer, { body });
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(LOGIN_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new OfflineError('Network error', { cause: error });
  });
  return readAnswer(response.ok, await response.text());
}

function readAnswer(isOk: boolean, words: string): LoginAnswer {
  const parsed = foreignAnswerSchema.safeParse(asJson(words));
  const { auth = true, token, userInfo, error, message } = parsed.data ?? {};
  if (!isOk || !auth || token === undefined)
    return { auth: false, error: error ?? message ?? words.trim().slice(0, MOST_SHOWN) };
  if (userInfo !== undefined) return { auth, token, userInfo };
  localStorage.setItem(DIALER_TOKEN_KEY, token);
  return { auth, token };
}

function asJson(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    return null;
  }
}

/**
 * Where a dialer goes after its login: a path of the app ('/' where it has no such screen), or null when the page leaves
 * for another site.
 */
export function goToDialerApp(): string | null {
  const place = setting('recoup-dialer-app');
  if (/^https?:/.test(place)) {
    window.location.assign(place);
    return null;
  }
  return routes.some((route) => route.path === place) ? place : '/';
}
