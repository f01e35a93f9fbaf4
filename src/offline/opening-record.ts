import type { OpeningPicture } from '../lib/opening-picture.ts';
import { readDeviceValue, removeDeviceValue } from './device-store.ts';
import type { OpenVault } from './device-store.ts';
import { decryptJson } from './encryption.ts';
import type { Encrypted } from './encryption.ts';
import { askForKeyAhead } from './key-holders.ts';

/** Where a user's opening picture lies; under the prefix of drafts, so that whatever forgets those forgets it too. */
export const openingName = (userId: string): string => `draft:${userId}:opening`;

/**
 * The picture that a start shows before the app is there; null: there is none, or nobody tells the key (the screen is
 * locked then). Loads nothing but the device's own small database.
 */
export async function readOpening(userId: string): Promise<OpeningPicture | null> {
  const [open, sealed] = await Promise.all([
    readDeviceValue<OpenVault>('open-vault'),
    readDeviceValue<Encrypted>(openingName(userId)),
  ]);
  if (open?.userId !== userId || sealed === null) return null;
  const key = await askForKeyAhead(userId);
  if (key === null) return null;
  return decryptJson<OpeningPicture>(key, sealed, openingName(userId)).catch(() => null);
}

/** Forgets a user's picture: what it shows has changed. */
export async function forgetOpening(userId: string): Promise<void> {
  await removeDeviceValue(openingName(userId));
}
