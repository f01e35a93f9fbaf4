import type { LoggedInUser } from '../../contract/auth.ts';
import { sha256Hex, utf8 } from './bytes.ts';
import { dropCache } from './cache-database.ts';
import {
  changeVault,
  listVaults,
  readGrant,
  readVault,
  removeDeviceValue,
  takeUpClock,
  writeVault,
} from './device-store.ts';
import type { VaultRecord } from './device-store.ts';
import {
  decryptJson,
  encryptJson,
  importDataKey,
  newDataKey,
  unwrapDataKey,
  wrapDataKey,
} from './encryption.ts';
import type { OpenKey, WrappedKey } from './encryption.ts';
import { isWipeAsked } from './device-wipe-note.ts';
import { DeviceError } from './errors.ts';
import { answerForKeys } from './key-holders.ts';
import { lastingNow } from './lasting-clock.ts';
import { endSessionOf } from '../remote/session-client.ts';
import {
  forgetOpenVault,
  keyOfOpenVault,
  noteOpenVault,
  openVaultOwner,
  readOpenVault,
} from './open-vault.ts';
import { eraseQuickUnlock, notePasswordGiven } from './quick-unlock-record.ts';
import { forgetKey, rememberKey } from './recent-password.ts';
import { announce, subscribe } from './signals.ts';
import { writeToOpen } from './storage-reserve.ts';
import { keyByServer, keepToldKey } from './vault-told-key.ts';
import { tryAllowance } from './vault-tries.ts';

/** Who is logged in here and the key of that person's data. */
export interface Vault {
  user: LoggedInUser;
  key: CryptoKey;
}

const DEFAULT_OFFLINE_DAYS = 7;
const DAY_MS = 86_400_000;

let current: Vault | null = null;
let isWatching = false;
/** Whose vault another tab or the worker closed while it was open here. */
let closedElsewhere: string | null = null;
const closeListeners = new Set<() => void>();

/** Calls the listener when the vault closes in this tab, so that what was decrypted leaves memory too. */
export function onVaultClosed(listener: () => void): void {
  closeListeners.add(listener);
}

function close(): void {
  current = null;
  forgetKey();
  for (const listener of closeListeners) listener();
}

/** Is somebody's vault open in this tab? */
export function isUnlocked(): boolean {
  return current !== null;
}

/** The open vault; throws LOCKED when there is none. */
export function openedVault(): Vault {
  if (current === null) throw new DeviceError('LOCKED');
  return current;
}

/** The open vault, or null. */
export function openedVaultOrNull(): Vault | null {
  return current;
}

/**
 * Opens a user's vault after an online login, making it the first time. When the password no longer fits (it was
 * changed on the server) and the server's part opens it neither, a new vault takes its place: `isFresh` says that nothing
 * cached before can be read, `isMoved` that the user was another lender's at the last login. Rejects when the server has to
 * be asked and gives no answer.
 */
export async function openVault(
  user: LoggedInUser,
  password: string,
  loginName: string = user.username,
): Promise<{ isFresh: boolean; isMoved: boolean }> {
  const old = await readVault(user._id);
  const known =
    old === null ? null : ((await unwrapVault(old, password)) ?? (await takeUp(old, password)));
  const isFresh = known === null;
  const isMoved =
    known !== null && old !== null && (await lenderOf(old, known.key)) !== user.client;
  const { key, raw, wrapped } =
    known === null || old === null ? await newDataKey(password, user._id) : known;
  const hashes = await Promise.all([loginName, user.username].map(loginHash));
  const vault: VaultRecord = {
    userId: user._id,
    loginHashes: [...new Set([...(old?.loginHashes ?? []), ...hashes])].slice(-6),
    wrapped,
    told: isFresh ? null : (old?.told ?? null),
    user: await encryptJson(key, user, `user:${user._id}`),
    createdAt: isFresh ? Date.now() : (old?.createdAt ?? Date.now()),
    failedTries: 0,
    retryAt: 0,
  };
  // Who is not let in can't send what fills the phone either; the network that let them in brings the loans again.
  await writeToOpen(
    () => writeVault(vault),
    () => dropCache(user._id),
  );
  // One of a vault before opens nothing of this one, should the browser not give its file out to be erased.
  if (isFresh) await eraseQuickUnlock(user._id).catch(() => undefined);
  await enterByPassword(user, { key, raw });
  return { isFresh, isMoved };
}

