import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp, root, run, say } from './say.mjs';

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}

/**
 * Whether node_modules holds exactly what package-lock.json asks for. npm writes its own record into
 * node_modules as the last step of an installation, so half an installation counts as none.
 */
export function arePackagesInstalled({ withDev }) {
  const wanted = packagesIn('package-lock.json');
  const present = packagesIn('node_modules/.package-lock.json');
  if (wanted === null) giveUp('package-lock.json is missing or damaged: restore it.');
  if (present === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    // Optional ones are those of other platforms; npm leaves them out.
    const mayBeMissing =
      entry.optional || entry.devOptional || entry.peer || (entry.dev && !withDev);
    return found === undefined ? Boolean(mayBeMissing) : found.version === entry.version;
  });
}

/** Installs the packages of package-lock.json unless they are there. */
export async function ensurePackages({ withDev }) {
  if (arePackagesInstalled({ withDev })) return;
  say('installing packages (npm ci), a minute or two the first time ...');
  // NODE_ENV=production would leave out the compiler that the build needs.
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await run('npm', ['ci', ...flags])) === 0) return;
  // Where a registry lacks a package of some other platform, npm ci finds the lock file wanting; npm install does not.
  say('npm ci refused; trying npm install with the same versions ...');
  const code = await run('npm', ['install', '--no-save', ...flags]);
  if (code !== 0) giveUp('installing the packages failed: see above. Is there a network?');
}
