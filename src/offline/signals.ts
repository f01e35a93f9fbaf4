/** What changed: own or waiting items, cached loans, lock state, a pull, a delivery, or "something was just saved". */
export type Topic = 'outbox' | 'loans' | 'vault' | 'pull' | 'delivery' | 'saved';

interface Subscription {
  topics: readonly Topic[];
  listener: () => void;
  /** Marks what is kept in memory as stale: before anybody else hears of it, and asks. */
  isFirst: boolean;
}

const CHANNEL = 'recoup-offline';
const subscriptions = new Set<Subscription>();
let channel: BroadcastChannel | null = null;

function openChannel(): BroadcastChannel | null {
  if (channel === null && typeof BroadcastChannel === 'function') {
    channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', (event: MessageEvent<Topic>) => {
      tell(event.data);
    });
    // Node keeps the process alive for an open channel; browsers have no unref.
    if ('unref' in channel && typeof channel.unref === 'function') channel.unref();
  }
  return channel;
}

function tell(topic: Topic): void {
  const concerned = [...subscriptions].filter(({ topics }) => topics.includes(topic));
  for (const { isFirst, listener } of concerned) if (isFirst) listener();
  for (const { isFirst, listener } of concerned) if (!isFirst) listener();
}

/**
 * Calls the listener after a change of one of the topics, made in this tab, another tab or the worker. Carries no
 * data: ask again. Returns how to stop.
 */
export function subscribe(
  topics: readonly Topic[],
  listener: () => void,
  { isFirst = false }: { isFirst?: boolean } = {},
): () => void {
  openChannel();
  const subscription = { topics, listener, isFirst };
  subscriptions.add(subscription);
  return () => {
    subscriptions.delete(subscription);
  };
}

/** Tells everybody, this tab included, that something changed. */
export function announce(topic: Topic): void {
  tell(topic);
  openChannel()?.postMessage(topic);
}
