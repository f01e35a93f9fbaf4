import {
  listDeviceEntries,
  listDeviceKeys,
  readDeviceValue,
  removeDeviceValue,
  removeDeviceValues,
  writeDeviceValue,
} from './device-store.ts';
import { decryptBytes, decryptJson, encryptBytes, encryptJson } from './encryption.ts';
import type { Encrypted } from './encryption.ts';
import { noteLostForms } from './lost-forms.ts';
import { openedVault } from './vault.ts';

const keyOf = (userId: string, key: string) => `draft:${userId}:${key}`;

/** A draft on the disk. What it says can't be read once its key is gone; when it was kept can, milliseconds. */
type StoredDraft = Encrypted & { keptAt?: number };

/** A file of a half-filled form on the disk: its name and type are as secret as what is in it. */
interface StoredFile {
  about: Encrypted;
  bytes: Encrypted;
}

/** Whose drafts are a person's unfinished records of contacts; the others are the app's own notes. */
const FORMS = ['visit:', 'call:'];

interface StoredAbout {
  name: string;
  type: string;
  /** Older versions did not keep it. */
  lastModified?: number;
}

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
  return readStored(vault.key, name);
}

async function readStored(key: CryptoKey, name: string): Promise<unknown> {
  const stored = await readDeviceValue<Encrypted>(name);
  return stored === null ? null : decryptJson<unknown>(key, stored, name).catch(() => null);
}

/** Forgets a draft, or only one that `isMeant`: what is kept after this was asked for stays either way. Throws LOCKED. */
export async function clearDraft(
  key: string,
  isMeant: ((draft: unknown) => boolean) | null = null,
): Promise<void> {
  const vault = openedVault();
  const name = keyOf(vault.user._id, key);
  await inTurn(name, async () => {
    if (isMeant === null || isMeant(await readStored(vault.key, name)))
      await removeDeviceValue(name);
  });
}

/** Keeps a file of a half-filled form just as it is, encrypted. Throws LOCKED. */
export async function saveDraftFile(key: string, file: File): Promise<void> {
  const vault = openedVault();
  const name = keyOf(vault.user._id, key);
  await inTurn(name, async () => {
    const { type, lastModified } = file;
    const about = await encryptJson(vault.key, { name: file.name, type, lastModified }, name);
    const bytes = await encryptBytes(vault.key, await file.arrayBuffer(), name);
    await writeDeviceValue(name, { about, bytes } satisfies StoredFile);
  });
}

/** A kept file as it was; null when there is none, or its key is gone. Throws LOCKED. */
export async function readDraftFile(key: string): Promise<File | null> {
  const vault = openedVault();
  const name = keyOf(vault.user._id, key);
  await writing.get(name)?.catch(() => undefined);
  const stored = await readDeviceValue<StoredFile>(name);
  if (stored === null) return null;
  try {
    const about = await decryptJson<StoredAbout>(vault.key, stored.about, name);
    const bytes = await decryptBytes(vault.key, stored.bytes, name);
    return new File([bytes], about.name, about);
  } catch {
    return null;
  }
}

/** What follows in the keys of drafts that start so, those that are on their way to the disk too. Throws LOCKED. */
export async function listDraftKeys(prefix: string): Promise<string[]> {
  const start = keyOf(openedVault().user._id, prefix);
  const onTheirWay = [...writing.keys()].filter((name) => name.startsWith(start));
  const all = new Set([...(await listDeviceKeys(start)), ...onTheirWay]);
  return [...all].map((name) => name.slice(start.length));
}

/** A draft that was listed. */
interface ListedDraft {
  /** What follows in its key. */
  rest: string;
  draft: unknown;
  /** Milliseconds; null: an older version kept it. */
  keptAt: number | null;
}

/** The drafts whose keys start so; those that can't be read are left out. Throws LOCKED. */
export async function listDrafts(prefix: string): Promise<ListedDraft[]> {
  const { key, user } = openedVault();
  const start = keyOf(user._id, prefix);
  const onTheirWay = [...writing].filter(([name]) => name.startsWith(start));
  await Promise.allSettled(onTheirWay.map(([, turn]) => turn));
  const stored = await listDeviceEntries<StoredDraft>(start);
  const read = stored.map(async ([rest, kept]): Promise<ListedDraft> => {
    const draft = await decryptJson<unknown>(key, kept, `${start}${rest}`).catch(() => null);
    return { rest, draft, keptAt: kept.keptAt ?? null };
  });
  return (await Promise.all(read)).filter(({ draft }) => draft !== null);
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
