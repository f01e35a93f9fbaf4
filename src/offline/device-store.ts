import { del, delMany, get, getMany, keys, set, update } from 'idb-keyval';
import type { UseStore } from 'idb-keyval';
import type { DeviceGrant } from '../../contract/queued-work.ts';
import { noteClock, recallClock } from '../lib/clock.ts';
import type { HeardClock } from '../lib/clock.ts';
import type { Encrypted, WrappedKey } from './encryption.ts';
import { newId } from './id.ts';
import { lastingStore } from './lasting-store.ts';
import { rememberDeviceId, rememberedDeviceId } from './sequence-memory.ts';

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
  /** Likewise under a password that the server was asked to take, while its answer is not known; the next login tells. */
  asked?: WrappedKey | null;
  /** The data key under one that the server tells this user's sessions: for a login with a password set by somebody else. */
  told?: Encrypted | null;
  /** The LoggedInUser, under the data key. */
  user: Encrypted;
  createdAt: number;
  failedTries: number;
  /** No try before this instant, milliseconds. */
  retryAt: number;
}

/** Whose vault is open; deleted at logout. */
export interface OpenVault {
  userId: string;
  /** The data key for a restart, under a key that only the session's server tells; null until it has told it. */
  wrapped?: Encrypted | null;
}

let store: UseStore | null = null;

