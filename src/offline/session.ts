import type { LoggedInUser } from '../../contract/auth.ts';
import { deviceCalls } from '../../contract/device.ts';
import type { DeviceGrant } from '../../contract/queued-work.ts';
import type { Role } from '../../contract/roles.ts';
import { RefusedError } from '../remote/call-errors.ts';
import { hasSession, server } from '../remote/session-client.ts';
import { APP_VERSION } from './app-version.ts';
import { dropCache } from './cache-database.ts';
import { noteCleared } from './cleared-phone.ts';
import { askForLifeSign } from './delivery-life-sign.ts';
import { deliverAll, deliverAuthor, resume } from './delivery.ts';
import { readDeviceId, readGrant, takeUpClock, writeGrant } from './device-store.ts';
import type { StoredGrant } from './device-store.ts';
import { forgetWipe } from './device-wipe-note.ts';
import { dropReadable } from './device-wipe-steps.ts';
import { carryOutWipe } from './device-wipe.ts';
import { dropDrafts } from './drafts.ts';
import { DeviceError } from './errors.ts';
import { warmLoans } from './loan-index.ts';
import { changeDeliveryState, outboxOf, readDeliveryState } from './outbox-database.ts';
import { noteEpoch } from './outbox-epoch.ts';
import { platform } from './platform.ts';
import { pull } from './pull.ts';
import {
  eraseQuickUnlock,
  followPolicy,
  listQuickUnlocks,
  unlockPolicy,
} from './quick-unlock-record.ts';
import { rememberedSequence } from './sequence-memory.ts';
import { announce } from './signals.ts';
import { keepPersistent } from './storage.ts';
import { keepReserve, writeToOpen } from './storage-reserve.ts';
import { lock, openVault, openedVaultOrNull, restoreVault } from './vault.ts';

export { isStorageCleared } from './device-store.ts';
export { openVaultOwner } from './open-vault.ts';
export { isUnlocked, lock, unlockOffline } from './vault.ts';

const QUEUING: ReadonlySet<Role> = new Set(['COLLECTOR', 'FIELD_AGENT', 'MANAGER']);
const PULLING: ReadonlySet<Role> = new Set(['COLLECTOR', 'FIELD_AGENT']);

/** Does this role's work go through the outbox? Then the session functions here concern it. */
export function usesOffline(role: Role): boolean {
  return QUEUING.has(role);
}

/** Are answers kept for this role, to be read without a network, though nothing waits here to be sent? */
const READING: ReadonlySet<Role> = new Set(['CUSTOMER', 'CLIENT_ADMIN']);

/** Are this role's loans kept on the device? */
export function keepsLoans(role: Role): boolean {
  return PULLING.has(role);
}

/**
 * After a login that the server accepted (its token is already where the session client looks): opens the vault,
 * registers this device, and starts a pull and a delivery that nobody waits for. Rejects only when the vault can't be
 * opened; a registration that fails for the network is made up for by `ensureRegistered`.
 */
export async function onLogin(login: Login): Promise<void> {
  const { user } = login;
  // Who only reads is let in though nothing can be kept here.
  if (READING.has(user.role)) return open(login).catch(() => undefined);
  await open(login);
  try {
    await register(user._id);
  } catch (error) {
    if (isWipePending(error)) await beginAnew(login);
  }
  void keepPersistent().catch(() => undefined);
  await keepReserve().catch(() => false);
  startWork(user);
}

interface Login {
  user: LoggedInUser;
  password: string;
  loginName?: string;
}

async function open({ user, password, loginName }: Login): Promise<void> {
  const { isFresh, isMoved } = await openVault(user, password, loginName ?? user.username);
  if (isFresh) await dropCache(user._id);
  if (isFresh || isMoved) await dropDrafts(user._id);
}

function isWipePending(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'DEVICE_WIPE_PENDING';
}

/** A manager ended this device for this user: what was cached goes first, then the user begins with a new vault. */
async function beginAnew(login: Login): Promise<void> {
  const userId = login.user._id;
  await deliverAuthor(userId, true).catch(() => undefined);
  await dropReadable(userId, true);
  await open(login);
  await register(userId, true).catch(() => undefined);
}

