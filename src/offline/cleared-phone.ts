import type { DeviceGrant } from '../../contract/queued-work.ts';
import { readDeviceValue, removeDeviceValue, writeDeviceValue } from './device-store.ts';
import { announce } from './signals.ts';
import { openedVault } from './vault.ts';

/** What the server said of this phone before its storage was cleared whole. */
export type ClearedPhone = NonNullable<DeviceGrant['replaces']>;

const keyOf = (userId: string) => `cleared:${userId}`;

/** Keeps the server's word until the person was told. */
export async function noteCleared(userId: string, word: DeviceGrant['replaces']): Promise<void> {
  if (word !== null && word !== undefined) await writeDeviceValue(keyOf(userId), word);
}

/** The word that a user was not told yet; null: there is none. */
export async function clearedPhone(userId: string): Promise<ClearedPhone | null> {
  return readDeviceValue<ClearedPhone>(keyOf(userId));
}

/** The logged-in person knows. Throws LOCKED. */
export async function markClearedTold(): Promise<void> {
  await removeDeviceValue(keyOf(openedVault().user._id));
  announce('outbox');
}
