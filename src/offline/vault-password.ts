import { RefusedError } from '../remote/call-errors.ts';
import { changeVault, readVault, touchGrant } from './device-store.ts';
import type { VaultRecord } from './device-store.ts';
import { rewrapDataKey } from './encryption.ts';
import type { WrappedKey } from './encryption.ts';
import { eraseQuickUnlock, unlockPolicy } from './quick-unlock-record.ts';
import { writeToOpen } from './storage-reserve.ts';
import { openedVaultOrNull } from './vault.ts';

/**
 * Has the server take a new password (`ask`), and makes the vault open with it. Both open it while the answer is not known: a
 * page killed then, or a line that lost the answer, would leave a vault that the next login can't open, with all that was begun
 * in it. Throws what `ask` throws.
 */
export async function changeVaultPassword(
  current: string,
  next: string,
  ask: () => Promise<unknown>,
): Promise<void> {
  const userId = openedVaultOrNull()?.user._id;
  const record = userId === undefined ? null : await readVault(userId);
  if (record === null) {
    await ask();
    return;
  }
  // Null: it is not this vault's password. The server will say what is wrong.
  const both = await rewrapped(record, current, next);
  const change = (to: (known: VaultRecord) => VaultRecord) => changeThis(record, to);
  if (both !== null) await change((known) => ({ ...known, ...both })).catch(() => undefined);
  try {
    await ask();
  } catch (error) {
    // Refused, it stands as before; one that was asked for earlier may have been taken all the same.
    const isRefused = error instanceof RefusedError && error.status < 500;
    if (isRefused)
      await change((known) => ({
        ...known,
        wrapped: record.wrapped,
        asked: record.asked ?? null,
      })).catch(() => undefined);
    throw error;
  }
  // It is changed, whatever can't be written here now: the next login makes up for it.
  await forgetOtherWays(record.userId).catch(() => undefined);
  if (both !== null)
    await change((known) => ({ ...known, wrapped: both.asked, asked: null })).catch(
      () => undefined,
    );
}

/**
 * The data key under the current password and under the next. A change before this one may have been taken without an answer:
 * then the current one is that one's. Null: neither is it.
 */
async function rewrapped(
  { userId, wrapped, asked }: VaultRecord,
  current: string,
  next: string,
): Promise<{ wrapped: WrappedKey; asked: WrappedKey } | null> {
  for (const each of asked ? [wrapped, asked] : [wrapped]) {
    const anew = await rewrapDataKey(each, current, next, userId);
    if (anew !== null) return { wrapped: each, asked: anew };
  }
  return null;
}

/** Changes a vault, unless it was wiped or replaced by a login meanwhile: then it stays so. */
async function changeThis(
  { userId, createdAt }: VaultRecord,
  to: (known: VaultRecord) => VaultRecord,
): Promise<void> {
  await writeToOpen(() =>
    changeVault(userId, (known) => (known.createdAt === createdAt ? to(known) : known)),
  );
}

async function forgetOtherWays(userId: string): Promise<void> {
  await eraseQuickUnlock(userId);
  // The next contact brings the mark of the new one.
  const unlock = { ...(await unlockPolicy(userId)), passwordMark: '' };
  await touchGrant(userId, null, { unlock });
}
