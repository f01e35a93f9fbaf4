import { defineConfig } from '@playwright/test';
import { testChromium } from './tests/support/chromium.ts';
import { PATIENCE } from './tests/support/patience.ts';
import { isSoak } from './tests/support/soak.ts';

/**
 * The browser tests: the built product in the system's Chromium and Firefox; each file starts what it needs
 * (tests/support) on a database of its own in the run's one cluster. First the stories and screens, then the fault matrix, then a field agent's day in Firefox.
 */
export default defineConfig({
  projects: [
    { name: 'e2e', testDir: 'tests/e2e' },
    { name: 'faults', testDir: 'tests/faults' },
    { name: 'firefox', testDir: 'tests/firefox' },
  ],
  globalSetup: './tests/support/make-demo.ts',
  // What cheaper tests catch too runs in `npm run soak` only (tests/support/soak.ts).
  ...(isSoak ? {} : { grepInvert: /@soak/ }),
  outputDir: '.cache/playwright',
  // Files side by side, each with a product of its own: much of a fault is waiting.
  workers: 3,
  // A test that passes at its second try only would hide the fault that a user meets.
  retries: 0,
  // Patience costs nothing where all is well: a busy machine draws a screen late.
  timeout: 600_000,
  expect: { timeout: PATIENCE.timeout, toPass: { timeout: PATIENCE.timeout } },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    actionTimeout: 2 * PATIENCE.timeout,
    navigationTimeout: 2 * PATIENCE.timeout,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Tracing every test costs a fifth of the time: `--trace on` when one that failed is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: testChromium,
  },
});