/** A vault whose password was set by somebody else: the new one opens it from now on, a PIN of before doesn't. */
async function takeUp(
  record: VaultRecord,
  password: string,
): Promise<(OpenKey & { wrapped: WrappedKey }) | null> {
  const { userId } = record;
  const opened = await keyByServer(record);
  if (opened === null) return null;
  const wrapped = await wrapDataKey(opened.raw, password, userId);
  await eraseQuickUnlock(userId).catch(() => undefined);
  return { ...opened, wrapped };
}

/** Whose user it was at its last login; null: no lender's, or it can't be read. */
async function lenderOf({ userId, user }: VaultRecord, key: CryptoKey): Promise<string | null> {
  const known = await decryptJson<LoggedInUser>(key, user, `user:${userId}`).catch(() => null);
  return known?.client ?? null;
}

/** A vault that may be opened; null: there is none, or a wipe of it was asked for that was cut short. */
export async function openableVault(userId: string): Promise<VaultRecord | null> {
  return (await isWipeAsked(userId)) ? null : readVault(userId);
}

/**
 * Opens a vault without a network, for who logged in on this device before. Throws UNKNOWN_USER, WRONG_PASSWORD,
 * TOO_MANY_TRIES (with waitMs) or TOO_LONG_OFFLINE. A try counts before it is checked, so a kill doesn't undo it.
 */
export async function unlockOffline(loginName: string, password: string): Promise<LoggedInUser> {
  const hash = await loginHash(loginName);
  const known = (await listVaults()).find((vault) => vault.loginHashes.includes(hash));
  const record = known === undefined ? null : await openableVault(known.userId);
  if (record === null) throw new DeviceError('UNKNOWN_USER');
  // Before any try: who sets the clock forward to get round the waits uses up these days.
  await refuseTooLongOffline(record);
  const opened = await keyByPassword(record, password);
  const { userId } = record;
  const user = await decryptJson<LoggedInUser>(opened.key, record.user, `user:${userId}`);
  await enterByPassword(user, opened);
  return user;
}

/**
 * The data key of a vault by its password; a try counts before it is checked. Throws WRONG_PASSWORD, TOO_MANY_TRIES, or
 * UNKNOWN_USER when it was wiped meanwhile.
 */
export async function keyByPassword(record: VaultRecord, password: string): Promise<OpenKey> {
  const { userId } = record;
  await countTry(userId, await lastingNow());
  const opened = await unwrapVault(record, password);
  if (opened === null) throw new DeviceError('WRONG_PASSWORD');
  const kept = await writeToOpen(() =>
    changeVault(userId, (known) => ({ ...known, failedTries: 0, retryAt: 0 })),
  );
  if (kept === null) throw new DeviceError('UNKNOWN_USER');
  return opened;
}

/** The data key, with what the password opened: where a change of it was never answered, the old and the new one do. */
async function unwrapVault(
  { userId, wrapped, asked }: VaultRecord,
  password: string,
): Promise<(OpenKey & { wrapped: WrappedKey }) | null> {
  for (const each of asked ? [wrapped, asked] : [wrapped]) {
    const opened = await unwrapDataKey(each, password, userId);
    if (opened !== null) return { ...opened, wrapped: each };
  }
  return null;
}

/** Opens a user's vault by the bytes of its data key, which are cleared; null: they are another vault's, or it was wiped. */
export async function enterByKey(
  userId: string,
  raw: OpenKey['raw'],
): Promise<LoggedInUser | null> {
  const record = await openableVault(userId);
  if (record === null) return null;
  const key = await importDataKey(raw);
  const user = await decryptJson<LoggedInUser>(key, record.user, `user:${userId}`).catch(
    () => null,
  );
  if (user !== null) await enter(user, { key, raw });
  return user;
}

