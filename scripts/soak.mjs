// npm run soak [-- STORIES [SEED]]: every test, with all cases of the random ones (`npm test` tries a part of both), then
// for hours if need be: random stories for the offline engine (50,000 unless said), 10,000 lenders' files with something wrong in them, all the
// way through the server, a long story of the books, 100,000 contacts with borrowers before the gate, a day of a call floor
// of fifty agents, fifty kills under mixed load among the random tests, and forty faults planted one at a time, which the tests
// must notice.
import { join } from 'node:path';
import { ensureBuild } from './setup/build.mjs';
import { root, run, say } from './setup/say.mjs';
import { ensurePrograms } from './setup/system.mjs';
import { vitest } from './setup/vitest.mjs';

const [stories = '50000', seed] = process.argv.slice(2);

/** Runs files of vitest without limits of time. `cases` is the share of their cases that they try. */
function soak(what, files, cases, settings = {}) {
  say(`${what} ...`);
  return run(process.execPath, vitest('--testTimeout=0', ...files), {
    SOAK: '1',
    CASES: String(cases),
    STORIES_LIMIT_MS: String(24 * 3_600_000),
    ...(seed === undefined ? {} : { SEED: seed }),
    ...settings,
  });
}

/** Every test in a browser, also those whose fault a cheaper test finds. */
async function soakBrowsers() {
  await ensureBuild();
  say('trying everything in browsers ...');
  await ensurePrograms({ withBrowsers: true });
  return run(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list'],
    { SOAK: '1' },
  );
}

const codes = [
  await soakBrowsers(),
  await soak('trying all cases of every test', [], 1),
  await soak(
    `telling ${stories} stories`,
    ['tests/src/offline/interleavings.test.ts'],
    Number(stories) / 1000,
  ),
  await soak('sending 10,000 mutated files', ['tests/server/loan-import-fuzz.test.ts'], 67),
  await soak('keeping the books', ['tests/server/books.test.ts'], 7),
  await soak('asking the gate', ['tests/server/contact-ledger.test.ts'], 50),
  await soak('a day of fifty agents and 5,000 calls', ['tests/server/floor-day.test.ts'], 1, {
    FLOOR_AGENTS: '50',
    FLOOR_CALLS: '5000',
    FLOOR_AWAY_MS: '30000',
    FLOOR_LIMIT_MS: String(2 * 3_600_000),
  }),
  await soak('changing columns that statements use', ['tests/sql/statements.test.ts'], 1, {
    RENAMES: '30',
    OTHER_CHANGES: '5',
  }),
  await run(process.execPath, ['scripts/plant-faults.mjs']),
];
process.exit(Math.max(...codes));
