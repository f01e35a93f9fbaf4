import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The first of these programs in PATH; null when there is none. */
function findInPath(programs) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = programs.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find((path) => existsSync(path)) ?? null;
}

/** The path of a Chromium: CHROMIUM_PATH, else the first one in PATH; null when there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') return existsSync(named) ? named : null;
  return findInPath(names) ?? applications.find((path) => existsSync(path)) ?? null;
}

/**
 * The path of Chromium without its windows, which draws the same pages with a fifth less work; null when there is none. It
 * keeps no profile on the disk and has no pages of its own, so that a phone needs the whole one.
 */
export const findHeadlessShell = () =>
  findInPath(['chromium-headless-shell', 'chrome-headless-shell']);
