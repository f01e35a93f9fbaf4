import { subscribe } from '../offline/signals.ts';
import { openedVaultOrNull } from '../offline/vault.ts';

let isStarted = false;

/**
 * Keeps the key of what lies on this device in the worker's memory too, which outlives a reload: it is nowhere on the disk.
 * Browsers that can not copy a key go without.
 */
export function keepKeyInWorker(): void {
  if (isStarted) return;
  isStarted = true;
  handOver();
  subscribe(['vault'], handOver);
  if (!('serviceWorker' in navigator)) return;
  // The next version's worker begins without it, and the page that let it in is loaded anew at once.
  navigator.serviceWorker.addEventListener('controllerchange', () =>
    give(navigator.serviceWorker.controller),
  );
}

function handOver(): void {
  if (openedVaultOrNull() === null || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.ready.then(
    ({ active }) => give(active),
    () => undefined,
  );
}

function give(worker: ServiceWorker | null): void {
  const vault = openedVaultOrNull();
  if (vault === null) return;
  worker?.postMessage({ type: 'HOLD', userId: vault.user._id, key: vault.key }, []);
}
