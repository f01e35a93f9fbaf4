import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withNextSchema } from './next-schema.ts';

/** How a published build differs from the one that lies on the disk. */
export interface Build {
  /** The outbox's database has one version more, whose upgrade takes so long (milliseconds). Undefined: as it is. */
  readonly nextSchema?: { readonly upgradeMs: number };
}

/** A server in front of the product that can put newer versions of the app into place. */
export interface Versions {
  readonly url: string;
  /** From now on the service worker differs by a few bytes, as a new build's does; with a build, the whole app. */
  publish(build?: Build): void;
  close(): Promise<void>;
}

/** Names of built scripts; a build of another schema has other ones, since theirs come from their content. */
const SCRIPT_NAME = /([\w.-]+-[\w-]{8})\.js/g;
const NEXT_NAME = /\.next\.js$/;

/** The text of a page, script or worker as the build has it. */
function builtText(text: string, path: string, version: number, build: Build): string {
  const { nextSchema } = build;
  const next =
    nextSchema === undefined
      ? text
      : withNextSchema(text, nextSchema.upgradeMs).replace(SCRIPT_NAME, '$1.next.js');
  if (path !== '/service-worker.js') return next;
  // The page that is kept for use without a network is another one too.
  const page = next.replace(/("revision":"\w+)(","url":"index.html")/, `$1-${version}$2`);
  return `${page}\n// version ${version}\n`;
}

async function readText(given: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of given as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

const isText = ({ headers }: IncomingMessage) =>
  /html|javascript/.test(headers['content-type'] ?? '');

/** Passes everything on to the product; only the app's own files change with each version. */
export async function layVersions(productUrl: string): Promise<Versions> {
  let version = 1;
  let current: Build = {};
  const pass = (incoming: IncomingMessage, answer: ServerResponse) => {
    const target = new URL(incoming.url ?? '/', productUrl);
    const { method = 'GET' } = incoming;
    const headers = { ...incoming.headers, host: target.host };
    const isNext = NEXT_NAME.test(target.pathname);
    const isOfApp = method === 'GET' && !target.pathname.startsWith('/api/');
    const build: Build = isNext ? { nextSchema: { upgradeMs: 0 }, ...current } : current;
    // A script of the build on the disk stays there for tabs that still run it.
    const isOld = /\/assets\/.*\.js$/.test(target.pathname) && !isNext;
    target.pathname = target.pathname.replace(NEXT_NAME, '.js');
    // Whole and as it is: a shortened or unchanged answer has no room for another version.
    if (isOfApp)
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since'] as const)
        delete headers[name];
    const forward = request(target, { method, headers }, (given) => {
      const { 'content-length': length, ...rest } = given.headers;
      const isChanged = isOfApp && !isOld && isText(given);
      const kept = isChanged || length === undefined ? rest : { ...rest, 'content-length': length };
      answer.writeHead(given.statusCode ?? 502, kept);
      if (!isChanged) return void given.pipe(answer);
      return void readText(given).then(
        (text) => answer.end(builtText(text, target.pathname, version, build)),
        () => answer.destroy(),
      );
    });
    forward.on('error', () => answer.destroy());
    incoming.pipe(forward);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    publish: (build = {}) => {
      version += 1;
      current = build;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
