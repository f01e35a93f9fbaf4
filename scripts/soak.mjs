// npm run soak [-- STORIES [SEED]]: tells many random stories to the offline engine (50,000 unless said), for hours if need be.
import { join } from 'node:path';
import { root, run, say } from './setup/say.mjs';

const [stories = '50000', seed] = process.argv.slice(2);
const limitMs = String(24 * 3_600_000);
say(`telling ${stories} stories ...`);
const code = await run(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'src',
    '--testTimeout=0',
    'tests/src/offline/interleavings.test.ts',
  ],
  { STORIES: stories, STORIES_LIMIT_MS: limitMs, ...(seed === undefined ? {} : { SEED: seed }) },
);
process.exit(code);
