import { newId } from './id.ts';
import { subscribe } from './signals.ts';

/** The key of a user's data, in the memory of a page or the worker. */
export interface HeldKey {
  userId: string;
  key: CryptoKey;
}

type Message =
  | { kind: 'ask'; id: string; userId: string }
  | { kind: 'answer'; id: string; key: CryptoKey };

const CHANNEL = 'recoup-keys';
/** Whoever holds it and is awake answers sooner, milliseconds. */
const ANSWER_WITHIN_MS = 500;

function openChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'function' ? new BroadcastChannel(CHANNEL) : null;
}

const answering: { channel: BroadcastChannel | null } = { channel: null };

/** From now on tells other pages of this browser the key that is held here, as long as it is. */
export function answerForKeys(held: () => HeldKey | null): void {
  if (answering.channel !== null) return;
  const channel = openChannel();
  answering.channel = channel;
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const own = data.kind === 'ask' ? held() : null;
    if (data.kind !== 'ask' || own?.userId !== data.userId) return;
    try {
      answering.channel?.postMessage({ kind: 'answer', id: data.id, key: own.key });
    } catch {
      // Where a key can't be copied, whoever asked gets it from the server or by the password.
    }
  });
  // Node keeps the process alive for an open channel.
  if (channel !== null && 'unref' in channel && typeof channel.unref === 'function')
    channel.unref();
}

/** What the start's picture was opened with, for the vault that is restored next. */
let ahead: HeldKey | null = null;
/** For no longer is a key remembered that no open vault stands behind, milliseconds. */
const AHEAD_MS = 3000;

/** A user's key from another page or the worker; null: nobody answers. */
export async function askForKey(userId: string): Promise<CryptoKey | null> {
  const known = ahead;
  ahead = null;
  return known?.userId === userId ? known.key : askOthers(userId);
}

/** The same before the app is there: whoever asks next within seconds need not wait for the answer again. */
export async function askForKeyAhead(userId: string): Promise<CryptoKey | null> {
  const key = await askOthers(userId);
  if (key === null) return null;
  const held = { userId, key };
  ahead = held;
  setTimeout(() => {
    if (ahead === held) ahead = null;
  }, AHEAD_MS);
  return key;
}

async function askOthers(userId: string): Promise<CryptoKey | null> {
  const asking = { channel: openChannel() };
  const { channel } = asking;
  if (channel === null) return null;
  const id = newId();
  const answer = new Promise<CryptoKey | null>((resolve) => {
    setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'answer' && data.id === id) resolve(data.key);
    });
  });
  asking.channel?.postMessage({ kind: 'ask', id, userId });
  try {
    return await answer;
  } finally {
    channel.close();
  }
}

let workerHolds: HeldKey | null = null;

/** In the worker: holds the key of whose vault is open for the pages that start while it lives. */
export function holdKey(given: unknown, isStillOpen: (userId: string) => Promise<boolean>): void {
  if (!isHeldKey(given)) return;
  if (workerHolds === null) {
    subscribe(['vault'], () => {
      void dropIfClosed(isStillOpen);
    });
    answerForKeys(() => workerHolds);
  }
  workerHolds = { userId: given.userId, key: given.key };
  void dropIfClosed(isStillOpen);
}

function isHeldKey(given: unknown): given is HeldKey {
  const { userId, key } = (given ?? {}) as Partial<Record<keyof HeldKey, unknown>>;
  return typeof userId === 'string' && key instanceof CryptoKey;
}

async function dropIfClosed(isStillOpen: (userId: string) => Promise<boolean>): Promise<void> {
  const { userId } = workerHolds ?? {};
  if (userId === undefined || (await isStillOpen(userId))) return;
  if (workerHolds?.userId === userId) workerHolds = null;
}
