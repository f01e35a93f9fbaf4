import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/setup/chromium.mjs';

/**
 * The browser tests: the built product in the system's Chromium and Firefox; each file starts what it needs
 * (tests/support). First the stories and screens, then the fault matrix, then a field agent's day in Firefox.
 */
export default defineConfig({
  projects: [
    { name: 'e2e', testDir: 'tests/e2e' },
    { name: 'faults', testDir: 'tests/faults' },
    { name: 'firefox', testDir: 'tests/firefox' },
  ],
  globalSetup: './tests/support/make-demo.ts',
  outputDir: '.cache/playwright',
  // Files side by side, each with a product of its own: much of a fault is waiting.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Tracing every test costs a fifth of the time; a test that failed is traced when `npm test` tries it again.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    },
  },
});
