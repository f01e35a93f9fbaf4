import { expect } from '@playwright/test';
import type { AgentPhone } from './agent-phone.ts';

/**
 * Stops every running service worker of the phone's browser, as the browser does when it is short of memory or patience.
 * The browser may start one again at once, for work that was cut off: it is enough that each was seen to stop.
 */
export async function stopWorkers(phone: AgentPhone): Promise<void> {
  const page = await phone.context().newPage();
  const devtools = await phone.context().newCDPSession(page);
  const states = new Map<string, string>();
  const stopped = new Set<string>();
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions) {
      states.set(versionId, runningStatus);
      if (runningStatus === 'stopped') stopped.add(versionId);
    }
  });
  await devtools.send('ServiceWorker.enable');
  const running = () => [...states].filter(([, state]) => state !== 'stopped').map(([id]) => id);
  await expect.poll(() => running().length, { message: 'a worker runs' }).toBeGreaterThan(0);
  const asked = running();
  stopped.clear();
  for (const versionId of asked) await devtools.send('ServiceWorker.stopWorker', { versionId });
  await expect
    .poll(() => asked.filter((id) => !stopped.has(id)), { message: 'each worker stopped' })
    .toEqual([]);
  await page.close();
}
