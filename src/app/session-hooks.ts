import type { LoggedInUser } from '../../contract/auth.ts';
import type { Role } from '../../contract/roles.ts';

const OFFLINE_ROLES: ReadonlySet<Role> = new Set(['COLLECTOR', 'FIELD_AGENT', 'MANAGER']);

/** Whether a role keeps work on this device; known without loading the offline part. */
export function isOfflineRole(role: Role): boolean {
  return OFFLINE_ROLES.has(role);
}

const READING_ROLES: ReadonlySet<Role> = new Set(['CUSTOMER', 'CLIENT_ADMIN']);

/** Whether what a role reads is kept on this device, under its password. */
export function hasVault(role: Role): boolean {
  return isOfflineRole(role) || READING_ROLES.has(role);
}

/** What the offline part does at the turns of a session. */
export interface SessionHooks {
  onLogin: (login: { user: LoggedInUser; password: string; loginName?: string }) => Promise<void>;
  /** Locks what is cached; the outbox stays and is delivered. */
  onLogout: (userId?: string) => Promise<void>;
  /** Closes what is cached in every tab; PIN or fingerprint open it again. */
  lock: () => Promise<void>;
  /** Can this user open this device without the password? */
  canOpenQuickly: (userId: string) => Promise<boolean>;
  /** After how many idle seconds the device of a user who can locks itself; null for who can't. */
  idleSecondsOf: (userId: string) => Promise<number | null>;
  /** Asks the server now whether this device may go on so, and sends what waits. */
  contactNow: (userId: string) => Promise<void>;
  /** Whose vault is open in this browser. */
  openVaultOwner: () => Promise<string | null>;
  /** Did the browser remove what was kept on this device, with what was not sent? */
  isStorageCleared: () => Promise<boolean>;
  /** At start: the user whose data was opened again, or null when it stays locked. */
  restoreSession: () => Promise<LoggedInUser | null>;
  /** Opens what is on this device without a network; throws when the password is wrong. */
  unlockOffline: (loginName: string, password: string) => Promise<LoggedInUser>;
}

/** The offline part's hooks, loaded only when a session begins or ends. */
export async function sessionHooks(): Promise<SessionHooks> {
  return import('../offline/session.ts');
}
