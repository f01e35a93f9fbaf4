import { join } from 'node:path';
import type * as HappyDom from 'happy-dom';
import { populateGlobal } from 'vitest/runtime';
import type { Environment } from 'vitest/runtime';

const packages = join(import.meta.dirname, '../../node_modules/.cache');
/** The page's package in one piece (page-packages.ts): from its many files each file of tests loads it five times as long. */
export const HAPPY_DOM = join(packages, 'happy-dom.mjs');
/** The icons that the app names, of six thousand. */
export const ICONS = join(packages, 'icons.mjs');

/** What Node has too: the page's own are meant. */
const OVER_NODE = [
  'Request',
  'Response',
  'MessagePort',
  'fetch',
  'Headers',
  'AbortController',
  'AbortSignal',
  'URL',
  'URLSearchParams',
  'FormData',
];

/** A page of happy-dom for a file's tests, as vitest's own environment of that name makes it. */
export default {
  name: 'page',
  viteEnvironment: 'client',
  async setup(global) {
    const { GlobalWindow }: typeof HappyDom = await import(HAPPY_DOM);
    const page = new GlobalWindow({
      console: global.console,
      url: 'http://localhost:3000',
      settings: { disableErrorCapturing: true },
    });
    const { keys, originals } = populateGlobal(global, page, {
      bindFunctions: true,
      additionalKeys: OVER_NODE,
    });
    return {
      async teardown() {
        await page.happyDOM.abort();
        page.close();
        for (const key of keys) delete global[key];
        for (const [key, value] of originals) global[key] = value;
      },
    };
  },
} satisfies Environment;
