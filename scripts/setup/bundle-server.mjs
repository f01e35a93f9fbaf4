// Puts the server's modules together: one file for each program, command and thread, and what they share. Loading some
// thousand files one by one took most of the server's start.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './say.mjs';

/** Packages of many small modules; the others stay where they are, some look for files of theirs beside themselves. */
const TAKEN_IN = new Set([
  '@tus/file-store',
  '@tus/server',
  'age-encryption',
  'drizzle-orm',
  'file-type',
  'zod',
]);

const isEntry = (name) => name === 'main.ts' || /-(command|worker)\.ts$/.test(name);
const { dependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

await build({
  absWorkingDir: root,
  entryPoints: readdirSync(join(root, 'server'), { recursive: true })
    .filter(isEntry)
    .map((name) => join('server', name)),
  outbase: 'server',
  outdir: 'dist/server',
  chunkNames: 'shared/[hash]',
  bundle: true,
  splitting: true,
  external: Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !TAKEN_IN.has(name),
  ),
  format: 'esm',
  platform: 'node',
  // Packages in the older form ask for modules of Node by name.
  banner: {
    js: "import { createRequire as createRequireHere } from 'node:module';\nconst require = createRequireHere(import.meta.url);",
  },
  keepNames: true,
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
});
