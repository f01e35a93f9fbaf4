// node scripts/plant-faults.mjs [PART OF A NAME ...]: plants the faults of faults-planted.mjs one at a time, in a copy of
// this folder, and runs the tests that concern each. A fault that no test notices is a hole. `npm run soak` does it too.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { faults, planted } from './faults-planted.mjs';
import { giveUp, root, say } from './setup/say.mjs';
import { NOT_SOAK, vitest } from './setup/vitest.mjs';

/** A fault that makes a test wait for ever was noticed as well, milliseconds. */
const LONGEST_MS = 10 * 60_000;
const LEFT_OUT = new Set(['.git', '.cache', 'node_modules', 'dist', 'data', 'shots']);

const copy = mkdtempSync(join(tmpdir(), 'recoup-faults-'));
let running = null;
process.on('exit', () => {
  running?.kill('SIGKILL');
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

/** Runs a program of node in the copy; resolves with whether it ended well, and what it printed. */
function node(...args) {
  return new Promise((resolve) => {
    const output = [];
    running = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => running?.kill(), LONGEST_MS);
    running.stdout.on('data', (chunk) => output.push(chunk));
    running.stderr.on('data', (chunk) => output.push(chunk));
    running.on('close', (code) => {
      clearTimeout(timer);
      running = null;
      resolve({ isGood: code === 0, text: Buffer.concat(output).toString() });
    });
  });
}

const isOfBrowser = (test) => test.endsWith('.spec.ts');
const projectOf = (test) => test.split('/')[1];

/** Runs test files: those of the browser over the built product, the others by the runner, each in its project. */
async function runTests(tests) {
  const browser = tests.filter(isOfBrowser);
  const others = tests.filter((test) => !isOfBrowser(test));
  if (others.length > 0) {
    const projects = [...new Set(others.map(projectOf))].map((name) => `--project=${name}`);
    // What fails now and then, because the machine is busy, has noticed nothing.
    const args = ['--reporter=dot', '--retry=2', NOT_SOAK, ...projects, ...others];
    const result = await node(...vitest(...args));
    if (!result.isGood) return result;
  }
  if (browser.length === 0) return { isGood: true, text: '' };
  const built = await node('scripts/build.mjs');
  if (!built.isGood) return built;
  return node('node_modules/@playwright/test/cli.js', 'test', ...browser);
}

function write(file, text) {
  writeFileSync(join(copy, file), text);
}

const original = (file) => readFileSync(join(root, file), 'utf8');

/** All faults at once, for the compiler only: one that does not compile would be "noticed" by everything. */
async function compileAll(chosen) {
  const files = new Set(chosen.map(({ file }) => file));
  for (const file of files) {
    const ofFile = chosen.filter((fault) => fault.file === file);
    write(
      file,
      ofFile.reduce((text, fault) => planted(text, fault), original(file)),
    );
  }
  for (const project of ['server', 'tsconfig.json', 'sw']) {
    const { isGood, text } = await node(
      'node_modules/typescript/bin/tsc',
      '--noEmit',
      '-p',
      project,
    );
    if (!isGood) giveUp(`a fault does not compile:\n${text}`);
  }
  for (const file of files) write(file, original(file));
}

async function isNoticed(fault) {
  write(fault.file, planted(original(fault.file), fault));
  const { isGood } = await runTests(fault.tests);
  write(fault.file, original(fault.file));
  return !isGood;
}

const wanted = process.argv.slice(2);
const chosen = faults.filter(
  ({ name, file }) =>
    wanted.length === 0 || wanted.some((part) => `${file} ${name}`.includes(part)),
);
if (chosen.length === 0) giveUp(`there is no fault named ${wanted.join(' or ')}.`);
const lost = chosen.filter((fault) => planted(original(fault.file), fault) === null);
for (const { name, file } of lost) say(`the place of “${name}” is no longer found in ${file}.`);
if (lost.length > 0) process.exit(1);
cpSync(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(root, path)) });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');

say(`planting ${chosen.length} faults in ${copy} ...`);
await compileAll(chosen);
const untouched = await runTests([...new Set(chosen.flatMap(({ tests }) => tests))]);
if (!untouched.isGood) giveUp(`the tests fail without any fault:\n${untouched.text}`);
const missed = [];
for (const fault of chosen) {
  const startedAt = Date.now();
  const isCaught = await isNoticed(fault);
  if (!isCaught) missed.push(fault);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(
    `${isCaught ? 'caught' : 'MISSED'}  ${String(seconds).padStart(4)} s  ${fault.file}: ${fault.name}`,
  );
}
say(`${chosen.length - missed.length} of ${chosen.length} faults were caught.`);
process.exit(missed.length === 0 ? 0 : 1);
