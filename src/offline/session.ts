import type { LoggedInUser } from '../../contract/auth.ts';
import { deviceCalls } from '../../contract/device.ts';
import type { Role } from '../../contract/roles.ts';
import { hasSession, server } from '../remote/session-client.ts';
import { APP_VERSION } from './app-version.ts';
import { dropCache } from './cache-database.ts';
import { deliverAll, resume } from './delivery.ts';
import { readDeviceId, readGrant, removeDeviceValues, writeGrant } from './device-store.ts';
import { changeDeliveryState, outboxOf } from './outbox-database.ts';
import { noteEpoch } from './outbox-epoch.ts';
import { platform } from './platform.ts';
import { pull } from './pull.ts';
import { announce } from './signals.ts';
import { requestPersistence } from './storage.ts';
import { lock, openVault, openedVaultOrNull, restoreVault } from './vault.ts';

export { changeVaultPassword, isUnlocked, unlockOffline } from './vault.ts';

const QUEUING: ReadonlySet<Role> = new Set(['COLLECTOR', 'FIELD_AGENT', 'MANAGER']);
const PULLING: ReadonlySet<Role> = new Set(['COLLECTOR', 'FIELD_AGENT']);

/** Does this role's work go through the outbox? Then the session functions here concern it. */
export function usesOffline(role: Role): boolean {
  return QUEUING.has(role);
}

/** Are this role's loans kept on the device? */
export function keepsLoans(role: Role): boolean {
  return PULLING.has(role);
}

/**
 * After a login that the server accepted (its token is already where the session client looks): opens the vault,
 * registers this device, and starts a pull and a delivery that nobody waits for. Rejects only when the vault can't be
 * opened; a registration that fails for the network is made up for by `ensureRegistered`.
 */
export async function onLogin(login: {
  user: LoggedInUser;
  password: string;
  loginName?: string;
}): Promise<void> {
  const { user, password, loginName } = login;
  const { isFresh } = await openVault(user, password, loginName ?? user.username);
  if (isFresh) {
    await dropCache(user._id);
    await removeDeviceValues(`draft:${user._id}:`);
  }
  await register(user._id).catch(() => undefined);
  void requestPersistence().catch(() => undefined);
  startWork(user);
}

/** Locks what is cached, in every tab. Unsent work stays sealed and goes on being delivered. */
export async function onLogout(): Promise<void> {
  await lock();
  announce('saved');
}

/** At app start, after the idle expiry was checked: takes up the open vault; null when it is locked. */
export async function restoreSession(): Promise<LoggedInUser | null> {
  return restoreVault();
}

/** Makes up for a registration that failed at login. Does nothing when there is one. Throws the client's errors. */
export async function ensureRegistered(): Promise<void> {
  const user = openedVaultOrNull()?.user ?? null;
  if (user !== null && hasSession() && (await readGrant(user._id)) === null)
    await register(user._id);
}

async function register(userId: string): Promise<void> {
  const deviceId = await readDeviceId();
  const body = { deviceId, appVersion: APP_VERSION, label: deviceLabel() };
  const grant = await server.call(deviceCalls.registerDevice, { body });
  await writeGrant(userId, grant);
  const outbox = outboxOf(userId);
  // A cleared outbox must not give old numbers to new work.
  await changeDeliveryState(outbox, ({ nextSequence }) => ({
    nextSequence: Math.max(nextSequence, grant.lastSequence + 1),
  }));
  await noteEpoch(outbox, grant.epoch);
  await resume(userId);
}

function deviceLabel(): string {
  return (platform().userAgent ?? '').slice(0, 200);
}

function startWork(user: LoggedInUser): void {
  if (keepsLoans(user.role)) void pull().catch(() => undefined);
  void deliverAll().catch(() => undefined);
  announce('saved');
}
