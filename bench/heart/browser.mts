import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, findChromium } from '../../scripts/setup/chromium.mjs';

/** A browser on the given profile folder, as large as a phone. */
export async function openBrowser(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGUMENTS,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 390, height: 844 },
    permissions: ['background-sync'],
  });
}

/** Does something in a browser with a fresh profile, which is thrown away after it. */
export async function withFreshBrowser<Result>(
  work: (browser: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const profile = await mkdtemp(join(tmpdir(), 'recoup-bench-profile-'));
  try {
    const browser = await openBrowser(profile);
    try {
      return await work(browser);
    } finally {
      await browser.close().catch(() => undefined);
    }
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
