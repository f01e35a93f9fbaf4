import { createStore } from '../lib/store.ts';
import { RefusedError } from '../remote/call-errors.ts';
import { hasSession } from '../remote/session-client.ts';
import { cacheOf, START_OVER } from './cache-database.ts';
import { underLock } from './delivery-lock.ts';
import { carryOutWipe } from './device-wipe.ts';
import { DeviceError } from './errors.ts';
import { pullPages } from './pull-pages.ts';
import { announce } from './signals.ts';
import { openedVault, openedVaultOrNull } from './vault.ts';
import type { Vault } from './vault.ts';

/** How a pull goes: loans received, loans still to come. */
export interface PullProgress {
  done: number;
  remaining: number;
}

/** What a pull brought. */
export interface PullResult {
  loans: number;
  gone: number;
  /** More is about to come: the server could not give it yet. */
  isHeldBack: boolean;
}

/** How pulling stands in this tab; `isFirst`: this phone has no whole list yet. */
export interface PullState extends PullProgress {
  isRunning: boolean;
  isFirst: boolean;
}

const IDLE: PullState = { isRunning: false, isFirst: false, done: 0, remaining: 0 };
const state = createStore<PullState>(IDLE);
/** Whose last pull the server could not give everything. */
let heldBackFor: string | null = null;
let running: { userId: string; result: Promise<PullResult> } | null = null;

/** How pulling stands in this tab; fits useSyncExternalStore. */
export const pullState = state.get;
/** Calls the listener when pullState changes. */
export const subscribePullState = state.subscribe;

/** When this phone last had the whole list, milliseconds; null before the first pull ended. Throws LOCKED. */
export async function lastPulledAt(): Promise<number | null> {
  const row = await cacheOf(openedVault().user._id).cursor.get('cursor');
  return row?.isComplete === true ? row.completedAt : null;
}

/** Has this phone no whole list, or only what is left of a damaged one? Throws LOCKED. */
export async function isListLost(): Promise<boolean> {
  const row = await cacheOf(openedVault().user._id).cursor.get('cursor');
  return row?.isComplete !== true || row.cursor === START_OVER;
}

/** Had the server more for whoever is logged in than it could give with the last pull? */
export const isMoreHeldBack = (): boolean =>
  heldBackFor !== null && heldBackFor === openedVaultOrNull()?.user._id;

/**
 * Brings the cache up to date, page by page; each page is written together with its cursor, so that a killed pull
 * goes on where it stopped. Calls while one runs join it. Throws LOCKED (also when a manager ended this device: what is
 * cached is gone then), NO_SESSION, STORAGE_FULL (the cursor hasn't moved) and the client's errors.
 */
export async function pull(onProgress?: (progress: PullProgress) => void): Promise<PullResult> {
  const stop =
    onProgress === undefined ? () => false : state.subscribe(() => onProgress(state.get()));
  const vault = openedVault();
  if (!hasSession()) throw new DeviceError('NO_SESSION');
  // The one of whoever was here before ends by itself: it must not stand for this user's.
  const own = running?.userId === vault.user._id ? running : begin(vault);
  running = own;
  try {
    return await own.result;
  } finally {
    stop();
  }
}

function begin(vault: Vault): NonNullable<typeof running> {
  const isShown = () => running === own;
  const show = (progress: PullState) => {
    if (isShown()) state.set(progress);
  };
  const result = runPull(vault, show).finally(() => {
    // Whoever shows both reads anew before it hears of the end: no list is called a part of itself meanwhile.
    try {
      announce('pull');
    } finally {
      if (isShown()) {
        running = null;
        state.set(IDLE);
      }
    }
  });
  const own = { userId: vault.user._id, result };
  return own;
}

async function runPull(vault: Vault, show: (progress: PullState) => void): Promise<PullResult> {
  const userId = vault.user._id;
  try {
    const result = await underLock(`recoup-pull-${userId}`, (beat) =>
      pullPages(vault, beat, (progress) => show({ isRunning: true, ...progress })),
    );
    if (result !== null) heldBackFor = result.isHeldBack ? userId : null;
    return result ?? { loans: 0, gone: 0, isHeldBack: false };
  } catch (error) {
    const isEnded = error instanceof RefusedError && error.code === 'DEVICE_WIPE_PENDING';
    if (!isEnded) throw error;
    await carryOutWipe(userId);
    throw new DeviceError('LOCKED', { cause: error });
  }
}
