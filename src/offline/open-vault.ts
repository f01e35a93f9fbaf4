import { deviceCalls } from '../../contract/device.ts';
import { hasSession, server } from '../remote/session-client.ts';
import {
  changeDeviceValue,
  readDeviceValue,
  removeDeviceValue,
  writeDeviceValue,
} from './device-store.ts';
import type { OpenVault } from './device-store.ts';
import { decryptBytes, encryptBytes, importDataKey, serverKeyOf } from './encryption.ts';
import type { OpenKey } from './encryption.ts';
import { askForKey } from './key-holders.ts';

/**
 * Whose vault is open, over a restart. What opens it is never on the disk: the data key lies there under a key whose half
 * the server tells, to a living session only. Without the network a page gets it from another one, or from the worker as
 * long as that lives; otherwise the password is asked for.
 */
const OPEN = 'open-vault';
/** A start does not wait for longer for the server, milliseconds. */
const START_KEY_WITHIN_MS = 5000;

const labelOf = (userId: string) => `open:${userId}`;

/** Whose vault is open in this browser; null: nobody's. */
export async function readOpenVault(): Promise<OpenVault | null> {
  return readDeviceValue<OpenVault>(OPEN);
}

/** The user whose vault is open in this browser. */
export async function openVaultOwner(): Promise<string | null> {
  return (await readOpenVault())?.userId ?? null;
}

/** Notes that this user's vault is open; the key follows when the server has told its part. */
export async function noteOpenVault(userId: string, raw: OpenKey['raw']): Promise<void> {
  await writeDeviceValue(OPEN, { userId, wrapped: null } satisfies OpenVault);
  void keepForRestart(userId, raw)
    .catch(() => undefined)
    .finally(() => raw.fill(0));
}

/** Notes that nobody's vault is open. */
export async function forgetOpenVault(): Promise<void> {
  await removeDeviceValue(OPEN);
}

async function keepForRestart(userId: string, raw: OpenKey['raw']): Promise<void> {
  const startKey = await readStartKey(userId);
  if (startKey === null) return;
  const wrapped = await encryptBytes(startKey, raw, labelOf(userId));
  // Closed meanwhile, or another user's: then it stays so.
  await changeDeviceValue<OpenVault>(OPEN, (open) =>
    open?.userId === userId ? { userId, wrapped } : open,
  );
}

async function readStartKey(ofUserId: string): Promise<CryptoKey | null> {
  if (!hasSession()) return null;
  const options = { timeoutMs: START_KEY_WITHIN_MS };
  const { startKey, userId } = await server.call(deviceCalls.readStartKey, {}, options);
  // Somebody else logged in, in another tab, while this was asked: under their session nobody else's vault is kept or opened.
  if ((userId ?? ofUserId) !== ofUserId) return null;
  return serverKeyOf(startKey, 'start');
}

/** The data key of the vault that is open, from whoever holds it; null: the password is needed. */
export async function keyOfOpenVault({ userId, wrapped }: OpenVault): Promise<CryptoKey | null> {
  const found = [askForKey(userId), unwrapByServer(userId, wrapped)].map(async (asked) => {
    const key = await asked;
    if (key === null) throw new Error('Not held there.');
    return key;
  });
  return Promise.any(found).catch(() => null);
}

async function unwrapByServer(
  userId: string,
  wrapped: OpenVault['wrapped'],
): Promise<CryptoKey | null> {
  if (!wrapped) return null;
  const startKey = await readStartKey(userId);
  if (startKey === null) return null;
  const raw = new Uint8Array(await decryptBytes(startKey, wrapped, labelOf(userId)));
  const key = await importDataKey(raw);
  raw.fill(0);
  return key;
}
