import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in front of the product that can put newer versions of the app into place. */
export interface Versions {
  readonly url: string;
  /** From now on the service worker differs by a few bytes, as a new build's does. */
  publish(): void;
  close(): Promise<void>;
}

/** Passes everything on to the product; only the service worker changes with each version. */
export async function layVersions(productUrl: string): Promise<Versions> {
  let version = 1;
  const pass = (incoming: IncomingMessage, answer: ServerResponse) => {
    const target = new URL(incoming.url ?? '/', productUrl);
    const { method = 'GET' } = incoming;
    const headers = { ...incoming.headers, host: target.host };
    const isWorker = target.pathname === '/service-worker.js';
    // Whole and as it is: a shortened or unchanged answer has no room for the version.
    if (isWorker)
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since'] as const)
        delete headers[name];
    const forward = request(target, { method, headers }, (given) => {
      const { 'content-length': length, ...rest } = given.headers;
      const kept = isWorker || length === undefined ? rest : { ...rest, 'content-length': length };
      answer.writeHead(given.statusCode ?? 502, kept);
      given.on('data', (chunk: Buffer) => answer.write(chunk));
      given.on('end', () => answer.end(isWorker ? `\n// version ${version}\n` : undefined));
    });
    forward.on('error', () => answer.destroy());
    incoming.pipe(forward);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    publish: () => {
      version += 1;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
