import { createServer, connect } from 'node:net';
import type { Socket } from 'node:net';

/** A stretch of wire between a browser and the product that a test can cut. */
export interface Network {
  /** The product's address as seen through the wire. */
  readonly url: string;
  /** Breaks what is under way and refuses what is new. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Lays a wire to the product at `url`. */
export async function layNetwork(url: string): Promise<Network> {
  const target = new URL(url);
  const open = new Set<Socket>();
  let isCut = false;
  const wire = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    }
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const address = wire.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    cut: () => {
      isCut = true;
      breakAll();
    },
    restore: () => {
      isCut = false;
    },
    close: () => {
      breakAll();
      return new Promise((resolve) => wire.close(() => resolve()));
    },
  };
}
