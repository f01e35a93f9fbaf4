import { expect, it } from 'vitest';
import { appChunks } from '../../scripts/app-chunks.ts';

/** The files that are on a phone before the app counts as installed (scripts/early-files.ts). */
const EARLY = ['opening', 'start', 'frame', 'day', 'road', 'words', 'own'];

it.each([
  'app/guarded-app.tsx',
  'features/field-day/field-day-screen.tsx',
  'features/field-loan/visit-screen.tsx',
  'features/outbox/outbox-screen.tsx',
  // In the frame around each of them, or on the loan.
  'features/alerts/alert-tool.tsx',
  'features/contact-rules/contact-standing-panel.tsx',
  'features/login/password-again.tsx',
  'features/notifications/notification-bell.tsx',
])('%s is there before what comes after the day', (source) => {
  const first = appChunks.find(({ test }) =>
    typeof test === 'function' ? test(`/r/src/${source}`) : test.test(`/r/src/${source}`),
  );
  expect(EARLY).toContain(first?.name);
});
