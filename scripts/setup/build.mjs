import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, giveUp, root, say } from './say.mjs';

const settings = ['package.json', 'package-lock.json', 'tsconfig.json'];

/** The scripts that a build's settings import: they say what it makes too. */
const scriptsOf = (file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/ from '\.\/(scripts\/[^']+)';/g)].map(
    ([, path]) => path,
  );

/** What is built, from what, with what; the order doesn't matter, they run side by side. */
const steps = [
  {
    name: 'server',
    inputs: [...settings, 'server', 'contract', 'scripts/setup/bundle-server.mjs'],
    outputs: ['dist/server'],
    command: ['scripts/setup/bundle-server.mjs'],
  },
  {
    name: 'app',
    inputs: [
      ...settings,
      'src',
      'sw',
      'contract',
      'public',
      'index.html',
      'vite.config.ts',
      ...scriptsOf('vite.config.ts'),
      'postcss.config.mjs',
    ],
    outputs: ['dist/app'],
    command: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  },
];

function filesUnder(path) {
  const info = statSync(join(root, path), { throwIfNoEntry: false });
  if (info === undefined) return [];
  if (!info.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .toSorted()
    .flatMap((name) => filesUnder(join(path, name)));
}

function fingerprint(step) {
  const hash = createHash('sha256').update(step.command.join(' '));
  for (const file of step.inputs.flatMap(filesUnder)) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

const stampOf = (step) => join(root, 'dist', `${step.name}.stamp`);

function isFresh(step) {
  try {
    const stamp = readFileSync(stampOf(step), 'utf8');
    return stamp === fingerprint(step) && step.outputs.every((path) => statSync(join(root, path)));
  } catch {
    return false;
  }
}

async function build(step) {
  say(`building the ${step.name} ...`);
  const inputs = fingerprint(step);
  // The stamp goes first and comes last: a build cut short is done again.
  for (const path of [stampOf(step), ...step.outputs.map((output) => join(root, output))]) {
    rmSync(path, { recursive: true, force: true });
  }
  const { code, text } = await capture(process.execPath, step.command, { NODE_ENV: 'production' });
  if (code !== 0) return `The ${step.name}:\n${text}`;
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampOf(step), inputs);
  return null;
}

/** Whether what is built comes from the sources as they are now. */
export function isBuildFresh() {
  return steps.every(isFresh);
}

/** Builds what changed since the last build, of the server and the app unless one is named. Null, or what went wrong. */
export async function buildFailure(wanted) {
  const stale = steps.filter((step) => (wanted ?? step.name) === step.name && !isFresh(step));
  const failures = await Promise.all(stale.map(build));
  return failures.find((text) => text !== null) ?? null;
}

/** Builds what changed since the last build, and gives up when that fails. */
export async function ensureBuild(wanted) {
  const failure = await buildFailure(wanted);
  if (failure === null) return;
  console.error(failure);
  giveUp('the build failed: see above.');
}
