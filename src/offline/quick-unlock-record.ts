import type { PhoneUnlock } from '../../contract/phone-unlock.ts';
import type { Bytes } from './bytes.ts';
import {
  changeDeviceValue,
  listDeviceValues,
  readDeviceValue,
  readGrant,
  removeDeviceValue,
  writeDeviceValue,
} from './device-store.ts';
import { underLock } from './delivery-lock.ts';
import type { Encrypted } from './encryption.ts';
import { lastingNow } from './lasting-clock.ts';
import { erasePhoneSecret, readPhoneSecret } from './phone-secret.ts';
import { announce } from './signals.ts';
import { writeToOpen } from './storage-reserve.ts';

/** How a person opens this phone without the password. */
export interface QuickUnlock {
  userId: string;
  /** As the lock screen calls whoever this is. */
  name: string;
  kind: 'pin' | 'fingerprint';
  /** Of the phone's own authenticator; null for a PIN. */
  credentialId: Bytes | null;
  salt: Bytes;
  rounds: number;
  /** The data key, under one made of the PIN or the authenticator's answer, and of this phone's part (phone-secret.ts). */
  wrapped: Encrypted;
  /** The vault whose key it is. */
  vaultCreatedAt: number;
  /** Counted before a try is checked; null the moment it was right. */
  failedTries: number;
  /** When the password was last given, lasting time, milliseconds. */
  passwordAt: number;
}

const DAY_MS = 86_400_000;
/** What holds with an older server. */
const USUAL: PhoneUnlock = {
  allowed: 'any',
  passwordDays: 7,
  tries: 5,
  idleSeconds: 600,
  passwordMark: '',
};

const keyOf = (userId: string) => `unlock:${userId}`;

/** What the organisation allows this user on this phone, as the server last said it. */
export async function unlockPolicy(userId: string): Promise<PhoneUnlock> {
  return (await readGrant(userId))?.unlock ?? USUAL;
}

/** How this user opens this phone; null: by the password alone. */
export async function readQuickUnlock(userId: string): Promise<QuickUnlock | null> {
  return readDeviceValue<QuickUnlock>(keyOf(userId));
}

/** Keeps how a user opens this phone. */
export async function writeQuickUnlock(record: QuickUnlock): Promise<void> {
  await writeDeviceValue(keyOf(record.userId), record);
  announce('vault');
}

/** Changes it in one transaction, so that tries in two tabs both count. Null: it was erased, or set up anew. */
export async function changeQuickUnlock(
  { userId, salt }: QuickUnlock,
  change: (record: QuickUnlock) => QuickUnlock,
): Promise<QuickUnlock | null> {
  let after: QuickUnlock | null = null;
  await writeToOpen(() =>
    changeDeviceValue<QuickUnlock>(keyOf(userId), (known) => {
      const isSame = known !== null && known.salt.join() === salt.join();
      after = isSame ? change(known) : null;
      return after ?? known;
    }),
  );
  return after;
}

/**
 * Erases it for good: from here on only the password opens. This phone's part goes first; where a full phone does not give
 * it out, what it is a part of goes all the same, and it throws then.
 */
export async function eraseQuickUnlock(userId: string): Promise<void> {
  try {
    await erasePhoneSecret(userId);
  } finally {
    if ((await readQuickUnlock(userId)) !== null) {
      await removeDeviceValue(keyOf(userId));
      announce('vault');
    }
  }
}

/** The password was given just now: the days count anew. */
export async function notePasswordGiven(userId: string): Promise<void> {
  const record = await readQuickUnlock(userId);
  if (record === null) return;
  const passwordAt = await lastingNow();
  await changeQuickUnlock(record, (known) => ({ ...known, failedTries: 0, passwordAt }));
}

/** Is the password due by the days? */
export async function isPasswordDue({ userId, passwordAt }: QuickUnlock): Promise<boolean> {
  const { passwordDays } = await unlockPolicy(userId);
  return (await lastingNow()) - passwordAt > passwordDays * DAY_MS;
}

/** Are its tries used up? */
export async function isUsedUp({ userId, failedTries }: QuickUnlock): Promise<boolean> {
  return failedTries >= (await unlockPolicy(userId)).tries;
}

/**
 * Runs a try while no other tab makes one: the last try, while it is still being checked, must not look like a used-up
 * one. Null: another tab's try goes on and on.
 */
export async function oneTryAtATime<Result>(
  userId: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  return underLock(keyOf(userId), work);
}

async function eraseUsedUp(userId: string): Promise<void> {
  await oneTryAtATime(userId, async () => {
    const record = await readQuickUnlock(userId);
    if (record !== null && (await isUsedUp(record))) await eraseQuickUnlock(userId);
  });
}

/** Does the policy, as it is now, allow it? */
export function isAllowed(kind: QuickUnlock['kind'], { allowed }: PhoneUnlock): boolean {
  return allowed === 'any' || allowed === kind;
}

/** Is this phone's part erased? What a full phone does not give out now may be there all the same. */
async function isPartGone(userId: string): Promise<boolean> {
  return readPhoneSecret(userId).then(
    (part) => part === null,
    () => false,
  );
}

/** Everybody who opens this phone so; what may not be used any more is erased on the way. */
export async function listQuickUnlocks(): Promise<QuickUnlock[]> {
  const usable: QuickUnlock[] = [];
  for (const known of await listDeviceValues<QuickUnlock>('unlock:')) {
    const { userId } = known;
    if (await isUsedUp(known)) await eraseUsedUp(userId);
    const record = await readQuickUnlock(userId);
    if (record === null) continue;
    const isOver =
      (await isPasswordDue(record)) ||
      !isAllowed(record.kind, await unlockPolicy(userId)) ||
      (await isPartGone(userId));
    if (isOver) await eraseQuickUnlock(userId);
    else usable.push(record);
  }
  return usable;
}

/**
 * After a contact: `next` is what the server says now. Another password than the one that was known here, or a way that is
 * no longer allowed: only the password opens.
 */
export async function followPolicy(userId: string, next: PhoneUnlock): Promise<void> {
  const record = await readQuickUnlock(userId);
  if (record === null) return;
  const known = await unlockPolicy(userId);
  const isOtherPassword = known.passwordMark !== '' && known.passwordMark !== next.passwordMark;
  if (isOtherPassword || !isAllowed(record.kind, next)) await eraseQuickUnlock(userId);
}
