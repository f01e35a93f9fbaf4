import type { LoggedInUser } from '../../contract/auth.ts';
import { pinProblem } from '../lib/pin-rules.ts';
import { randomBytes, utf8 } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { readVault } from './device-store.ts';
import { decryptBytes, encryptBytes, quickKeyOf } from './encryption.ts';
import { DeviceError } from './errors.ts';
import { KEY_ROUNDS } from './key-rounds.ts';
import { lastingNow } from './lasting-clock.ts';
import { canKeepPhoneSecret, readPhoneSecret, writePhoneSecret } from './phone-secret.ts';
import {
  changeQuickUnlock,
  eraseQuickUnlock,
  isAllowed,
  isPasswordDue,
  isUsedUp,
  oneTryAtATime,
  readQuickUnlock,
  unlockPolicy,
  writeQuickUnlock,
} from './quick-unlock-record.ts';
import type { QuickUnlock } from './quick-unlock-record.ts';
import { rememberedKey } from './recent-password.ts';
import {
  enterByKey,
  keyByPassword,
  openableVault,
  openedVault,
  refuseTooLongOffline,
} from './vault.ts';

/** What a person sets up: a PIN, or the phone's authenticator with what it answered (WebAuthn's PRF). */
export type QuickSecret =
  | { kind: 'pin'; pin: string }
  | { kind: 'fingerprint'; credentialId: Bytes; answer: Bytes };

/** The authenticator's answer makes a key of its own; only a PIN has to be made slow to guess. */
const FEW_ROUNDS = 1;
/** How soon to try again when another tab's try does not end. */
const BUSY_WAIT_MS = 30_000;

const labelOf = ({ userId, vaultCreatedAt }: Pick<QuickUnlock, 'userId' | 'vaultCreatedAt'>) =>
  `unlock:${userId}:${vaultCreatedAt}`;

const bytesOf = (secret: { pin: string } | { answer: Bytes }): Bytes =>
  'pin' in secret ? utf8(secret.pin) : secret.answer;

/** Which ways this phone and the organisation leave to the person who is logged in. */
export async function quickWays(): Promise<{ pin: boolean; fingerprint: boolean }> {
  const policy = await unlockPolicy(openedVault().user._id);
  const can = await canKeepPhoneSecret();
  return {
    pin: can && isAllowed('pin', policy),
    fingerprint: can && isAllowed('fingerprint', policy),
  };
}

/** Must the password be typed to set one up? Not soon after a login. */
export function needsPasswordFirst(): boolean {
  return rememberedKey(openedVault().user._id) === null;
}

/**
 * From now on the person who is logged in opens this phone so; what was set up before is gone. Throws WEAK_PIN,
 * WRONG_PASSWORD (`password` null: a login must have been moments ago), NOT_ALLOWED, LOCKED, TOO_MANY_TRIES.
 */
export async function setUpQuickUnlock(
  secret: QuickSecret,
  password: string | null,
): Promise<void> {
  const { user } = openedVault();
  const userId = user._id;
  const ways = await quickWays();
  if (!ways[secret.kind]) throw new DeviceError('NOT_ALLOWED');
  if (secret.kind === 'pin' && pinProblem(secret.pin) !== null) throw new DeviceError('WEAK_PIN');
  const vault = await readVault(userId);
  if (vault === null) throw new DeviceError('LOCKED');
  const raw =
    password === null ? rememberedKey(userId) : (await keyByPassword(vault, password)).raw;
  if (raw === null) throw new DeviceError('WRONG_PASSWORD');
  const part = randomBytes(32);
  const salt = randomBytes(16);
  const rounds = secret.kind === 'pin' ? KEY_ROUNDS : FEW_ROUNDS;
  const key = await quickKeyOf(bytesOf(secret), part, salt, rounds);
  const names = { userId, vaultCreatedAt: vault.createdAt };
  const wrapped = await encryptBytes(key, raw, labelOf(names));
  raw.fill(0);
  await eraseQuickUnlock(userId);
  await writePhoneSecret(userId, part);
  await writeQuickUnlock({
    ...names,
    name: user.fullName,
    kind: secret.kind,
    credentialId: secret.kind === 'pin' ? null : secret.credentialId,
    salt,
    rounds,
    wrapped,
    failedTries: 0,
    passwordAt: await lastingNow(),
  });
}

