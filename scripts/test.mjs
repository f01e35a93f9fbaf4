// npm test: sets up what is missing, then runs every test and prints one sum. With --quick (npm run test:quick): without what
// starts processes and browsers. With other arguments: only those files of vitest, whole.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild } from './setup/build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { workInMemory } from './setup/memory-disk.mjs';
import { root, run, say } from './setup/say.mjs';
import { ensurePrograms } from './setup/system.mjs';
import { inTurn } from './setup/turn.mjs';
import { NOT_SOAK, vitest } from './setup/vitest.mjs';
import { readPlaywright, readVitest } from './test-results.mjs';

const folder = join(root, '.cache/test');
/** Its files start processes and wait for them: they run beside all the others, which compute. */
const WAITING = 'server-embedded';

async function runVitest(name, args) {
  const outputFile = join(folder, `${name}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${outputFile}`];
  const code = await run(process.execPath, vitest('--passWithNoTests', ...reporters, ...args));
  return readVitest(outputFile, code);
}

const runQuick = () => runVitest('quick', [`--project=!${WAITING}`, NOT_SOAK]);

const runAll = () =>
  Promise.all([
    runQuick(),
    runVitest('waiting', [`--project=${WAITING}`, '--maxWorkers=1', NOT_SOAK]),
  ]);

async function runPlaywright() {
  say('testing the built product in browsers ...');
  const outputFile = join(folder, 'playwright.json');
  const code = await run(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--pass-with-no-tests',
      '--retries=0',
      '--reporter=list,json',
    ],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: outputFile },
  );
  return readPlaywright(outputFile, code);
}

checkNodeVersion();
const filters = process.argv.slice(2);
const isQuick = filters[0] === '--quick';
const isAll = filters.length === 0;
await inTurn(async () => {
  await ensurePackages({ withDev: true });
  if (!isQuick) await ensureBuild();
  await ensurePrograms({ withBrowsers: isAll });
});
workInMemory();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const results = [];
if (isAll) {
  say('testing the contract, the server, the app and the worker ...');
  results.push(...(await runAll()), await runPlaywright());
} else {
  results.push(isQuick ? await runQuick() : await runVitest('some', filters));
}
for (const text of results.flatMap(({ failures }) => failures)) console.log(`FAILED: ${text}`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);
