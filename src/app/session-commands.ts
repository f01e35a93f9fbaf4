import { authCalls } from '../../contract/auth.ts';
import type { LoggedInUser, LoginAnswer } from '../../contract/auth.ts';
import { DIALER_LOCATION, dialerAgentCalls } from '../../contract/dialer-agent.ts';
import { isBusyError } from '../lib/busy.ts';
import { errorWords, isOfflineError, isServersFault } from '../lib/error-words.ts';
import { loadAllTexts, text } from '../lib/texts/texts.ts';
import { createServerClient } from '../remote/server-client.ts';
import { TOKEN_KEY, server } from '../remote/session-client.ts';
import { lockStore, passwordDueStore } from './lock-store.ts';
import { hasVault, sessionHooks } from './session-hooks.ts';
import { forgetSession, placeAfterReturn, sessionStore, startSession } from './session.ts';
import type { EndReason } from './session.ts';

/** Which login a person chose; each has its own call (spec 7.1). */
export type LoginKind = 'staff' | 'admin' | 'client' | 'dialer' | 'field';

/** A filled-in login form. */
export interface LoginInput {
  kind: LoginKind;
  email: string;
  password: string;
}

/** Kept in memory only: what renews a session that was opened without a network. */
let renewal: LoginInput | null = null;

/**
 * Logs in. Resolves to null, or to the server's words when it refused. Without a network agents, managers and the
 * lender's people are let in by the password last used on this device. Throws what `server.call` throws otherwise.
 */
export async function logIn(input: LoginInput): Promise<string | null> {
  let answer: LoginAnswer;
  try {
    answer = await sendLogin(input);
  } catch (error) {
    if (!(error instanceof Error) || !isOfflineError(error)) throw error;
    if (input.kind === 'admin' || input.kind === 'dialer') throw error;
    await unlockHere(input, error);
    return null;
  }
  // The server knows the password: a line that breaks from here on is told as that, not as a password that is wrong here.
  return acceptLogin(input, answer);
}

/** The role as the form knows it: of admins and of the lender's people it is the door's, of field agents their own. */
const ROLES_OF_DOORS = { admin: 'ADMIN', client: 'CLIENT', field: 'FIELD_AGENT', staff: 'STAFF' };

/** The door is chosen by the address, and named by the role. */
async function sendLogin({ kind, email, password }: LoginInput): Promise<LoginAnswer> {
  if (kind === 'dialer')
    return (await import('./dialer-service.ts')).logInAtDialer(email, password);
  const body = { email, password, role: ROLES_OF_DOORS[kind] };
  if (kind === 'admin') return server.call(authCalls.loginAdmin, { body });
  if (kind === 'client') return server.call(authCalls.loginClient, { body });
  return server.call(authCalls.login, { body });
}

async function acceptLogin(input: LoginInput, answer: LoginAnswer): Promise<string | null> {
  const { auth, token, userInfo, error, door, isDisabled } = answer;
  // Another dialer service let the person in, whom it alone knows: its app is where they go.
  if (input.kind === 'dialer' && auth && userInfo === undefined) return null;
  if (door !== undefined) return text()(`login.door.${door}`);
  if (isDisabled === true) return text()('login.disabled');
  if (!auth || token === undefined || userInfo === undefined) return error ?? '';
  // The offline part registers this device with the new token, so the token is stored first.
  localStorage.setItem(TOKEN_KEY, token);
  if (hasVault(userInfo.role)) {
    const hooks = await sessionHooks();
    try {
      await hooks.onLogin({ user: userInfo, password: input.password, loginName: input.email });
    } catch (failed) {
      // Nobody is in: whoever opens this device next, without a network, must not do so under this session.
      localStorage.removeItem(TOKEN_KEY);
      throw failed;
    }
  }
  renewal = null;
  passwordDueStore.set(false);
  startSession(userInfo, token);
  return null;
}

async function unlockHere(input: LoginInput, offline: Error): Promise<void> {
  const hooks = await sessionHooks();
  const user = await hooks.unlockOffline(input.email, input.password).catch((error: unknown) => {
    // Nobody of that name ever logged in on this device: the missing network is what matters.
    if (error instanceof Error && 'code' in error && error.code === 'UNKNOWN_USER') throw offline;
    throw error;
  });
  // Whatever door that was: the server lets field agents in by their own.
  renewal = user.role === 'FIELD_AGENT' ? { ...input, kind: 'field' } : input;
  passwordDueStore.set(false);
  startSession(user, null);
}

