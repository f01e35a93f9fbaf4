import { rename } from 'node:fs/promises';
import { build } from 'esbuild';
import { HAPPY_DOM } from './page.ts';

/** Puts the page's package together. */
export async function setup(): Promise<void> {
  const made = `${HAPPY_DOM}.${process.pid}`;
  await build({
    entryPoints: ['happy-dom'],
    outfile: made,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
    // Parts of it are of the older kind of modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  // Another run may read it at this moment.
  await rename(made, HAPPY_DOM);
}
