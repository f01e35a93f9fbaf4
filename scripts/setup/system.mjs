import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { capture, giveUp, run, say } from './say.mjs';
import { findChromium, findHeadlessShell } from './chromium.mjs';
import { findFirefox } from './firefox.mjs';

async function aptPrefix() {
  if ((await capture('apt-get', ['--version'])).code !== 0) return null;
  if (process.getuid?.() === 0) return [];
  return (await capture('sudo', ['-n', 'true'])).code === 0 ? ['sudo', '-n'] : null;
}

async function install(packages) {
  const prefix = await aptPrefix();
  if (prefix === null) return;
  say(`installing ${packages.join(', ')} for the tests (apt-get install) ...`);
  const apt = async (...args) => {
    const [program, ...rest] = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      ...args,
    ];
    return run(program, rest);
  };
  const add = (names) => apt('install', '-y', '-qq', '--no-install-recommends', ...names);
  await apt('update', '-qq');
  // Where one of them is unknown, apt takes none of them.
  if ((await add(packages)) !== 0) for (const name of packages) await add([name]);
}

function findPostgres() {
  const folder = '/usr/lib/postgresql';
  if (!existsSync(folder)) return null;
  const isUsable = (version) =>
    Number(version) >= 15 && existsSync(join(folder, version, 'bin/initdb'));
  return readdirSync(folder).find(isUsable) ?? null;
}

/** What the tests need beside Node, by the name of Debian's package. */
const programs = [
  { name: 'postgresql', find: findPostgres },
  { name: 'chromium', find: findChromium, isBrowser: true },
  { name: 'chromium-headless-shell', find: findHeadlessShell, isBrowser: true },
  { name: 'firefox-esr', find: findFirefox, isBrowser: true },
];

/** Makes sure that the tests' programs are there: installs those that are missing where we may, gives up when it must. */
export async function ensurePrograms({ withBrowsers }) {
  const missing = programs.filter(
    ({ find, isBrowser }) => (withBrowsers || !isBrowser) && find() === null,
  );
  if (missing.length > 0) await install(missing.map(({ name }) => name));
  if (findPostgres() === null)
    giveUp('the server is tested on PostgreSQL 15 too: install its programs (Debian: postgresql).');
  if (!withBrowsers) return;
  if (findChromium() === null)
    giveUp('no browser for the tests: install Chromium, or set CHROMIUM_PATH to one.');
  if (findFirefox() === null) say('no Firefox here: its tests are left out (Debian: firefox-esr).');
}
