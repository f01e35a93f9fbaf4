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
import { DeviceError } from './errors.ts';

/*
 * The way into a vault for who logs in with a password that it does not know: an administrator set one. The data key lies
 * in it under a key that only the server tells, to a session of its user. Without it, begun forms would be lost with the
 * old password.
 */

const labelOf = (userId: string) => `told:${userId}`;

/**
 * The key that the server tells for a user's vault; null: it is an older server, which knows nothing of any. Any other refusal
 * (too many asked, the session just ended) says nothing of the vault: it is thrown, as a line that breaks is.
 */
async function readServerKey(ofUserId: string): Promise<CryptoKey | null> {
  try {
    const { vaultKey, userId } = await server.call(deviceCalls.readVaultKey);
    // Somebody else logged in, in another tab, while this was asked: theirs must neither open this vault nor give it up.
    if (userId !== ofUserId) throw new DeviceError('NO_SESSION');
    return await serverKeyOf(vaultKey, 'vault');
  } catch (error) {
    if (error instanceof RefusedError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Keeps the data key of a vault so, anew where the server tells another part than before (its database was restored, or is
 * another one), and clears the bytes that it was given. Rejects when the server gives no answer.
 */
export async function keepToldKey(userId: string, raw: OpenKey['raw']): Promise<void> {
  try {
    const record = await readVault(userId);
    if (record === null || !hasSession()) return;
    const key = await readServerKey(userId);
    if (key === null || (await opens(key, record))) return;
    const told = await encryptBytes(key, raw, labelOf(userId));
    // Another password made a new vault meanwhile: this is not its key.
    await changeVault(userId, (known) =>
      known.createdAt === record.createdAt ? { ...known, told } : known,
    );
  } finally {
    raw.fill(0);
  }
}

async function opens(key: CryptoKey, { userId, told }: VaultRecord): Promise<boolean> {
  if (!told) return false;
  return decryptBytes(key, told, labelOf(userId)).then(
    (raw) => {
      new Uint8Array(raw).fill(0);
      return true;
    },
    () => false,
  );
}

/**
 * The data key of a vault by what the server tells; null: it can't be opened so. Rejects when the server gives no answer:
 * what is in the vault must not be given up for that.
 */
export async function keyByServer({ userId, told, user }: VaultRecord): Promise<OpenKey | null> {
  if (!told || !hasSession()) return null;
  const serverKey = await readServerKey(userId);
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
