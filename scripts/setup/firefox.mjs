import { findProgram } from './program.mjs';

/** The path of a Firefox: FIREFOX_PATH, else the first one in PATH; null when there is none. */
export function findFirefox() {
  return findProgram({
    variable: 'FIREFOX_PATH',
    names: ['firefox-esr', 'firefox'],
    applications: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  });
}
