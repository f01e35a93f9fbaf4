// npm test: sets up what is missing, then runs every test and prints one sum. With arguments: only those of vitest.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild } from './setup/build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { root, run, say } from './setup/say.mjs';
import { ensureChromium, ensureFirefox, ensurePostgres } from './setup/system.mjs';
import { inTurn } from './setup/turn.mjs';
import { readPlaywright, readVitest, secondTry } from './test-results.mjs';

const folder = join(root, '.cache/test');

async function runVitest(filters, output) {
  const outputFile = join(folder, output);
  const code = await run(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--passWithNoTests',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${outputFile}`,
    ...filters,
  ]);
  return readVitest(outputFile, code);
}

/** What failed is tried once more, with its file and nothing else: what fails again is a failure. */
async function runVitestTwice(filters) {
  say('testing the contract, the server on both databases, the app and the worker ...');
  const result = await runVitest(filters, 'vitest.json');
  if (result.failed === 0 || result.files.length === 0) return result;
  say(`once more, alone: ${result.files.join(', ')}`);
  return secondTry(result, await runVitest(result.files, 'vitest-again.json'));
}

async function runPlaywright({ chromium, firefox }) {
  say('testing the built product in browsers ...');
  const outputFile = join(folder, 'playwright.json');
  const code = await run(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--pass-with-no-tests',
      '--retries=1',
      '--reporter=list,json',
    ],
    {
      CHROMIUM_PATH: chromium,
      FIREFOX_PATH: firefox,
      PLAYWRIGHT_JSON_OUTPUT_NAME: outputFile,
    },
  );
  return readPlaywright(outputFile, code);
}

checkNodeVersion();
const filters = process.argv.slice(2);
let browsers = { chromium: '', firefox: '' };
await inTurn(async () => {
  await ensurePackages({ withDev: true });
  await ensureBuild();
  await ensurePostgres();
  if (filters.length === 0)
    browsers = { chromium: await ensureChromium(), firefox: await ensureFirefox() };
});
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const results = [await runVitestTwice(filters)];
if (filters.length === 0) results.push(await runPlaywright(browsers));
for (const name of results.flatMap(({ unsteady }) => unsteady))
  console.log(`UNSTEADY (failed once, then passed): ${name}`);
for (const text of results.flatMap(({ failures }) => failures)) console.log(`FAILED: ${text}`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);
