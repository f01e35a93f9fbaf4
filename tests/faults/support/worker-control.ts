import { expect } from '@playwright/test';
import type { AgentPhone } from './agent-phone.ts';

/** Stops every running service worker of the phone's browser, as the browser does when it is short of memory or patience. */
export async function stopWorkers(phone: AgentPhone): Promise<void> {
  const page = await phone.context().newPage();
  const devtools = await phone.context().newCDPSession(page);
  const states = new Map<string, string>();
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions) states.set(versionId, runningStatus);
  });
  await devtools.send('ServiceWorker.enable');
  const running = () => [...states].filter(([, state]) => state !== 'stopped');
  await expect.poll(() => running().length, { message: 'a worker runs' }).toBeGreaterThan(0);
  for (const [versionId] of running())
    await devtools.send('ServiceWorker.stopWorker', { versionId });
  await expect.poll(running, { message: 'no worker runs' }).toEqual([]);
  await page.close();
}
