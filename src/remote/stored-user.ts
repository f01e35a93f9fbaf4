import { loggedInUserSchema } from '../../contract/auth.ts';
import type { LoggedInUser } from '../../contract/auth.ts';
import { pageStorage } from '../lib/page-storage.ts';

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
