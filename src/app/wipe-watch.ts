import { readVault } from '../offline/device-store.ts';
import { subscribe } from '../offline/signals.ts';
import { endSession } from './session-commands.ts';
import { isOfflineRole } from './session-hooks.ts';
import { sessionStore } from './session.ts';

/** A login that makes a new vault of an old one has it gone for a moment. */
const SECOND_LOOK_MS = 1000;

/**
 * Leaves the screens when this user's data was wiped from this device by the worker or another tab, which can't end a
 * page's session: nothing that was read before may stay on screen. Call it once; it watches as long as the page lives.
 */
export function watchForWipe(): void {
  subscribe(['vault'], () => void leaveWhenWiped().catch(() => undefined));
}

async function leaveWhenWiped(): Promise<void> {
  if (!(await isWiped())) return;
  await new Promise((resolve) => {
    setTimeout(resolve, SECOND_LOOK_MS);
  });
  if (await isWiped()) await endSession('ended');
}

/** Every login of a user who keeps work here makes a vault first: without one the user was wiped. */
async function isWiped(): Promise<boolean> {
  const user = sessionStore.get();
  if (user === null || !isOfflineRole(user.role)) return false;
  return (await readVault(user._id)) === null && sessionStore.get()?._id === user._id;
}
