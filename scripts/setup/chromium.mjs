import { findProgram } from './program.mjs';

/** What a Chromium of the tests and benches is started with: nothing that goes out by itself, or that a container has not. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
];

/** The path of a Chromium: CHROMIUM_PATH, else the first one in PATH; null when there is none. */
export function findChromium() {
  return findProgram({
    variable: 'CHROMIUM_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    applications: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
  });
}

/** The path of the same engine without the browser around it, which needs a fifth less of the processor; null when there is none. */
export function findHeadlessShell() {
  return findProgram({
    variable: 'HEADLESS_SHELL_PATH',
    names: ['chromium-headless-shell', 'chrome-headless-shell'],
    applications: [],
  });
}