/**
 * Locks what is cached, in every tab; PIN or fingerprint of whoever leaves are erased. Unsent work stays sealed and goes on
 * being delivered.
 */
export async function onLogout(userId = openedVaultOrNull()?.user._id): Promise<void> {
  // A full phone may keep a part that opens nothing by itself; whoever leaves has left all the same.
  if (userId !== undefined) await eraseQuickUnlock(userId).catch(() => undefined);
  await lock();
  announce('saved');
}

/** Can this user open this device without the password? */
export async function canOpenQuickly(userId: string): Promise<boolean> {
  return (await listQuickUnlocks()).some((record) => record.userId === userId);
}

/** Asks the server now whether this device may go on as it does, and sends what waits. */
export async function contactNow(userId: string): Promise<void> {
  await askForLifeSign(userId);
  await deliverAll().catch(() => undefined);
}

/** After how many idle seconds the device of a user who can locks itself; null for who can't. */
export async function idleSecondsOf(userId: string): Promise<number | null> {
  return (await canOpenQuickly(userId)) ? (await unlockPolicy(userId)).idleSeconds : null;
}

/** At app start, after the idle expiry was checked: takes up the open vault; null when it is locked. */
export async function restoreSession(): Promise<LoggedInUser | null> {
  const [user] = await Promise.all([restoreVault(), takeUpClock()]);
  // The screens' code is on its way meanwhile: the list need not wait for its loans after that.
  if (user !== null && keepsLoans(user.role)) void warmLoans().catch(() => undefined);
  return user;
}

/**
 * Makes up for a registration that failed at login, or whose delivery token was refused since. Does nothing when there
 * is a good one. Throws the client's errors; when a manager ended this device, what is cached here is gone then.
 */
export async function ensureRegistered(): Promise<void> {
  const userId = openedVaultOrNull()?.user._id;
  if (userId === undefined || !hasSession()) return;
  const { pause } = await readDeliveryState(outboxOf(userId));
  if (pause !== 'login' && (await readGrant(userId)) !== null) return;
  try {
    await register(userId);
  } catch (error) {
    if (isWipePending(error)) await carryOutWipe(userId);
    throw error;
  }
  announce('saved');
}

/**
 * What a user's work is sealed and sent with, asked for now where it is not here: a registration failed at the login, or the
 * browser cleared its storage under the open page. Throws NOT_REGISTERED.
 */
export async function grantForWork(userId: string): Promise<StoredGrant> {
  const known = await readGrant(userId);
  if (known !== null) return known;
  await ensureRegistered().catch(() => undefined);
  const grant = await readGrant(userId);
  if (grant === null) throw new DeviceError('NOT_REGISTERED');
  return grant;
}

async function register(userId: string, isWiped = false): Promise<void> {
  const deviceId = await readDeviceId();
  const body = { deviceId, appVersion: APP_VERSION, label: deviceLabel() };
  const grant = await server.call(deviceCalls.registerDevice, {
    body: isWiped ? { ...body, isWiped } : body,
  });
  // Somebody else logged in, in another tab, while this was asked: it delivers that person's work.
  if ((grant.userId ?? userId) !== userId) throw new DeviceError('NO_SESSION');
  if (isWiped) await forgetWipe(userId);
  // On a full phone the right to deliver is what makes room again.
  await writeToOpen(() => keepRegistration(userId, grant));
  await askForLifeSign(userId);
  await resume(userId);
}

async function keepRegistration(userId: string, grant: DeviceGrant): Promise<void> {
  if (grant.unlock !== undefined) await followPolicy(userId, grant.unlock);
  await writeGrant(userId, grant);
  await noteCleared(userId, grant.replaces);
  const outbox = outboxOf(userId);
  // A cleared outbox must not give old numbers to new work.
  const given = Math.max(grant.lastSequence, rememberedSequence(userId));
  await changeDeliveryState(outbox, ({ nextSequence }) => ({
    nextSequence: Math.max(nextSequence, given + 1),
  }));
  await noteEpoch(outbox, grant.epoch);
}

function deviceLabel(): string {
  return (platform().userAgent ?? '').slice(0, 200);
}

function startWork(user: LoggedInUser): void {
  if (keepsLoans(user.role)) void pull().catch(() => undefined);
  void deliverAll().catch(() => undefined);
  announce('saved');
}
