import type { OpeningPicture } from '../lib/opening-picture.ts';
import { writeDeviceValue } from './device-store.ts';
import { encryptJson } from './encryption.ts';
import { openVaultOwner } from './open-vault.ts';
import { forgetOpening, openingName } from './opening-record.ts';
import { subscribe } from './signals.ts';
import { openedVaultOrNull } from './vault.ts';

/** Counts what changed on this phone: a picture that was begun before a change is not kept after it. */
let changes = 0;
let isWatching = false;

/** In a page or the worker: forgets the picture of whose vault is open as soon as what it shows has changed. */
export function watchOpening(): void {
  if (isWatching) return;
  isWatching = true;
  subscribe(
    ['outbox', 'loans'],
    () => {
      changes += 1;
      void forgetOwn().catch(() => undefined);
    },
    { isFirst: true },
  );
}

async function forgetOwn(): Promise<void> {
  const owner = await openVaultOwner();
  if (owner !== null) await forgetOpening(owner);
}

/** Keeps what `take` makes of the screen, under the open vault's key; nothing when it changed or was locked meanwhile. */
export async function keepOpening(take: () => OpeningPicture | null): Promise<void> {
  const vault = openedVaultOrNull();
  if (vault === null) return;
  watchOpening();
  const before = changes;
  const picture = take();
  if (picture === null) return;
  const { _id: userId } = vault.user;
  const sealed = await encryptJson(vault.key, picture, openingName(userId));
  const isStill = () => changes === before && openedVaultOrNull() === vault;
  if (!isStill()) return;
  await writeDeviceValue(openingName(userId), sealed);
  if (!isStill()) await forgetOpening(userId);
}
