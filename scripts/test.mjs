// npm test: sets up what is missing, then runs every test and prints one sum. With arguments: only those of vitest.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild } from './setup/build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { root, run, say } from './setup/say.mjs';
import { ensureChromium, ensureFirefox, ensurePostgres } from './setup/system.mjs';
import { inTurn } from './setup/turn.mjs';

const folder = join(root, '.cache/test');

/** What a runner wrote about itself; one that broke off without a word counts as one failure. */
function readResult(file, code, count) {
  let result = { passed: 0, failed: 0 };
  try {
    result = count(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  } catch {
    say(`the runner left no result (${file}).`);
  }
  return { ...result, failed: code !== 0 ? Math.max(1, result.failed) : result.failed };
}

async function runVitest(filters) {
  say('testing the contract, the server on both databases, the app and the worker ...');
  const outputFile = join(folder, 'vitest.json');
  const code = await run(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--passWithNoTests',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${outputFile}`,
    ...filters,
  ]);
  return readResult('vitest.json', code, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
  }));
}

async function runPlaywright({ chromium, firefox }) {
  say('testing the built product in browsers ...');
  const code = await run(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--pass-with-no-tests',
      '--reporter=list,json',
    ],
    {
      CHROMIUM_PATH: chromium,
      FIREFOX_PATH: firefox,
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'playwright.json'),
    },
  );
  return readResult('playwright.json', code, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }));
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
const results = [await runVitest(filters)];
if (filters.length === 0) results.push(await runPlaywright(browsers));
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);
