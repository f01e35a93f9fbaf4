import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { firefox } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { findFirefox } from '../../../scripts/setup/firefox.mjs';

/**
 * An agent's phone with the system's own Firefox, driven over WebDriver BiDi; its profile outlives the browser. Firefox
 * knows no Background Sync: what waits there goes while the app is open.
 */
export async function openFirefox(profile: string): Promise<BrowserContext> {
  // Left behind when the browser was killed.
  for (const name of ['lock', '.parentlock']) rmSync(join(profile, name), { force: true });
  return firefox.launchPersistentContext(profile, {
    channel: 'moz-firefox',
    executablePath: findFirefox() ?? 'firefox-esr',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 390, height: 844 },
    permissions: ['geolocation'],
    geolocation: { latitude: 18.5196, longitude: 73.8553, accuracy: 12 },
  });
}

interface Process {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

function runningProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8');
        const status = readFileSync(`/proc/${entry}/stat`, 'utf8');
        const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
        return [{ id: Number(entry), parent, command }];
      } catch {
        // It ended by itself meanwhile.
        return [];
      }
    });
}

/** What an empty battery does to it: SIGKILL of the browser on this profile and of all that it started. */
export function killFirefox(profile: string): void {
  const all = runningProcesses();
  const doomed = all.filter(({ command }) => command.includes(profile)).map(({ id }) => id);
  for (const parent of doomed)
    doomed.push(...all.filter((one) => one.parent === parent).map(({ id }) => id));
  for (const id of new Set(doomed)) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It ended with its parent.
    }
  }
}
