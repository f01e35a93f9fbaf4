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

const isWhole = isSoak || Boolean(process.env['CHROMIUM_PATH']);

/** What the browser tests start: the engine alone where it is there; the whole browser in `npm run soak`, and where one is named. */
export const testChromium = {
  ...wholeChromium,
  executablePath: (isWhole ? null : findHeadlessShell()) ?? wholeChromium.executablePath,
};
