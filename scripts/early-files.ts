import { readFile } from 'node:fs/promises';

/**
 * The files of the phone's day and of the frame around it (app-chunks.ts), and what they load when needed: no charts, which
 * would be a fifth of all that a bad line has to bring.
 */
const EARLY =
  /^_(opening|start|frame|day|road|words|own)-[\w-]+\.js$|^src\/(app|offline|lib|data|remote)\/|^node_modules\/workbox-window\//;
const ALWAYS = /^(index\.html|manifest\.webmanifest|icons\/icon-192\.png)$/;

/** What the build made of one source. */
interface BuiltChunk {
  file: string;
  isEntry?: boolean;
  css?: string[];
  assets?: string[];
  imports?: string[];
}

/**
 * Tells by the build's own list which files must be on a phone before the app counts as installed: the start's, and those
 * of the phone's screens, with all that they import.
 */
export async function isEarlyFile(manifestPath: string): Promise<(url: string) => boolean> {
  const text = await readFile(manifestPath, 'utf8');
  const chunks = new Map(Object.entries(JSON.parse(text) as Record<string, BuiltChunk>));
  const early = new Set<string>();
  const seen = new Set<string>();
  const take = (key: string): void => {
    const chunk = chunks.get(key);
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    const { file, css = [], assets = [], imports = [] } = chunk;
    for (const each of [file, ...css, ...assets]) early.add(each);
    for (const each of imports) take(each);
  };
  for (const [key, { isEntry }] of chunks) if (isEntry === true || EARLY.test(key)) take(key);
  return (url) => ALWAYS.test(url) || early.has(url);
}
