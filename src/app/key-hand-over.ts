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
}

function handOver(): void {
  const vault = openedVaultOrNull();
  if (vault === null || !('serviceWorker' in navigator)) return;
  const held = { type: 'HOLD', userId: vault.user._id, key: vault.key };
  navigator.serviceWorker.ready.then(
    (registration) => registration.active?.postMessage(held),
    () => undefined,
  );
}
