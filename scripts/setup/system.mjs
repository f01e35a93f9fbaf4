import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { capture, giveUp, run, say } from './say.mjs';
import { findChromium } from './chromium.mjs';
import { findFirefox } from './firefox.mjs';

async function aptPrefix() {
  if ((await capture('apt-get', ['--version'])).code !== 0) return null;
  if (process.getuid?.() === 0) return [];
  return (await capture('sudo', ['-n', 'true'])).code === 0 ? ['sudo', '-n'] : null;
}

async function install(packageName, what) {
  const prefix = await aptPrefix();
  if (prefix === null) return false;
  say(`installing ${what} (apt-get install ${packageName}) ...`);
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
  await apt('update', '-qq');
  return (await apt('install', '-y', '-qq', '--no-install-recommends', packageName)) === 0;
}

/** The path of a Chromium for the browser tests, installed when none is there and we may. */
export async function ensureChromium() {
  if (findChromium() === null) await install('chromium', 'the browser for the tests');
  return (
    findChromium() ??
    giveUp('no browser for the tests: install Chromium, or set CHROMIUM_PATH to one.')
  );
}

/** The path of a Firefox for its own few tests, installed when none is there and we may; empty: they are left out. */
export async function ensureFirefox() {
  if (findFirefox() === null) await install('firefox-esr', 'Firefox for the tests');
  const firefox = findFirefox();
  if (firefox === null) say('no Firefox here: its tests are left out (Debian: firefox-esr).');
  return firefox ?? '';
}

function hasPostgres() {
  const folder = '/usr/lib/postgresql';
  return (
    existsSync(folder) &&
    readdirSync(folder).some(
      (version) => Number(version) >= 15 && existsSync(join(folder, version, 'bin/initdb')),
    )
  );
}

/** Makes sure that the programs of a PostgreSQL server are there, for the second round of the server's tests. */
export async function ensurePostgres() {
  if (!hasPostgres()) await install('postgresql', 'PostgreSQL for the tests');
  if (!hasPostgres()) {
    giveUp('the server is tested on PostgreSQL 15 too: install its programs (Debian: postgresql).');
  }
}
