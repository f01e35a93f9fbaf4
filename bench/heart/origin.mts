import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** The product's origin with pages of the bench in it. */
export interface Origin {
  readonly url: string;
  /** The address of a bench page's folder; below /api, where the product's service worker answers nothing. */
  readonly pages: string;
  close(): Promise<void>;
}

const PAGES = '/api/bench/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

async function serveFile(folder: string, path: string, answer: ServerResponse): Promise<void> {
  const name = path === '' ? 'index.html' : normalize(path);
  const bytes = await readFile(join(folder, name)).catch(() => null);
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  answer.writeHead(bytes === null ? 404 : 200, { 'content-type': type });
  answer.end(bytes);
}

async function listen(
  handle: (incoming: IncomingMessage, answer: ServerResponse) => void,
): Promise<Pick<Origin, 'url' | 'close'>> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Serves a folder of built files on an origin of its own. */
export async function serveFolder(folder: string): Promise<Pick<Origin, 'url' | 'close'>> {
  return listen((incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://origin');
    void serveFile(folder, pathname.slice(1), answer);
  });
}

/** Serves a folder of built pages, and everything else from the product at `target`. */
export async function layOrigin(target: string, folder: string): Promise<Origin> {
  const pass = (incoming: IncomingMessage, answer: ServerResponse) => {
    const { pathname } = new URL(incoming.url ?? '/', target);
    if (pathname.startsWith(PAGES)) {
      void serveFile(folder, pathname.slice(PAGES.length), answer);
      return;
    }
    const address = new URL(incoming.url ?? '/', target);
    const { method = 'GET', headers } = incoming;
    const forward = request(address, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    forward.on('error', () => answer.destroy());
    answer.on('close', () => forward.destroy());
    incoming.pipe(forward);
  };
  const origin = await listen(pass);
  return { ...origin, pages: `${origin.url}${PAGES}` };
}
