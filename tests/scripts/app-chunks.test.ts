import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { appChunks } from '../../scripts/app-chunks.ts';

/** The files that are on a phone before the app counts as installed (scripts/early-files.ts). */
const EARLY = ['opening', 'start', 'frame', 'day', 'road', 'words', 'own'];

/** The file of the build that holds a source. */
const fileOf = (source: string) =>
  appChunks.find(({ test }) => (typeof test === 'function' ? test(source) : test.test(source)))
    ?.name;

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
  expect(EARLY).toContain(fileOf(`/r/src/${source}`));
});

it('what texts are made of is there before what comes after the day: each start loads the texts', () => {
  const texts = readdirSync('src/lib/texts/en').map((name) =>
    readFileSync(`src/lib/texts/en/${name}`, 'utf8'),
  );
  const imported = texts.flatMap((source) =>
    [...source.matchAll(/^import \{.*?from '[./]*(\/contract\/[^']+)';$/gms)].map(
      ([, file]) => file,
    ),
  );
  expect(imported).toContain('/contract/report-names.ts');
  for (const file of new Set(imported)) expect(EARLY, file).toContain(fileOf(`/r${file}`));
});