/** Is there neither a session nor what would renew it? Then only the password brings one. */
export function isPasswordDue(): boolean {
  return renewal === null && localStorage.getItem(TOKEN_KEY) === null;
}

/** What became of asking for a session: `unanswered` may be asked again, `none` has nothing to ask with. */
type Renewal = 'renewed' | 'refused' | 'unanswered' | 'none';

let renewing: Promise<Renewal> | null = null;

/** Gives a session that was opened without a network its token, once there is one. Asks once for all that want it. */
export function renewSession(): Promise<Renewal> {
  renewing ??= renew().finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renew(): Promise<Renewal> {
  const input = renewal;
  if (input === null || sessionStore.get() === null) return 'none';
  const answer = await sendLogin(input).catch((error: unknown) =>
    isOfflineError(error) || isServersFault(error) ? 'unanswered' : 'none',
  );
  // Logged out meanwhile, or in by hand: a late answer opens nothing.
  if (renewal !== input) return 'none';
  if (answer === 'unanswered' || answer === 'none') return answer;
  const refusal = await acceptLogin(input, answer);
  if (refusal === null) return 'renewed';
  await endSession('ended');
  return 'refused';
}

/**
 * The password of whoever opened this phone without it, for what needs the server. Resolves to null, or to the server's words
 * when it refused.
 */
export async function logInAgain(password: string): Promise<string | null> {
  const user = sessionStore.get();
  if (user === null) return null;
  const kind = user.role === 'FIELD_AGENT' ? 'field' : 'staff';
  const input: LoginInput = { kind, email: user.username, password };
  return acceptLogin(input, await sendLogin(input));
}

/** Goes in with what is on this device, which PIN or fingerprint opened; the server's part waits for the password. */
export function enterQuickly(user: LoggedInUser): void {
  renewal = null;
  localStorage.removeItem(TOKEN_KEY);
  startSession(user, null);
  passwordDueStore.set(true);
}

/** Ends the session here and, as far as it can be reached, on the server. The outbox stays. */
export async function endSession(reason: EndReason): Promise<void> {
  const user = sessionStore.get();
  renewal = null;
  const token = localStorage.getItem(TOKEN_KEY);
  if (user !== null && reason !== 'ended' && token !== null) void sayGoodbye(user, token, reason);
  forgetSession(reason);
  lockStore.set(false);
  if (user === null || !hasVault(user.role)) return;
  const hooks = await sessionHooks();
  // Who left a locked screen to somebody else comes back by the PIN.
  await (reason === 'locked' ? hooks.lock() : hooks.onLogout(user._id));
}

/**
 * Tells the server; nobody waits for its answers. The requests take the token along, so that the second, which ends the
 * session, can follow the dialer's (spec 7.1) when this device has long forgotten it.
 */
async function sayGoodbye(user: LoggedInUser, token: string, reason: EndReason): Promise<void> {
  const under = createServerClient({ token: () => token });
  // Who only went idle wants to be told all the more.
  if (reason === 'logout' && 'Notification' in window && Notification.permission === 'granted')
    await import('./push-leave.ts')
      .then(({ leavePush }) => leavePush(under))
      .catch(() => undefined);
  const isCollector = user.role === 'COLLECTOR';
  if (isCollector && user.location === DIALER_LOCATION) {
    const body = { username: user.username };
    await under.call(dialerAgentCalls.logoutDialer, { body }).catch(() => undefined);
  }
  const call = isCollector ? authCalls.logoutCollector : authCalls.logout;
  await under.call(call).catch(() => undefined);
}

/** Where a person goes after a login: where they wanted to, a dialer to the dialer app. Null: the page leaves. */
export async function placeAfterLogin(
  kind: LoginKind | null,
  origin: string,
): Promise<string | null> {
  if (kind !== 'dialer') return placeAfterReturn(origin);
  return (await import('./dialer-service.ts')).goToDialerApp();
}

/** Why a login failed, in words: the server's own, this device's, or 'Network error' (spec 8). */
export async function loginWords(error: unknown): Promise<string> {
  if (isOfflineError(error) && !isBusyError(error)) return text()('login.network');
  if (error instanceof Error && error.name === 'RefusedError') return error.message;
  // The words for the rest are not among the first screen's texts.
  await loadAllTexts();
  return errorWords(error);
}