function deviceStore(): UseStore {
  store ??= lastingStore('recoup-device', 'values');
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

/** Changes a value of the device's own database as it is at that moment. */
export async function changeDeviceValue<Value>(
  key: string,
  change: (value: Value | null) => Value | null,
): Promise<void> {
  await update<Value | null>(key, (value) => change(value ?? null), deviceStore());
}

/** Removes a value of the device's own database. */
export async function removeDeviceValue(key: string): Promise<void> {
  await del(key, deviceStore());
}

/** The keys that start so. */
export async function listDeviceKeys(prefix: string): Promise<string[]> {
  const all = await keys<string>(deviceStore());
  return all.filter((key) => key.startsWith(prefix));
}

/** Removes every value whose key starts so. */
export async function removeDeviceValues(prefix: string): Promise<void> {
  await delMany(await listDeviceKeys(prefix), deviceStore());
}

/** The values whose keys start so, with what follows in their keys; no others are read: photos of drafts are large. */
export async function listDeviceEntries<Value>(prefix: string): Promise<[string, Value][]> {
  const found = await listDeviceKeys(prefix);
  const values = await getMany<Value | null>(found, deviceStore());
  return found.flatMap((key, at): [string, Value][] => {
    const value = values[at] ?? null;
    return value === null ? [] : [[key.slice(prefix.length), value]];
  });
}

/** The values whose keys start so. */
export async function listDeviceValues<Value>(prefix: string): Promise<Value[]> {
  return (await listDeviceEntries<Value>(prefix)).map(([, value]) => value);
}

/** This device's id; made once. After an eviction of the databases it is still the same one. */
export async function readDeviceId(): Promise<string> {
  const fresh = rememberedDeviceId() ?? newId();
  // A full phone that knows its id has no room to be told it again.
  if ((await readDeviceValue<string>('device-id')) === null)
    await update<string>('device-id', (old) => old ?? fresh, deviceStore());
  const deviceId = (await readDeviceValue<string>('device-id')) ?? fresh;
  rememberDeviceId(deviceId);
  return deviceId;
}

/** Were the databases removed from under a device that still remembers its id? Until the next login gives them one. */
export async function isStorageCleared(): Promise<boolean> {
  if (rememberedDeviceId() === null) return false;
  return (await readDeviceValue<string>('device-id')) === null;
}

/** Server time minus this device's, milliseconds; 0 before the first contact. */
export async function readClockOffset(): Promise<number> {
  return (await readDeviceValue<number>('clock-offset')) ?? 0;
}

/** The latest server time that this device has seen or worked out, milliseconds; 0 before. */
export async function readHighestTime(): Promise<number> {
  return (await readDeviceValue<number>('highest-time')) ?? 0;
}

/** Keeps the latest time seen. */
export async function writeHighestTime(timeMs: number): Promise<void> {
  await writeDeviceValue('highest-time', timeMs);
}

/** The last server time that this page heard, and when by its monotonic clock. */
let seen: { timeMs: number; atMonotonicMs: number } | null = null;

/**
 * The last server time that this device has seen and how long ago that was by a clock that nobody sets; `sinceMs` is null
 * when another page or the worker heard it. Null before the first contact. Sealed with work, it bounds when that was saved.
 */
export async function readSeenTime(): Promise<{
  serverTime: string;
  sinceMs: number | null;
} | null> {
  const keptMs = (await readDeviceValue<number>('server-time')) ?? 0;
  if (seen !== null && seen.timeMs >= keptMs) {
    const sinceMs = Math.max(0, Math.round(performance.now() - seen.atMonotonicMs));
    return { serverTime: new Date(seen.timeMs).toISOString(), sinceMs };
  }
  return keptMs === 0 ? null : { serverTime: new Date(keptMs).toISOString(), sinceMs: null };
}

/** Now by the server's clock as far as this device heard it, whatever its own says, milliseconds; 0 before the first contact. */
export async function heardTime(): Promise<number> {
  const heard = await readSeenTime();
  return heard === null ? 0 : Date.parse(heard.serverTime) + (heard.sinceMs ?? 0);
}

/** Notes what the server's clock said just now; it counts even when a wrong clock here was ahead of it. */
export async function noteServerTime(serverTime: string): Promise<void> {
  const timeMs = Date.parse(serverTime);
  if (!Number.isFinite(timeMs)) return;
  seen = { timeMs, atMonotonicMs: performance.now() };
  const offsetMs = Math.round(timeMs - Date.now());
  noteClock({ heardMs: timeMs, offsetMs, atMonotonicMs: seen.atMonotonicMs });
  await writeDeviceValue('server-time', timeMs);
  await writeDeviceValue('clock-offset', offsetMs);
  await writeHighestTime(timeMs);
}

/** The server's clock as this device heard it last; null before the first contact. */
export async function readHeardClock(): Promise<HeardClock | null> {
  const heardMs = await readDeviceValue<number>('server-time');
  return heardMs === null ? null : { heardMs, offsetMs: await readClockOffset() };
}

/** As a vault is opened: days and times of day go by the server's clock as this device heard it last. */
export async function takeUpClock(): Promise<void> {
  const heard = await readHeardClock();
  if (heard !== null) recallClock(heard);
}

/** Every user that may deliver from this device. */
export async function listGrants(): Promise<StoredGrant[]> {
  return listDeviceValues<StoredGrant>('grant:');
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
  change: Partial<Omit<DeviceGrant, 'userId'>>,
): Promise<void> {
  if ((await readGrant(userId)) === null) return;
  // One transaction: between a read and a write of its own, a login could bring a new token.
  await update<StoredGrant | null>(
    `grant:${userId}`,
    (grant) => {
      const isOther = deliveryToken !== null && grant?.deliveryToken !== deliveryToken;
      if (grant === undefined || grant === null || isOther) return grant ?? null;
      return { ...grant, ...change, lastContactAt: Date.now() };
    },
    deviceStore(),
  );
}

/** Puts a user's grant back when there is none any more: work was saved under it. */
export async function keepGrant(grant: StoredGrant): Promise<void> {
  const key = `grant:${grant.userId}`;
  if ((await readGrant(grant.userId)) !== null) return;
  // One transaction: a login may bring a new one.
  await update<StoredGrant | null>(key, (known) => known ?? grant, deviceStore());
}

/** Forgets a user's right to deliver from this device. */
export async function removeGrant(userId: string): Promise<void> {
  await removeDeviceValue(`grant:${userId}`);
}

/** Every user that has a vault here. */
export async function listVaults(): Promise<VaultRecord[]> {
  return listDeviceValues<VaultRecord>('vault:');
}

/** A user's vault, or null. */
export async function readVault(userId: string): Promise<VaultRecord | null> {
  return readDeviceValue<VaultRecord>(`vault:${userId}`);
}

/** Keeps a user's vault. */
export async function writeVault(record: VaultRecord): Promise<void> {
  await writeDeviceValue(`vault:${record.userId}`, record);
}

/** Changes a user's vault in one transaction, so that tries in two tabs both count. Null: there is none. */
export async function changeVault(
  userId: string,
  change: (record: VaultRecord) => VaultRecord,
): Promise<VaultRecord | null> {
  let after: VaultRecord | null = null;
  await update<VaultRecord | null>(
    `vault:${userId}`,
    (record) => {
      after = record === undefined || record === null ? null : change(record);
      return after;
    },
    deviceStore(),
  );
  return after;
}