/** The person who is logged in opens this phone by the password alone again. */
export async function removeQuickUnlock(): Promise<void> {
  await eraseQuickUnlock(openedVault().user._id);
}

/**
 * Opens a user's vault by PIN or the authenticator's answer. A try counts before it is checked, so that a kill gives none
 * back. Throws WRONG_PIN (with `triesLeft`), and when only the password helps any more: PIN_USED_UP, PASSWORD_DUE,
 * NO_QUICK_UNLOCK; TOO_LONG_OFFLINE. One try at a time, in all tabs together: a right one gives the tries back before the next
 * counts (TOO_MANY_TRIES when another tab's does not end).
 */
export async function quickUnlock(
  userId: string,
  secret: { pin: string } | { answer: Bytes },
): Promise<LoggedInUser> {
  const user = await oneTryAtATime(userId, () => tryQuickUnlock(userId, secret));
  if (user === null) throw new DeviceError('TOO_MANY_TRIES', { waitMs: BUSY_WAIT_MS });
  return user;
}

async function tryQuickUnlock(
  userId: string,
  secret: { pin: string } | { answer: Bytes },
): Promise<LoggedInUser> {
  const record = await usableRecord(userId);
  const counted = await changeQuickUnlock(record, (known) => ({
    ...known,
    failedTries: known.failedTries + 1,
  }));
  const { tries } = await unlockPolicy(userId);
  if (counted === null) throw new DeviceError('NO_QUICK_UNLOCK');
  // Without the browser's locks another tab may have made the last tries meanwhile.
  if (counted.failedTries > tries) return refuse(counted, tries);
  const raw = await unwrap(counted, secret);
  if (raw === null) return refuse(counted, tries);
  // Erased, or set up anew by the password, while it was being checked: then it stays so.
  const kept = await changeQuickUnlock(counted, (known) => ({ ...known, failedTries: 0 }));
  if (kept === null) throw new DeviceError('NO_QUICK_UNLOCK');
  const user = await enterByKey(userId, raw);
  if (user !== null) return user;
  await eraseQuickUnlock(userId);
  throw new DeviceError('NO_QUICK_UNLOCK');
}

async function usableRecord(userId: string): Promise<QuickUnlock> {
  const record = await readQuickUnlock(userId);
  const vault = await openableVault(userId);
  if (record === null) throw new DeviceError('NO_QUICK_UNLOCK');
  const why =
    vault === null || vault.createdAt !== record.vaultCreatedAt
      ? 'NO_QUICK_UNLOCK'
      : (await isUsedUp(record))
        ? 'PIN_USED_UP'
        : (await isPasswordDue(record))
          ? 'PASSWORD_DUE'
          : null;
  if (vault === null || why !== null) {
    await eraseQuickUnlock(userId);
    throw new DeviceError(why ?? 'NO_QUICK_UNLOCK');
  }
  await refuseTooLongOffline(vault);
  return record;
}

async function unwrap(
  record: QuickUnlock,
  secret: { pin: string } | { answer: Bytes },
): Promise<Bytes | null> {
  const part = await readPhoneSecret(record.userId);
  // This phone's part is not here: copied from another one, or erased.
  if (part === null) return null;
  const key = await quickKeyOf(bytesOf(secret), part, record.salt, record.rounds);
  try {
    return new Uint8Array(await decryptBytes(key, record.wrapped, labelOf(record)));
  } catch {
    return null;
  }
}

async function refuse(record: QuickUnlock, tries: number): Promise<never> {
  const triesLeft = tries - record.failedTries;
  if (triesLeft > 0) throw new DeviceError('WRONG_PIN', { triesLeft });
  await eraseQuickUnlock(record.userId);
  throw new DeviceError('PIN_USED_UP');
}
