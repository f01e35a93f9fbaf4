import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Settings } from '../settings.ts';

/**
 * Throws what listening would throw when HOST is not of this machine or PORT is taken, and gives the address back: a
 * start that nobody could reach must change nothing, such as the database of a version that still works on it.
 */
export async function refuseTakenAddress({ host, port }: Settings): Promise<void> {
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
