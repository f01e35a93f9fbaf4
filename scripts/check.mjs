// npm run check: everything that can be said about the sources without running them. One line per check.
import { ensurePackages } from './setup/packages.mjs';
import { buildFailure } from './setup/build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { capture } from './setup/say.mjs';
import { inTurn } from './setup/turn.mjs';

const tsc = 'node_modules/typescript/bin/tsc';

/** The checks, the longest first. The linter checks the types too, but for what the service worker alone has not. `show` takes the line of its output that is worth showing when all is well. */
const checks = [
  {
    name: 'types and lint',
    command: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings'],
  },
  { name: 'dead code and unused dependencies', command: ['node_modules/knip/bin/knip.js'] },
  { name: 'format', command: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'] },
  { name: 'types of the service worker', command: [tsc, '-p', 'sw'] },
  { name: 'tables and migrations', command: ['scripts/schema-check.mjs'] },
  { name: 'import rules', command: ['scripts/import-rules.mjs'] },
  { name: 'amounts written by hand', command: ['scripts/raw-amounts.mjs'] },
  { name: 'copies and dead classes among styles', command: ['scripts/css-rules.mjs'] },
  {
    name: 'size of the first screen',
    command: ['scripts/first-screen-size.mjs'],
    show: (text) => text.split('\n').at(-1)?.replace('First screen: ', ''),
  },
];

let failures = 0;

function report(name, isOk, text) {
  if (!isOk) failures += 1;
  if (isOk) console.log(`ok      ${name}${text ? `: ${text}` : ''}`);
  else console.log(`FAILED  ${name}\n${text.replaceAll(/^/gm, '        ')}`);
}

async function runCheck({ name, command, show }) {
  const { code, text } = await capture(process.execPath, command, { NO_COLOR: '1' });
  report(name, code === 0, code === 0 ? show?.(text) : text);
}

/** Takes the next check until none is left; several of these work side by side. */
async function work(queue) {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) await runCheck(next);
}

checkNodeVersion();
await inTurn(async () => {
  await ensurePackages({ withDev: true });
  const failure = await buildFailure();
  report('build', failure === null, failure ?? '');
});
const queue = [...checks];
await Promise.all([work(queue), work(queue)]);
console.log(failures === 0 ? 'All checks are ok.' : `${failures} checks failed.`);
process.exit(failures === 0 ? 0 : 1);
