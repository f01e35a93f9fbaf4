import { hasSession } from '../remote/session-client.ts';
import { deliverAfresh, deliverAll } from './delivery.ts';
import { askForLifeSigns } from './delivery-life-sign.ts';
import type { DeliveryResult } from './delivery.ts';
import { ensureRegistered, keepsLoans } from './session.ts';
import { pull } from './pull.ts';
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
  let lastPullAt = 0;
  // Until the first delivery has looked.
  let hasWaiting = true;

  const askWorker = () => void options.registerSync?.().catch(() => undefined);
  const sleep = (nextTryAt: number | null) => {
    clearTimeout(timer);
    if (isStopped) return;
    const wait = nextTryAt === null ? LONGEST_SLEEP_MS : nextTryAt - Date.now();
    const bounded = Math.min(Math.max(wait, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS);
    timer = setTimeout(() => void run(deliverAll), bounded);
  };
  const settle = ({ nextTryAt }: DeliveryResult): void => {
    hasWaiting = nextTryAt !== null;
    sleep(nextTryAt);
  };
  const run = async (deliver: () => Promise<DeliveryResult>) => {
    await deliver().then(settle, () => sleep(Date.now() + LONGEST_SLEEP_MS / 10));
  };
  const refresh = async () => {
    const user = openedVaultOrNull()?.user ?? null;
    // Either way: the device's clock may have been set back.
    if (user === null || Math.abs(Date.now() - lastPullAt) < PULL_EVERY_MS) return;
    lastPullAt = Date.now();
    await ensureRegistered();
    if (keepsLoans(user.role) && hasSession()) await pull();
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
    refresh().catch(() => {
      lastPullAt = 0;
    });
  };
  askForLifeSigns().then(wake, wake);
  return {
    wake,
    rest,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
