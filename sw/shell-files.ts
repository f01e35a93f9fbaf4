import { isQuotaError } from '../src/offline/database-errors.ts';

/** A file of the app as the build lists it. */
export interface ShellFile {
  url: string;
  revision: string | null;
  /** The phone's day needs it: without it the app must not count as installed. */
  isEarly?: boolean;
}

/** Where files are kept, under the key that a request of theirs is answered from. */
export interface ShellStore {
  has: (url: string) => Promise<boolean>;
  put: (url: string, response: Response) => Promise<void>;
}

/** What fetching needs of its surroundings. */
export interface ShellNetwork {
  fetch: (file: ShellFile) => Promise<Response>;
  wait: (ms: number) => Promise<void>;
}

/** So often is one file asked for before the rest has its turn: a bad line drops one connection in ten. */
const TRIES = 6;
const FIRST_WAIT_MS = 500;
const LANES = 3;
/** Every page of the app has it. */
const OWN_PAGE = 'id="root"';

/** What became of a file; `full`: it came, and the phone has no room for it. */
type FileEnd = 'there' | 'missing' | 'full';

async function fetchOne(
  file: ShellFile,
  store: ShellStore,
  network: ShellNetwork,
): Promise<FileEnd> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await network.wait(FIRST_WAIT_MS * 2 ** (tries - 1));
    try {
      const response = await network.fetch(file);
      // A portal's page in a file's place would be the app from then on.
      const isFile = response.ok && !response.redirected && !(await isForeignPage(file, response));
      if (!isFile) continue;
      await store.put(file.url, response);
      return 'there';
    } catch (error) {
      if (isQuotaError(error)) return 'full';
      // The line broke: once more.
    }
  }
  return 'missing';
}

async function isForeignPage({ url }: ShellFile, response: Response): Promise<boolean> {
  if (url.endsWith('.html')) return !(await response.clone().text()).includes(OWN_PAGE);
  return (response.headers.get('content-type') ?? '').includes('text/html');
}

/**
 * Fetches what is not there yet, file by file in the order given, each again when the line breaks. What arrived stays, also
 * when this is cut off: the next call goes on. On a full phone no more is fetched: it costs data and finds no room. Returns
 * the files that are still missing.
 */
export async function fillShell(
  files: readonly ShellFile[],
  store: ShellStore,
  network: ShellNetwork,
): Promise<ShellFile[]> {
  const queue = [...files];
  const missing: ShellFile[] = [];
  let isFull = false;
  const lane = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      if (await store.has(file.url)) continue;
      const end = isFull ? 'full' : await fetchOne(file, store, network);
      isFull ||= end === 'full';
      if (end !== 'there') missing.push(file);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return missing;
}
