import { readDeviceValue, writeDeviceValue } from './device-store.ts';
import { needsPasswordFirst, quickWays } from './quick-unlock.ts';
import { readQuickUnlock } from './quick-unlock-record.ts';
import { announce } from './signals.ts';
import { openedVaultOrNull } from './vault.ts';

const keyOf = (userId: string) => `unlock-offer:${userId}`;

/** Is a PIN to be offered now: right after a login with the password, to who has none and was not asked before? */
export async function isQuickUnlockOffered(userId: string): Promise<boolean> {
  if (openedVaultOrNull()?.user._id !== userId || needsPasswordFirst()) return false;
  if ((await readDeviceValue(keyOf(userId))) !== null) return false;
  const ways = await quickWays();
  return (ways.pin || ways.fingerprint) && (await readQuickUnlock(userId)) === null;
}

/** The person was asked and answered: never again on this phone. */
export async function noteOffered(userId: string): Promise<void> {
  await writeDeviceValue(keyOf(userId), true);
  announce('vault');
}
