import { RefusedError } from '../remote/call-errors.ts';
import { hasSession } from '../remote/session-client.ts';
import { retryWaitMs } from './backoff.ts';
import { deliverAfresh, deliverAll } from './delivery.ts';
import { askForLifeSigns } from './delivery-life-sign.ts';
import type { DeliveryResult } from './delivery.ts';
import { DeviceError } from './errors.ts';
import { ensureRegistered, keepsLoans } from './session.ts';
import { isListLost, isMoreHeldBack, pull } from './pull.ts';
import { subscribe } from './signals.ts';
import { openedVaultOrNull } from './vault.ts';

/** Even with nothing known to wait, so often, milliseconds. */
const LONGEST_SLEEP_MS = 300_000;
const SHORTEST_SLEEP_MS = 1000;
/** A wake pulls when the last pull is so old, milliseconds. */
const PULL_EVERY_MS = 120_000;

/** What the page brings along. */
export interface PageTriggersOptions {
  /** Registers a one-off background sync under a new tag (sync-tag.ts), where the browser has it. */
  registerSync?: () => Promise<void>;
  /** Asks the worker to go on delivering while the page is put away, in browsers without background sync too. */
  wakeWorker?: () => Promise<void>;
}

/** Can the same ask go well by itself later: was it the line, or a server that is busy? */
function isPassing(error: unknown): boolean {
  if (error instanceof RefusedError) return error.status >= 500 || error.status === 429;
  return !(error instanceof DeviceError);
}

/** Has the phone of whoever is logged in no whole list, or one that the server will add to in a moment? */
async function isListWanting(): Promise<boolean> {
  const user = openedVaultOrNull()?.user;
  if (user === undefined || !keepsLoans(user.role) || !hasSession()) return false;
  return isMoreHeldBack() || isListLost();
}

/**
 * Pulls when the last pull is old, and again after one that failed or that the server could not give everything, ever later;
 * also after a login's own pull that left the phone without a list. `now`: a good moment to try.
 */
function startPulls(): { now: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let failures = 0;
  let last = { userId: '', at: 0 };
  const refresh = async () => {
    const user = openedVaultOrNull()?.user ?? null;
    if (user === null) return;
    // Either way: the device's clock may have been set back.
    if (last.userId === user._id && Math.abs(Date.now() - last.at) < PULL_EVERY_MS) return;
    last = { userId: user._id, at: Date.now() };
    await ensureRegistered();
    if (keepsLoans(user.role) && hasSession()) await pull();
    if (!isMoreHeldBack()) failures = 0;
  };
  const forget = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const tryOnce = async () => {
    forget();
    await refresh().catch((error: unknown) => {
      if (isPassing(error)) tryLater();
    });
  };
  const tryLater = () => {
    last = { userId: '', at: 0 };
    if (isStopped || timer !== undefined) return;
    failures += 1;
    timer = setTimeout(() => void tryOnce(), retryWaitMs(failures));
  };
  const unsubscribe = subscribe(['pull'], () => {
    void isListWanting().then(
      (isWanting) => isWanting && tryLater(),
      () => undefined,
    );
  });
  return {
    now: () => {
      failures = 0;
      void tryOnce();
    },
    stop: () => {
      isStopped = true;
      forget();
      unsubscribe();
    },
  };
}

/**
 * Starts the page's own delivery: after each save, and on a timer set by what waits (Background Sync is only a hint).
 * The page calls `wake` at start, when the browser comes online and when it becomes visible, and `rest` when it is put
 * away, so that the worker goes on with what still waits; `stop` ends it.
 */
export function startPageTriggers(options: PageTriggersOptions = {}): {
  wake: () => void;
  rest: () => void;
  stop: () => void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  // Until the first delivery has looked.
  let hasWaiting = true;

  const pulls = startPulls();

  const askWorker = () => void options.registerSync?.().catch(() => undefined);
  const sleep = (nextTryAt: number | null) => {
    clearTimeout(timer);
    if (isStopped) return;
    const wait = nextTryAt === null ? LONGEST_SLEEP_MS : nextTryAt - Date.now();
    const bounded = Math.min(Math.max(wait, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS);
    timer = setTimeout(() => {
      void run(deliverAll);
      // An app that stays open is not woken: what was taken away meanwhile must go from it all the same.
      if (nextTryAt === null) pulls.now();
    }, bounded);
  };
  const settle = ({ nextTryAt }: DeliveryResult): void => {
    hasWaiting = nextTryAt !== null;
    sleep(nextTryAt);
  };
  const run = async (deliver: () => Promise<DeliveryResult>) => {
    await deliver().then(settle, () => sleep(Date.now() + LONGEST_SLEEP_MS / 10));
  };
  const unsubscribe = subscribe(['saved'], () => {
    hasWaiting = true;
    askWorker();
    void run(deliverAll);
  });
  const askIfWaiting = () => {
    if (hasWaiting) askWorker();
  };
  const rest = () => {
    askIfWaiting();
    if (hasWaiting) void options.wakeWorker?.().catch(() => undefined);
  };
  const wake = () => {
    void run(deliverAfresh).then(askIfWaiting);
    pulls.now();
  };
  askForLifeSigns().then(wake, wake);
  return {
    wake,
    rest,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      pulls.stop();
      unsubscribe();
    },
  };
}
