import { Dexie } from 'dexie';
import type { DexieOptions } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';
import * as keyval from 'idb-keyval';
import { basename, join } from 'node:path';
import * as tus from 'tus-js-client';
import { compileFunction } from 'node:vm';
import { build } from 'vite';
import type * as Parts from './story-engine-parts.ts';

/** What a page of the story uses of the engine. */
export type Engine = typeof Parts;

/** What a page finds around it; everything else is Node's. */
export interface Surroundings {
  indexedDB: IDBFactory;
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  navigator: { locks?: unknown; userAgent: string; storage: unknown };
  BroadcastChannel: unknown;
  setTimeout: typeof setTimeout;
  setInterval: typeof setInterval;
  /** The phone's clock. */
  Date: DateConstructor;
  /** The next release: its databases have one more version. */
  isNext: boolean;
}

const root = join(import.meta.dirname, '../../..');
const isShared = (id: string) =>
  /^(dexie|idb-keyval|zod|tus-js-client)/.test(id) || /\/contract\/[\w-]+\.ts$/.test(id);

type Script = (...parts: unknown[]) => void;

let script: Promise<Script> | null = null;
const shared = new Map<string, unknown>();

/** The product's rounds of PBKDF2 would be nearly all that a story does. */
const quickVault = {
  name: 'quick-vault',
  load: (id: string) =>
    id.endsWith('/src/offline/key-rounds.ts') ? 'export const KEY_ROUNDS = 10;' : null,
};

/** The engine as one script, and the modules without a state of their own that all pages share. */
async function bundle(): Promise<Script> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [quickVault],
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'story-engine-parts.ts'), formats: ['cjs'] },
      rolldownOptions: { external: isShared, output: { codeSplitting: false } },
    },
  });
  const [output] = [built].flat();
  if (output === undefined || !('output' in output)) throw new Error('Nothing was built.');
  const { code } = output.output[0];
  for (const [, id = ''] of code.matchAll(/require\("([^"]+)"\)/g)) {
    if (!/\/contract\//.test(id)) continue;
    shared.set(basename(id), await import(join(root, 'contract', basename(id))));
  }
  shared.set('zod', await import('zod'));
  return compileFunction(code, [...PARAMETERS]) as Script;
}

const NAMES = [
  'indexedDB',
  'fetch',
  'localStorage',
  'navigator',
  'BroadcastChannel',
  'setTimeout',
  'setInterval',
  'Date',
] as const;
const PARAMETERS = ['exports', 'require', 'globalThis', 'console', ...NAMES];
const silent = { warn: () => undefined, error: () => undefined, log: () => undefined };

/** Dexie on this page's databases; one that only the next release has gets a version more. */
function dexieOn({ indexedDB, isNext }: Surroundings): unknown {
  class PageDexie extends Dexie {
    private hasNext = false;
    constructor(name: string, options: DexieOptions) {
      super(name, { ...options, indexedDB, IDBKeyRange });
    }
    override version(number: number): ReturnType<Dexie['version']> {
      const version = super.version(number);
      if (isNext && !this.hasNext) {
        this.hasNext = true;
        super.version(90).stores({ nextThings: 'key' });
      }
      return version;
    }
  }
  return { Dexie: PageDexie };
}

/** Runs the engine anew, as a page load does: a memory of its own, on what it finds around it. */
export async function loadEngine(around: Surroundings): Promise<Engine> {
  script ??= bundle();
  const run = await script;
  const dexie = dexieOn(around);
  const requireShared = (id: string): unknown => {
    if (id === 'dexie') return dexie;
    if (id === 'idb-keyval') return keyval;
    if (id.startsWith('tus-js-client')) return tus;
    return shared.get(basename(id));
  };
  const page: object = Object.create(globalThis, {
    localStorage: { value: around.localStorage },
    navigator: { value: around.navigator },
  });
  const parts = {} as Engine;
  run(parts, requireShared, page, silent, ...NAMES.map((name) => around[name]));
  return parts;
}
