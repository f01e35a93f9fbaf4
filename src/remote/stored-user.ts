import { loggedInUserSchema } from '../../contract/auth.ts';
import type { LoggedInUser } from '../../contract/auth.ts';
import { pageStorage } from '../lib/page-storage.ts';

const listeners = new Set<() => void>();

/** The logged-in user as local storage has it (spec 3); null when nobody is or it is damaged. Pages only. */
export function storedUser(): LoggedInUser | null {
  try {
    const stored: unknown = JSON.parse(pageStorage()?.getItem('recoup.user') ?? '');
    const parsed = loggedInUserSchema.safeParse(stored);
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Stores what the server now says of the logged-in user, and tells who shows it; someone else's account is left alone. */
export function renewStoredUser(user: LoggedInUser): void {
  const stored = storedUser();
  if (stored?._id !== user._id || JSON.stringify(stored) === JSON.stringify(user)) return;
  pageStorage()?.setItem('recoup.user', JSON.stringify(user));
  for (const listener of listeners) listener();
}

/** Calls `listener` when the stored user was renewed in this tab. Returns how to stop. */
export function onUserRenewed(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
