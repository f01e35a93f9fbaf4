// The JavaScript that the login screen loads, gzipped: what a field agent's phone waits for on the first visit.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The most that the first screen may load, in bytes. */
export const firstScreenLimit = 180 * 1024;

/**
 * What the entry loads late and only for somebody who logs in or is logged in (the files of app-chunks.ts behind the login,
 * the texts behind it), or on a device that holds work of an earlier session; every other late part counts.
 */
const afterLogin =
  /^(_(frame|day|road|words|own)-[\w-]+\.js|src\/app\/unlock-here\.tsx|(src\/lib\/texts\/(en|hi)-(early|rest)|contract\/refusal-words)\.ts)$/;

function withStaticImports(manifest, key, found) {
  if (found.has(key)) return;
  found.add(key);
  for (const next of manifest[key].imports ?? []) withStaticImports(manifest, next, found);
}

/** Measures the built app in `appDir`: each file with its gzipped bytes, and their sum. Throws when it is not built. */
export function measureFirstScreen(appDir) {
  const manifest = JSON.parse(readFileSync(join(appDir, '.vite/manifest.json'), 'utf8'));
  // The page's own script loads the app's at once.
  const entries = Object.keys(manifest).filter(
    (key) => manifest[key].isEntry || manifest[key].name === 'start',
  );
  const late = entries.flatMap((key) => manifest[key].dynamicImports ?? []);
  const starts = [...entries, ...late.filter((key) => !afterLogin.test(key))];
  const keys = new Set();
  for (const key of starts) withStaticImports(manifest, key, keys);
  const html = readFileSync(join(appDir, 'index.html'), 'utf8');
  const fromHtml = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map((match) => match[1]);
  const names = new Set([...[...keys].map((key) => manifest[key].file), ...fromHtml]);
  const files = [...names]
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, bytes: gzipSync(readFileSync(join(appDir, name))).length }))
    .toSorted((left, right) => right.bytes - left.bytes);
  return { files, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
}

function inKb(count) {
  return `${(count / 1024).toFixed(1)} KB`;
}

const appDir = join(dirname(import.meta.dirname), 'dist/app');

if (process.argv[1] !== import.meta.filename) {
  // Imported for its functions.
} else if (!existsSync(join(appDir, '.vite/manifest.json'))) {
  console.log('There is no built app: npm run build.');
  process.exitCode = 1;
} else {
  const { files, bytes } = measureFirstScreen(appDir);
  for (const file of files) console.log(`${inKb(file.bytes).padStart(10)}  ${file.name}`);
  console.log(
    `First screen: ${inKb(bytes)} of JavaScript, gzipped; limit ${inKb(firstScreenLimit)}`,
  );
  process.exitCode = bytes <= firstScreenLimit ? 0 : 1;
}
