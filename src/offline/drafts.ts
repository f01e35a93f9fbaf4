import {
  listDeviceEntries,
  readDeviceValue,
  removeDeviceValue,
  removeDeviceValues,
  writeDeviceValue,
} from './device-store.ts';
import { decryptJson, encryptJson } from './encryption.ts';
import type { Encrypted } from './encryption.ts';
import { noteLostForms } from './lost-forms.ts';
import { openedVault } from './vault.ts';

const keyOf = (userId: string, key: string) => `draft:${userId}:${key}`;

/** A draft on the disk. What it says can't be read once its key is gone; when it was kept can, milliseconds. */
type StoredDraft = Encrypted & { keptAt?: number };

/** Whose drafts are a person's unfinished records of contacts; the others are the app's own notes. */
const FORMS = ['visit:', 'call:'];

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
  await inTurn(name, async () => {
    const encrypted = await encryptJson(vault.key, value, name);
    await writeDeviceValue(name, { ...encrypted, keptAt: Date.now() } satisfies StoredDraft);
  });
}

/** A draft as it was kept, to be parsed by who asks; null when there is none. Throws LOCKED. */
export async function readDraft(key: string): Promise<unknown> {
  const vault = openedVault();
  const name = keyOf(vault.user._id, key);
  // What is on its way to the disk is the draft.
  await writing.get(name)?.catch(() => undefined);
  const stored = await readDeviceValue<Encrypted>(name);
  if (stored === null) return null;
  return decryptJson<unknown>(vault.key, stored, name).catch(() => null);
}

/** Forgets a draft. Throws LOCKED. */
export async function clearDraft(key: string): Promise<void> {
  const name = keyOf(openedVault().user._id, key);
  await inTurn(name, () => removeDeviceValue(name));
}

/** The drafts whose keys start so, by what follows in their keys; those that can't be read are left out. Throws LOCKED. */
export async function listDrafts(prefix: string): Promise<[string, unknown][]> {
  const { key, user } = openedVault();
  const start = keyOf(user._id, prefix);
  const stored = await listDeviceEntries<Encrypted>(start);
  const read = stored.map(async ([rest, draft]): Promise<[string, unknown]> => {
    return [rest, await decryptJson<unknown>(key, draft, `${start}${rest}`).catch(() => null)];
  });
  return (await Promise.all(read)).filter(([, draft]) => draft !== null);
}

/** Drops all of a user's drafts, since nobody may or can read them any more; its unfinished forms are noted as lost. */
export async function dropDrafts(userId: string): Promise<void> {
  const forms = await Promise.all(
    FORMS.map((kind) => listDeviceEntries<StoredDraft>(keyOf(userId, kind))),
  );
  await noteLostForms(
    userId,
    forms.flat().map(([, { keptAt }]) => keptAt ?? null),
  );
  await removeDeviceValues(keyOf(userId, ''));
}
