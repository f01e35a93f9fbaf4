import { readDeviceValue, removeDeviceValue, writeDeviceValue } from './device-store.ts';
import { decryptJson, encryptJson } from './encryption.ts';
import type { Encrypted } from './encryption.ts';
import { openedVault } from './vault.ts';

const keyOf = (userId: string, key: string) => `draft:${userId}:${key}`;

const writing = new Map<string, Promise<void>>();

/**
 * Writes of one draft take their turn in the order in which they were asked for: one that is still being encrypted must
 * not come back after the draft was forgotten.
 */
async function inTurn(name: string, write: () => Promise<void>): Promise<void> {
  const turn = (writing.get(name) ?? Promise.resolve()).then(write, write);
  writing.set(name, turn);
  try {
    await turn;
  } finally {
    if (writing.get(name) === turn) writing.delete(name);
  }
}

/** Keeps a half-filled form, encrypted, over reloads and logouts. The value must be JSON. Throws LOCKED. */
export async function saveDraft(key: string, value: unknown): Promise<void> {
  const vault = openedVault();
  const name = keyOf(vault.user._id, key);
  await inTurn(name, async () => writeDeviceValue(name, await encryptJson(vault.key, value, name)));
}

/** A draft as it was kept, to be parsed by who asks; null when there is none. Throws LOCKED. */
export async function readDraft(key: string): Promise<unknown> {
  const vault = openedVault();
  const name = keyOf(vault.user._id, key);
  const stored = await readDeviceValue<Encrypted>(name);
  if (stored === null) return null;
  return decryptJson<unknown>(vault.key, stored, name).catch(() => null);
}

/** Forgets a draft. Throws LOCKED. */
export async function clearDraft(key: string): Promise<void> {
  const name = keyOf(openedVault().user._id, key);
  await inTurn(name, () => removeDeviceValue(name));
}
