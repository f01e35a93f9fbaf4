import type { Call } from '../../contract/call.ts';
import { callAddress } from '../../contract/call.ts';
import { TOKEN_KEY } from './session-client.ts';
import { pageStorage } from '../lib/page-storage.ts';
import { eventReader } from './event-reader.ts';

/** The server's beat comes every 15 s: after two missed the stream is dead, though nothing said so. Milliseconds. */
const SILENT_MS = 35_000;
/** After a lost stream, at first and at most, milliseconds. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** A stream that breaks sooner than this so many times in a row is cut by somebody on the way: polling takes over. */
const SHORT_MS = 5_000;
const CUTS_UNTIL_POLLING = 3;
/** How often to poll then, and how many polls until a stream is tried again. Milliseconds. */
const POLL_MS = 5_000;
const POLLS_UNTIL_STREAM = 24;

/** How the server's word comes at the moment. */
export type LiveState = 'connecting' | 'live' | 'polling';

/** What a page follows. */
export interface LivePlan {
  /** A call whose answer is a stream of events. */
  readonly call: Call;
  readonly onEvent: (event: string, data: unknown) => void;
  /** Asks once what the stream would have told: used while streams are cut on the way. */
  readonly poll: () => Promise<void>;
  readonly onState?: (state: LiveState) => void;
  /** Goes on while the tab is hidden: whoever is heard of by the stream is still there. */
  readonly isKeptHidden?: boolean;
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });

/** Reads one stream to its end. True: at least one event came. Throws what fetch throws, and for an answer without events. */
async function readStream(plan: LivePlan, signal: AbortSignal): Promise<boolean> {
  const token = pageStorage()?.getItem(TOKEN_KEY) ?? null;
  if (token === null) throw new Error('Nobody is logged in.');
  const silence = new AbortController();
  const both = AbortSignal.any([signal, silence.signal]);
  // EventSource can't send the token, so that the stream is read by hand.
  const response = await fetch(callAddress(plan.call), {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}`, 'x-background': '1' },
    cache: 'no-store',
    signal: both,
  });
  const isEvents = response.headers.get('content-type')?.includes('text/event-stream') === true;
  if (!response.ok || !isEvents || response.body === null)
    throw new Error(`Answer ${response.status} is no stream of events.`);
  let timer = setTimeout(() => silence.abort(), SILENT_MS);
  let hasHeard = false;
  const read = eventReader((event, data) => {
    hasHeard = true;
    plan.onState?.('live');
    plan.onEvent(event, data);
  });
  try {
    const decoder = new TextDecoder();
    for await (const bytes of chunksOf(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENT_MS);
      read(decoder.decode(bytes, { stream: true }));
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
  return hasHeard;
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Polls for a while, until it is worth trying a stream again. */
async function pollAWhile(plan: LivePlan, signal: AbortSignal): Promise<void> {
  plan.onState?.('polling');
  for (let polls = 0; polls < POLLS_UNTIL_STREAM && !signal.aborted; polls += 1) {
    await plan.poll().catch(() => undefined);
    await sleep(POLL_MS, signal);
  }
}

async function follow(plan: LivePlan, signal: AbortSignal): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  let cuts = 0;
  while (!signal.aborted) {
    const begunAt = performance.now();
    const hasHeard = await readStream(plan, signal).catch(() => false);
    if (signal.aborted) return;
    const isLong = hasHeard && performance.now() - begunAt > SHORT_MS;
    cuts = isLong ? 0 : cuts + 1;
    waitMs = isLong ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, waitMs * 2);
    plan.onState?.('connecting');
    if (cuts >= CUTS_UNTIL_POLLING) {
      await pollAWhile(plan, signal);
      // One more cut is enough from now on.
      cuts = CUTS_UNTIL_POLLING - 1;
      waitMs = FIRST_WAIT_MS;
    } else await sleep(waitMs * (0.75 + Math.random() / 2), signal);
  }
}

/**
 * Follows the server's events until the returned function is called: a stream that is opened again when it breaks, polling
 * every 5 s where streams are cut on the way, nothing while the tab is hidden (unless it is kept). Whatever was missed comes with the new
 * stream's first event. Pages only.
 */
export function followLive(plan: LivePlan): () => void {
  let running: AbortController | null = null;
  const judge = () => {
    if (document.visibilityState === 'hidden' && plan.isKeptHidden !== true) {
      running?.abort();
      running = null;
    } else if (running === null) {
      running = new AbortController();
      plan.onState?.('connecting');
      void follow(plan, running.signal);
    }
  };
  document.addEventListener('visibilitychange', judge);
  judge();
  return () => {
    document.removeEventListener('visibilitychange', judge);
    running?.abort();
    running = null;
  };
}
