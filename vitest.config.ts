import { defineConfig } from 'vitest/config';

/** What all projects share; each is run alone with `npx vitest run --project NAME`. */
const common = { environment: 'node', testTimeout: 30_000, hookTimeout: 120_000 } as const;

/** The server's tests, once per PostgreSQL: the setup reads the version from the project's name. */
const serverProject = (name: string, exclude: string[] = []) => ({
  test: {
    ...common,
    name,
    include: ['tests/server/**/*.test.ts'],
    exclude,
    globalSetup: ['tests/support/postgres-setup.ts'],
  },
});

/** These start the embedded database or the built product: a second round would repeat the first. */
const embeddedOnly = [
  'tests/server/embedded-postgres.test.ts',
  'tests/server/lifecycle.test.ts',
  'tests/server/loan-import-kill.test.ts',
];

/** The runner of everything but the browser tests: the contract, the server on two databases, the app, the worker. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      serverProject('server'),
      serverProject('server-pg15', embeddedOnly),
      { test: { ...common, name: 'scripts', include: ['tests/scripts/**/*.test.ts'] } },
      { test: { ...common, name: 'src', include: ['tests/src/**/*.test.{ts,tsx}'] } },
      { test: { ...common, name: 'sw', include: ['tests/sw/**/*.test.ts'] } },
    ],
  },
});
