// npm run soak [-- STORIES [SEED]]: many random stories for the offline engine (50,000 unless said), for hours if need be,
// then 10,000 lenders' files with something wrong in them, all the way through the server, then a long story of the books,
// 100,000 contacts with borrowers before the gate, and a day of a call floor of fifty agents.
import { join } from 'node:path';
import { root, run, say } from './setup/say.mjs';

const [stories = '50000', seed] = process.argv.slice(2);
const limitMs = String(24 * 3_600_000);
const files = '10000';

function soak(project, file, settings) {
  const runner = join(root, 'node_modules/vitest/vitest.mjs');
  return run(
    process.execPath,
    [runner, 'run', '--project', project, '--testTimeout=0', file],
    settings,
  );
}

say(`telling ${stories} stories ...`);
const told = await soak('src', 'tests/src/offline/interleavings.test.ts', {
  STORIES: stories,
  STORIES_LIMIT_MS: limitMs,
  ...(seed === undefined ? {} : { SEED: seed }),
});
say(`sending ${files} mutated files ...`);
const sent = await soak('server', 'tests/server/loan-import-fuzz.test.ts', {
  FUZZ_FILES: files,
  ...(seed === undefined ? {} : { FUZZ_SEED: seed }),
});
say('keeping the books ...');
const kept = await soak('server', 'tests/server/books.test.ts', {
  BOOKS_STEPS: '2000',
  ...(seed === undefined ? {} : { SEED: seed }),
});
say('asking the gate ...');
const gated = await soak('server', 'tests/server/contact-ledger.test.ts', {
  CONTACTS: '100000',
  ...(seed === undefined ? {} : { SEED: seed }),
});
say('a day of fifty agents and 5,000 calls ...');
const worked = await soak('server', 'tests/server/floor-day.test.ts', {
  FLOOR_AGENTS: '50',
  FLOOR_CALLS: '5000',
  FLOOR_AWAY_MS: '30000',
  FLOOR_LIMIT_MS: String(2 * 3_600_000),
  ...(seed === undefined ? {} : { SEED: seed }),
});
say('changing columns that statements use ...');
const missed = await soak('sql', 'tests/sql/statements.test.ts', {
  RENAMES: '30',
  OTHER_CHANGES: '5',
  ...(seed === undefined ? {} : { SEED: seed }),
});
process.exit(told || sent || kept || gated || worked || missed);
