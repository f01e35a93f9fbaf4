import {
  CHROMIUM_ARGUMENTS,
  findChromium,
  findHeadlessShell,
} from '../../scripts/setup/chromium.mjs';
import { isSoak } from './soak.ts';

/** The browser with all that it has around its engine, its own pages too. */
export const wholeChromium = {
  executablePath: findChromium() ?? '/usr/bin/chromium',
  args: CHROMIUM_ARGUMENTS,
};

/** What the browser tests start: the engine alone where it is there; in `npm run soak` the whole browser. */
export const testChromium = {
  ...wholeChromium,
  executablePath: (isSoak ? null : findHeadlessShell()) ?? wholeChromium.executablePath,
};