/** Counts a try before it is made. Throws TOO_MANY_TRIES (with waitMs) when it is too early for one. */
async function countTry(userId: string, nowMs: number): Promise<void> {
  let waitMs = 0;
  await writeToOpen(() =>
    changeVault(userId, (known) => {
      const allowance = tryAllowance(known, nowMs);
      ({ waitMs } = allowance);
      return waitMs > 0 ? known : { ...known, ...allowance.afterTry };
    }),
  );
  if (waitMs > 0) throw new DeviceError('TOO_MANY_TRIES', { waitMs });
}

/** Throws TOO_LONG_OFFLINE after too many days without contact. */
export async function refuseTooLongOffline(record: VaultRecord): Promise<void> {
  const grant = await readGrant(record.userId);
  const days = grant?.offlineLoginDays ?? DEFAULT_OFFLINE_DAYS;
  const contactMs = grant === null ? record.createdAt : Date.parse(grant.serverTime);
  if ((await lastingNow()) - contactMs > days * DAY_MS) throw new DeviceError('TOO_LONG_OFFLINE');
}

/**
 * Takes up the vault that was open before a reload; null when it was locked or wiped since, is damaged, or nobody can tell
 * its key.
 */
export async function restoreVault(): Promise<LoggedInUser | null> {
  const open = await readOpenVault();
  const record = open === null ? null : await openableVault(open.userId);
  if (open === null || record === null) return null;
  await lastingNow();
  const key = await keyOfOpenVault(open);
  if (key === null) return null;
  try {
    const user = await decryptJson<LoggedInUser>(key, record.user, `user:${open.userId}`);
    return (await reenter({ user, key })) ? user : null;
  } catch {
    // Another password made a new vault meanwhile: only a login opens that.
    return null;
  }
}

/** Closes the vault in every tab: the key leaves memory and storage, nothing cached can be read until the next login. */
export async function lock(): Promise<void> {
  close();
  await forgetOpenVault();
  announce('vault');
}

/** Closes a user's vault, if it is the open one in any tab, and destroys it: what was cached under it is unreadable for ever. */
export async function destroyVault(userId: string): Promise<void> {
  if ((await openVaultOwner()) === userId) await lock();
  await removeDeviceValue(`vault:${userId}`);
  await eraseQuickUnlock(userId);
}

async function enterByPassword(user: LoggedInUser, opened: OpenKey): Promise<void> {
  const raw = opened.raw.slice();
  await notePasswordGiven(user._id);
  // Nobody waits for it: the next login makes up for it.
  void keepToldKey(user._id, raw.slice()).catch(() => undefined);
  await enter(user, opened);
  rememberKey(user._id, raw);
  raw.fill(0);
}

async function enter(user: LoggedInUser, { key, raw }: OpenKey): Promise<void> {
  await Promise.all([writeToOpen(() => noteOpenVault(user._id, raw)), takeUpClock()]);
  take({ user, key });
  announce('vault');
}

/**
 * Enters a vault that is stored as open. It is not written again: that would undo a logout in another tab meanwhile.
 * False: there was one.
 */
async function reenter(vault: Vault): Promise<boolean> {
  take(vault);
  // Later than this look, the other tab's word is heard here.
  if ((await openVaultOwner()) !== vault.user._id) {
    if (current === vault) close();
    return false;
  }
  announce('vault');
  return true;
}

function take(vault: Vault): void {
  if (current?.user._id !== vault.user._id) close();
  current = vault;
  watchOtherTabs();
  answerForKeys(() => (current === null ? null : { userId: current.user._id, key: current.key }));
}

/** A logout or another user's login in a second tab must close the vault here too. */
function watchOtherTabs(): void {
  if (isWatching) return;
  isWatching = true;
  subscribe(['vault'], () => {
    void closeWithOthers();
  });
}

async function closeWithOthers(): Promise<void> {
  const owner = await openVaultOwner();
  if (current !== null && owner !== current.user._id) {
    closedElsewhere = current.user._id;
    close();
  }
  // A worker that wiped the device has no session to end: the page's ends here.
  if (current !== null || closedElsewhere === null) return;
  if ((await readVault(closedElsewhere)) === null) endSessionOf(closedElsewhere);
}

async function loginHash(name: string): Promise<string> {
  return sha256Hex(utf8(`recoup:${name.trim().toLowerCase()}`));
}
