import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { build } from 'esbuild';
import type { BuildOptions } from 'esbuild';
import { HAPPY_DOM, ICONS } from './page.ts';

const ICON_FILES = '@tabler/icons-react/dist/esm/icons';

/** Puts a package together. */
async function make(file: string, options: BuildOptions): Promise<void> {
  const made = `${file}.${process.pid}`;
  await build({
    ...options,
    outfile: made,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
    // Parts are of the older kind of modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  // Another run may read it at this moment.
  await rename(made, file);
}

/** The icons that the app names. */
function iconsOfApp(): string[] {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') || name.endsWith('.ts'))
    .map((name) => readFileSync(`src/${name}`, 'utf8'));
  const named = sources.flatMap((text) => text.match(/\bIcon[A-Z0-9]\w*/g) ?? []);
  return [...new Set(named)].filter((name) => existsSync(`node_modules/${ICON_FILES}/${name}.mjs`));
}

/** What a page of tests loads from very many files, made of one file each. */
export async function setup(): Promise<void> {
  const contents = iconsOfApp()
    .map((name) => `export { default as ${name} } from '${ICON_FILES}/${name}.mjs';`)
    .join('\n');
  await Promise.all([
    make(HAPPY_DOM, { entryPoints: ['happy-dom'] }),
    make(ICONS, { stdin: { contents, resolveDir: '.' }, external: ['react'] }),
  ]);
}
