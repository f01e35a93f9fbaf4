/** One file of the build: what it is named, and the sources that it begins with. */
interface Chunk {
  readonly name: string;
  readonly begins: readonly string[];
}

/**
 * The files that a phone's start and day are made of: each holds what its sources import, unless an earlier one has it. A
 * start without a network takes every file from the worker's cache, and a hundred of them cost a phone more than their bytes.
 */
const PHONE: readonly Chunk[] = [
  {
    name: 'opening',
    begins: ['/src/app/opening.ts', 'vite/preload-helper.js', 'rolldown/runtime.js'],
  },
  { name: 'start', begins: ['/src/app/start.tsx'] },
  {
    name: 'frame',
    begins: [
      '/src/app/guarded-app.tsx',
      '/src/app/session-watch.ts',
      '/src/app/session-commands.ts',
      '/src/app/key-hand-over.ts',
      '/src/offline/session.ts',
      // Texts that code reads too: those of the frame need no later file.
      '/src/components/disposition-words.ts',
      '/src/features/field-loan/code-words.ts',
      '/src/lib/texts/en/contact-gate.ts',
    ],
  },
  {
    name: 'day',
    begins: [
      '/src/features/field-day/field-day-screen.tsx',
      '/src/app/offline-link.ts',
      '/src/app/device-notice.tsx',
      '/src/app/phone-notices.tsx',
      '/src/app/outbox-badge.tsx',
      '/src/features/alerts/alert-tool.tsx',
    ],
  },
  {
    name: 'road',
    begins: [
      '/src/features/field-loan/loan-screen.tsx',
      '/src/features/field-loan/visit-screen.tsx',
      '/src/features/field-loan/loan-edit-screen.tsx',
      '/src/features/outbox/outbox-screen.tsx',
    ],
  },
  {
    // What texts are made of too, and figures as charts write them.
    name: 'words',
    begins: [
      '/contract/refusal-words.ts',
      '/contract/data-insight.ts',
      '/contract/file-words.ts',
      '/contract/job-words.ts',
      '/contract/lender-fields.ts',
      '/contract/prediction.ts',
      '/contract/problem-words.ts',
      '/contract/report-columns.ts',
      '/contract/report-details.ts',
      '/contract/report-names.ts',
      '/contract/visualization.ts',
      '/src/components/chart-figures.ts',
    ],
  },
  {
    name: 'own',
    begins: [
      '/src/app/push-leave.ts',
      '/src/app/settlement-count.tsx',
      '/src/features/profiles/profile-screen.tsx',
      '/src/app/lock-screen.tsx',
      '/src/app/unlock-here.tsx',
      '/src/app/keys-dialog.tsx',
      '/src/app/palette-dialog.tsx',
      '/src/features/contact-rules/contact-standing-panel.tsx',
      '/src/features/login/password-again.tsx',
      '/src/features/notifications/notification-bell.tsx',
    ],
  },
];

/** Drawn late, wherever a chart stands. */
const CHARTS: Chunk = {
  name: 'charts',
  begins: ['/src/components/chart-drawing.ts', '/src/components/chart-shapes.ts'],
};

const FEATURE = /\/src\/features\/([^/]+)\//;

const groups = [
  ...[...PHONE, CHARTS].map(({ name, begins }) => ({
    name,
    test: (id: string) => begins.some((source) => id.endsWith(source)),
  })),
  { name: 'desk', test: /^(?!.*\/src\/lib\/texts\/)/, minShareCount: 2 },
  { name: (id: string) => FEATURE.exec(id)?.[1] ?? null, test: FEATURE },
];

/**
 * The files of the app as the bundler wants them; the first has the first choice. Behind the phone's come what several
 * screens of the desk have in common, and each feature's screens together: three hundred small files cost an installation
 * more than their bytes. Texts come by language.
 */
export const appChunks = groups.map((group, at) =>
  Object.assign(group, { priority: groups.length - at }),
);
