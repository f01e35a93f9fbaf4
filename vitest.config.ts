import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Takes as long as it is given: begun last, it would keep one of the two workers waiting for it. */
const LONGEST = 'interleavings.test.ts';

const isLongest = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith(LONGEST);

/** The longest file first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

/** What all projects share; each is run alone with `npx vitest run --project NAME`. */
const common = { environment: 'node', testTimeout: 30_000, hookTimeout: 120_000 } as const;

/** The server's tests, once per PostgreSQL: the setup reads the version from the project's name. */
const serverProject = (name: string, exclude: string[] = []) => ({
  test: {
    ...common,
    name,
    // Each file has a database and a server of its own; loading the server's modules anew for each took half the time.
    isolate: false,
    include: ['tests/server/**/*.test.ts'],
    exclude,
    globalSetup: ['tests/support/postgres-setup.ts'],
  },
});

/**
 * These start the embedded database or the built product, or try what does not depend on the database's version: a second
 * round would repeat the first.
 */
const embeddedOnly = [
  'tests/server/books.test.ts',
  'tests/server/dialer-ari.test.ts',
  'tests/server/dialer-engine.test.ts',
  'tests/server/dialer-take-over.test.ts',
  'tests/server/embedded-postgres.test.ts',
  'tests/server/floor-day.test.ts',
  'tests/server/lifecycle.test.ts',
  'tests/server/loan-import-fuzz.test.ts',
  'tests/server/loan-import-kill.test.ts',
  'tests/server/message-kill.test.ts',
  'tests/server/loan-import-lenders.test.ts',
  'tests/server/pacing.test.ts',
  'tests/server/push.test.ts',
  'tests/server/security/input.test.ts',
  'tests/server/terminal-commands.test.ts',
];

/** The runner of everything but the browser tests: the contract, the server on two databases, the app, the worker. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...common, name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      serverProject('server'),
      serverProject('server-pg15', embeddedOnly),
      {
        test: {
          ...common,
          name: 'sql',
          include: ['tests/sql/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
        },
      },
      { test: { ...common, name: 'scripts', include: ['tests/scripts/**/*.test.ts'] } },
      { test: { ...common, name: 'src', include: ['tests/src/**/*.test.{ts,tsx}'] } },
      { test: { ...common, name: 'sw', include: ['tests/sw/**/*.test.ts'] } },
    ],
  },
});
