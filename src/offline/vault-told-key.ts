import { deviceCalls } from '../../contract/device.ts';
import { RefusedError } from '../remote/call-errors.ts';
import { hasSession, server } from '../remote/session-client.ts';
import { changeVault, readVault } from './device-store.ts';
import type { VaultRecord } from './device-store.ts';
import {
  decryptBytes,
  decryptJson,
  encryptBytes,
  importDataKey,
  serverKeyOf,
} from './encryption.ts';
import type { OpenKey } from './encryption.ts';

/*
 * The way into a vault for who logs in with a password that it does not know: an administrator set one. The data key lies
 * in it under a key that only the server tells, to a session of its user. Without it, begun forms would be lost with the
 * old password.
 */

const labelOf = (userId: string) => `told:${userId}`;

async function readServerKey(): Promise<CryptoKey | null> {
  try {
    const { vaultKey } = await server.call(deviceCalls.readVaultKey);
    return await serverKeyOf(vaultKey, 'vault');
  } catch (error) {
    // An older server has none.
    if (error instanceof RefusedError && error.status < 500) return null;
    throw error;
  }
}

/** Keeps the data key of a vault so, once, and clears the bytes that it was given. Rejects when the server gives no answer. */
export async function keepToldKey(userId: string, raw: OpenKey['raw']): Promise<void> {
  try {
    const record = await readVault(userId);
    if (record === null || record.told || !hasSession()) return;
    const key = await readServerKey();
    if (key === null) return;
    const told = await encryptBytes(key, raw, labelOf(userId));
    // Another password made a new vault meanwhile: this is not its key.
    await changeVault(userId, (known) =>
      known.createdAt === record.createdAt ? { ...known, told } : known,
    );
  } finally {
    raw.fill(0);
  }
}

/**
 * The data key of a vault by what the server tells; null: it can't be opened so. Rejects when the server gives no answer:
 * what is in the vault must not be given up for that.
 */
export async function keyByServer({ userId, told, user }: VaultRecord): Promise<OpenKey | null> {
  if (!told || !hasSession()) return null;
  const serverKey = await readServerKey();
  if (serverKey === null) return null;
  try {
    const raw = new Uint8Array(await decryptBytes(serverKey, told, labelOf(userId)));
    const key = await importDataKey(raw);
    await decryptJson(key, user, `user:${userId}`);
    return { key, raw };
  } catch {
    // Of another life of the server's database.
    return null;
  }
}
