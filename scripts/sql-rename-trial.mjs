// node scripts/sql-rename-trial.mjs [RENAMES [SEED]]: renames 30 columns that statements use, one after the other, in copies
// of the migrated database, drops five, makes five numbers texts and lets five be null: the check of the statements
// (tests/sql) has to miss each of them. `npm run soak` runs it.
import { join } from 'node:path';
import { root, run } from './setup/say.mjs';

const [renames = '30', seed] = process.argv.slice(2);
const runner = join(root, 'node_modules/vitest/vitest.mjs');
process.exit(
  await run(process.execPath, [runner, 'run', '--project', 'sql', '--testTimeout=0'], {
    RENAMES: renames,
    OTHER_CHANGES: '5',
    ...(seed === undefined ? {} : { SEED: seed }),
  }),
);
