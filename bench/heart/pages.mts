import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { peersFolder } from './peers.mts';

/** As the product is built. */
const TARGET = 'es2022';

async function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'recoup-bench-page-'));
}

async function buildPage(root: string): Promise<string> {
  const outDir = await newFolder();
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    base: './',
    build: { outDir, emptyOutDir: true, target: TARGET, assetsInlineLimit: 0 },
    plugins: [react()],
  });
  return outDir;
}

/** Bundles a service worker into one file of a folder: `worker.js`. */
async function buildWorker(
  root: string,
  outDir: string,
  define: Readonly<Record<string, string>> = {},
): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    build: {
      outDir,
      emptyOutDir: false,
      target: TARGET,
      lib: { entry: 'worker.js', formats: ['iife'], name: 'worker', fileName: () => 'worker.js' },
    },
  });
}

/** Bundles the page of the engine (src/offline as the app has it, without the screens) and returns its folder. */
export async function buildEnginePage(): Promise<string> {
  return buildPage(join(import.meta.dirname, 'page'));
}

/** Builds a React app with nothing on it and a worker that keeps its shell, as the product's does; its folder. */
export async function buildEmptyApp(): Promise<string> {
  const root = join(import.meta.dirname, 'empty-app');
  const outDir = await buildPage(root);
  const files = await readdir(outDir, { recursive: true, withFileTypes: true });
  const shell = files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(outDir.length + 1))
    .map((url) => ({ url, revision: 'bench' }));
  await buildWorker(root, outDir, { 'self.__WB_MANIFEST': JSON.stringify(shell) });
  return outDir;
}

/** Bundles the peer's worker; its files by their addresses. */
export async function buildQueuePeer(): Promise<ReadonlyMap<string, string>> {
  const folder = join(peersFolder, 'background-sync');
  const outDir = await newFolder();
  await buildWorker(folder, outDir);
  const files = new Map([
    ['/index.html', await readFile(join(folder, 'index.html'), 'utf8')],
    ['/worker.js', await readFile(join(outDir, 'worker.js'), 'utf8')],
  ]);
  await rm(outDir, { recursive: true, force: true });
  return files;
}
