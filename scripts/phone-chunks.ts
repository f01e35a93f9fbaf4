/** One file of the build: what it is named, and the sources that it begins with. */
interface PhoneChunk {
  readonly name: string;
  readonly begins: readonly string[];
}

/**
 * The files that a phone's start and day are made of: each holds what its sources import, unless an earlier one has it. A
 * start without a network takes every file from the worker's cache, and a hundred of them cost a phone more than their bytes.
 */
const CHUNKS: readonly PhoneChunk[] = [
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
];

/** The same as the bundler wants it; the first has the first choice. */
export const phoneChunks = CHUNKS.map(({ name, begins }, at) => ({
  name,
  priority: CHUNKS.length - at,
  test: (id: string) => begins.some((source) => id.endsWith(source)),
}));
