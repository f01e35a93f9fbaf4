import { createStore, del, delMany, entries, get, keys, set, update } from 'idb-keyval';
import type { UseStore } from 'idb-keyval';
import type { DeviceGrant } from '../../contract/device.ts';
import type { Encrypted, WrappedKey } from './encryption.ts';
import { newId } from './id.ts';

/** A user's right to deliver from this device, with when the server was last heard. */
export interface StoredGrant extends DeviceGrant {
  userId: string;
  /** Milliseconds of this device's clock. */
  lastContactAt: number;
}

/** A user's vault on this device: the wrapped data key and what an offline login needs. */
export interface VaultRecord {
  userId: string;
  /** SHA-256 of the names this user logs in with. */
  loginHashes: string[];
  wrapped: WrappedKey;
  /** The LoggedInUser, under the data key. */
  user: Encrypted;
  createdAt: number;
  failedTries: number;
  /** No try before this instant, milliseconds. */
  retryAt: number;
}

/** The unwrapped key of who is logged in; deleted at logout. It can be used, not read out. */
export interface OpenVault {
  userId: string;
  key: CryptoKey;
}

let store: UseStore | null = null;

function deviceStore(): UseStore {
  store ??= createStore('recoup-device', 'values');
  return store;
}

/** A value of the device's own database, or null. */
export async function readDeviceValue<Value>(key: string): Promise<Value | null> {
  return (await get<Value>(key, deviceStore())) ?? null;
}

/** Keeps a value in the device's own database. */
export async function writeDeviceValue(key: string, value: unknown): Promise<void> {
  await set(key, value, deviceStore());
}

/** Removes a value of the device's own database. */
export async function removeDeviceValue(key: string): Promise<void> {
  await del(key, deviceStore());
}

/** Removes every value whose key starts so. */
export async function removeDeviceValues(prefix: string): Promise<void> {
  const all = await keys<string>(deviceStore());
  await delMany(
    all.filter((key) => key.startsWith(prefix)),
    deviceStore(),
  );
}

async function valuesOf<Value>(prefix: string): Promise<Value[]> {
  const all = await entries<string, Value>(deviceStore());
  return all.filter(([key]) => key.startsWith(prefix)).map(([, value]) => value);
}

/** This device's id; made once. */
export async function readDeviceId(): Promise<string> {
  const fresh = newId();
  await update<string>('device-id', (old) => old ?? fresh, deviceStore());
  return (await readDeviceValue<string>('device-id')) ?? fresh;
}

/** Server time minus this device's, milliseconds; 0 before the first contact. */
export async function readClockOffset(): Promise<number> {
  return (await readDeviceValue<number>('clock-offset')) ?? 0;
}

/** Notes what the server's clock said just now. */
export async function noteServerTime(serverTime: string): Promise<void> {
  const offset = Math.round(Date.parse(serverTime) - Date.now());
  if (Number.isFinite(offset)) await writeDeviceValue('clock-offset', offset);
}

/** Every user that may deliver from this device. */
export async function listGrants(): Promise<StoredGrant[]> {
  return valuesOf<StoredGrant>('grant:');
}

/** A user's grant, or null before the first registration. */
export async function readGrant(userId: string): Promise<StoredGrant | null> {
  return readDeviceValue<StoredGrant>(`grant:${userId}`);
}

/** Keeps a user's grant; the contact is now. */
export async function writeGrant(userId: string, grant: DeviceGrant): Promise<void> {
  const stored: StoredGrant = { ...grant, userId, lastContactAt: Date.now() };
  await writeDeviceValue(`grant:${userId}`, stored);
  await noteServerTime(grant.serverTime);
}

/** Changes a user's grant after a contact; nothing happens when it is gone or carries another token by now. */
export async function touchGrant(
  userId: string,
  deliveryToken: string | null,
  change: Partial<DeviceGrant>,
): Promise<void> {
  const grant = await readGrant(userId);
  if (grant === null || (deliveryToken !== null && grant.deliveryToken !== deliveryToken)) return;
  await writeDeviceValue(`grant:${userId}`, { ...grant, ...change, lastContactAt: Date.now() });
}

/** Every user that has a vault here. */
export async function listVaults(): Promise<VaultRecord[]> {
  return valuesOf<VaultRecord>('vault:');
}

/** A user's vault, or null. */
export async function readVault(userId: string): Promise<VaultRecord | null> {
  return readDeviceValue<VaultRecord>(`vault:${userId}`);
}

/** Keeps a user's vault. */
export async function writeVault(record: VaultRecord): Promise<void> {
  await writeDeviceValue(`vault:${record.userId}`, record);
}
