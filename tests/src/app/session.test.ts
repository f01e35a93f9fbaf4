// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { queryClient } from '../../../src/app/query-client.ts';
import {
  endNotice,
  followOtherTabs,
  forgetSession,
  loginPath,
  placeAfterReturn,
  sessionStore,
  startSession,
} from '../../../src/app/session.ts';
import { loggedInUser } from '../support/logged-in-user.ts';

const reload = vi.fn<() => void>();
let stop = () => {};

beforeEach(() => {
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  reload.mockClear();
  startSession(loggedInUser('asha'), 'token');
  stop = followOtherTabs();
});
afterEach(() => stop());

/** What another tab did to the stored user, as this tab hears of it. */
function otherTab(user: LoggedInUser | null): void {
  if (user === null) localStorage.removeItem('recoup.user');
  else localStorage.setItem('recoup.user', JSON.stringify(user));
  window.dispatchEvent(new StorageEvent('storage', { key: 'recoup.user' }));
}

it('a logout in another tab is this tab’s too', () => {
  otherTab(null);
  expect(sessionStore.get()).toBeNull();
  expect(reload).not.toHaveBeenCalled();
});

it('says why the session ended, whichever tab noticed first', () => {
  localStorage.setItem('recoup.notice', 'idle');
  otherTab(null);
  expect(endNotice()).toBe('idle');
  startSession(loggedInUser('asha'), 'token');
  otherTab(null);
  expect(endNotice()).toBe('ended');
});

it('says nothing to be safe when what the browser kept was removed, and leads to the person’s own door', () => {
  startSession({ ...loggedInUser('asha'), role: 'FIELD_AGENT' }, 'token');
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(sessionStore.get()).toBeNull();
  expect(endNotice()).toBe('cleared');
  expect(loginPath()).toBe('/field-agent/login');
});

it('another person’s login in another tab begins a new page: nothing read for the one is there for the other', () => {
  otherTab(loggedInUser('bina'));
  expect(reload).toHaveBeenCalledOnce();
  expect(sessionStore.get()?._id).toBe('asha');
});

it('a login after a logout begins a new page, which opens the vault', () => {
  otherTab(null);
  otherTab(loggedInUser('asha'));
  expect(reload).toHaveBeenCalledOnce();
});

it('what one person’s queries brought is gone with the session', () => {
  queryClient.setQueryData(['loans'], ['of asha']);
  forgetSession('logout');
  startSession(loggedInUser('bina'), 'token');
  expect(queryClient.getQueryData(['loans'])).toBeUndefined();
});

it('a session renewed for the same person keeps them', () => {
  queryClient.setQueryData(['loans'], ['of asha']);
  startSession(loggedInUser('asha'), 'another token');
  expect(queryClient.getQueryData(['loans'])).toEqual(['of asha']);
});

it('a logout leaves nothing in local storage but how the device shows things, was awake, and what it knows of its outbox', () => {
  for (const key of [
    'recoup.language',
    'recoup.colors',
    'recoup.awake',
    'recoup.device',
    'recoup.menu',
    'recoup.any',
  ])
    localStorage.setItem(key, '1');
  forgetSession('logout');
  expect(Object.keys(localStorage).sort()).toEqual([
    'recoup.awake',
    'recoup.colors',
    'recoup.device',
    'recoup.language',
  ]);
});

it('a session that ended by itself forgets who it was', () => {
  forgetSession('idle');
  for (const key of ['recoup.token', 'recoup.user', 'recoup.expiry'])
    expect(localStorage.getItem(key)).toBeNull();
});

/** The page was left for another one, and Back brings it. */
function comeBack(): void {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
}

it('a page that Back brings as it was left begins anew when it is another’s by now, or nobody’s', () => {
  comeBack();
  expect(reload).not.toHaveBeenCalled();
  localStorage.setItem('recoup.user', JSON.stringify(loggedInUser('bina')));
  comeBack();
  localStorage.removeItem('recoup.user');
  comeBack();
  expect(reload).toHaveBeenCalledTimes(2);
});

it('leads back to where a session ended its own person alone', () => {
  const origin = '/loans?search=9876543210';
  expect(placeAfterReturn(origin)).toBe(origin);
  for (const end of [() => forgetSession('idle'), () => otherTab(null)]) {
    end();
    startSession(loggedInUser('bina'), 'token');
    expect(placeAfterReturn(origin)).toBe('/');
    forgetSession('logout');
    expect(placeAfterReturn(origin)).toBe(origin);
    startSession(loggedInUser('asha'), 'token');
  }
  forgetSession('ended');
  startSession(loggedInUser('asha'), 'token');
  expect(placeAfterReturn(origin)).toBe(origin);
});
