import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['firefox-esr', 'firefox'];
const applications = ['/Applications/Firefox.app/Contents/MacOS/firefox'];

/** The path of a Firefox: FIREFOX_PATH, else the first one in PATH; null when there is none. */
export function findFirefox() {
  const named = process.env.FIREFOX_PATH;
  if (named !== undefined && named !== '') return existsSync(named) ? named : null;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...applications].find((path) => existsSync(path)) ?? null;
}
