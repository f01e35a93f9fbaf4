import type { LoggedInUser } from '../../contract/auth.ts';
import type { Role } from '../../contract/roles.ts';
import { forgetKeptInput, keepUnsavedInput } from '../lib/kept-input.ts';
import { createStore } from '../lib/store.ts';
import { clearExpiry, extendExpiry } from './idle-expiry.ts';

/** Local storage's key of the bearer token, the same as in src/remote, which this file does not load. */
const TOKEN_KEY = 'recoup.token';
/** Local storage's key of a token that another dialer service gave, for its own app. */
export const DIALER_TOKEN_KEY = 'recoup.dialerToken';
/** Local storage's key of the logged-in user (spec 3). */
const USER_KEY = 'recoup.user';
const NOTICE_KEY = 'recoup.notice';
/** This tab's key of whose session ended by itself. */
const ENDED_KEY = 'recoup.ended';
/** Local storage's key of the role of whose session ended by itself: the login is theirs. */
const ENDED_ROLE_KEY = 'recoup.endedRole';

/** Why a session ended; the login screen says so. `cleared`: what this browser kept for the site was removed. */
export type EndReason = 'logout' | (typeof TOLD_ENDS)[number];

const TOLD_ENDS = ['idle', 'ended', 'locked', 'cleared'] as const;

/** The logged-in user, or null. */
export const sessionStore = createStore<LoggedInUser | null>(readUser());

function readUser(): LoggedInUser | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null');
    return isUser(stored) ? stored : null;
  } catch {
    // What is stored is damaged: nobody is logged in.
    return null;
  }
}

/**
 * Only what this app wrote there, parsed by the contract at login, is ever read back. The whole schema would
 * bring the validation library onto the first screen; what the guard relies on is checked.
 */
function isUser(value: unknown): value is LoggedInUser {
  if (typeof value !== 'object' || value === null) return false;
  const { _id, role, fullName } = value as Partial<Record<keyof LoggedInUser, unknown>>;
  return [_id, role, fullName].every((field) => typeof field === 'string');
}

/** Stores a login: the token (null when unlocked without a network), the user's fields of the spec, the idle expiry. */
export function startSession(user: LoggedInUser, token: string | null): void {
  if (token !== null) localStorage.setItem(TOKEN_KEY, token);
  localStorage.setItem(USER_KEY, JSON.stringify(user));
  extendExpiry();
  forgetKeptInput(user._id);
  for (const storage of [localStorage, sessionStorage]) storage.removeItem(NOTICE_KEY);
  localStorage.removeItem(ENDED_ROLE_KEY);
  sessionStore.set(user);
}

/**
 * What a logout leaves in local storage: how this device shows things to anybody, when it was awake (src/lib/awake.ts), and
 * what it knows of its own outbox (src/offline/sequence-memory.ts), without which lost work could not be noticed.
 */
const OUTLASTS_LOGOUT: ReadonlySet<string> = new Set([
  'recoup.language',
  'recoup.colors',
  'recoup.awake',
  'recoup.device',
]);

/** Takes in the user as it is stored now: its name or rights were changed. */
export function rereadUser(): void {
  sessionStore.set(readUser());
}

/**
 * Forgets token, user and expiry on this device, and leaves the reason for the login screen. A logout clears the rest of
 * local storage too (spec 2.1); a session that ended by itself keeps what stands unsaved in forms for its person.
 */
export function forgetSession(reason: EndReason): void {
  if (reason === 'logout') {
    forgetKeptInput(null);
    for (const key of Object.keys(localStorage))
      if (!OUTLASTS_LOGOUT.has(key)) localStorage.removeItem(key);
    // Drafts of this tab are this person's.
    sessionStorage.clear();
  } else {
    keepInput();
    // The other tabs say the same.
    localStorage.setItem(NOTICE_KEY, reason);
    const user = sessionStore.get();
    if (user !== null) localStorage.setItem(ENDED_ROLE_KEY, user.role);
    localStorage.removeItem(TOKEN_KEY);
    localStorage.removeItem(USER_KEY);
    clearExpiry();
    sessionStorage.setItem(NOTICE_KEY, reason);
  }
  sessionStore.set(null);
}

function keepInput(): void {
  const user = sessionStore.get();
  if (user === null) return;
  keepUnsavedInput(user._id);
  sessionStorage.setItem(ENDED_KEY, user._id);
}

/**
 * Where whoever is logged in goes on: at the address from which they were sent to the login. Where somebody else's session ended
 * in this tab, the address, and what was looked for in it, is that person's.
 */
export function placeAfterReturn(origin: string): string {
  const ended = sessionStorage.getItem(ENDED_KEY);
  return ended === null || ended === sessionStore.get()?._id ? origin : '/';
}

/** Where somebody of a role logs in: field agents by a screen of their own. */
export const loginPathOf = (role: Role): string =>
  role === 'FIELD_AGENT' ? '/field-agent/login' : '/login';

/** The role of whose session ended by itself, as it was stored; null after a logout. */
export const endedRole = (): string | null => localStorage.getItem(ENDED_ROLE_KEY);

/** Where whoever is asked to log in does so: as the one whose session ended by itself. */
export const loginPath = (): string =>
  endedRole() === 'FIELD_AGENT' ? loginPathOf('FIELD_AGENT') : '/login';

/** Why the last session of this tab ended, when that was not the person's own doing; null otherwise. */
export function endNotice(): Exclude<EndReason, 'logout'> | null {
  return noticeOf(sessionStorage);
}

function noticeOf(storage: Storage): Exclude<EndReason, 'logout'> | null {
  const notice = storage.getItem(NOTICE_KEY);
  return TOLD_ENDS.find((each) => each === notice) ?? null;
}

/** Follows other tabs: their login or logout is this tab's too. Returns how to stop. */
export function followOtherTabs(): () => void {
  window.addEventListener('storage', followStorage);
  window.addEventListener('pageshow', followReturn);
  return () => {
    window.removeEventListener('storage', followStorage);
    window.removeEventListener('pageshow', followReturn);
  };
}

/** A page that Back brings as it was left has heard of nothing meanwhile: another's or nobody's by now, it begins anew. */
function followReturn({ persisted }: PageTransitionEvent): void {
  if (persisted && readUser()?._id !== sessionStore.get()?._id) window.location.reload();
}

function followStorage(event: StorageEvent): void {
  // `key` is null when the whole storage was cleared.
  if (event.key !== USER_KEY && event.key !== null) return;
  const user = readUser();
  if (user?._id === sessionStore.get()?._id) return;
  if (user === null && event.key === null) {
    forgetSession('cleared');
    return;
  }
  if (user === null) {
    keepInput();
    sessionStorage.setItem(NOTICE_KEY, noticeOf(localStorage) ?? 'ended');
    sessionStore.set(null);
    return;
  }
  // A tab that was frozen hears of one person's logout and the next one's login at once: nothing that was read for
  // the one may be there for the other. And only a new page opens the vault.
  window.location.reload();
}
