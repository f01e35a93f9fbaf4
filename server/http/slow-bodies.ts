import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { hasBody } from './front-door.ts';

/** Looked at so often, milliseconds. */
const LOOK_MS = 5000;
/** A body of which nothing came for so long is given up. */
const SILENT_MS = 30_000;
/** From then on it has to come at least this fast, which the slowest phone network does: bytes in a second. */
const PATIENCE_MS = 120_000;
const LEAST_PER_SECOND = 1000;

/** Ends a connection whose body stopped coming, or comes drop by drop. Returns how to stop watching. */
function watchBody({ raw: { socket } }: FastifyRequest): () => void {
  const startedAt = performance.now();
  const before = socket.bytesRead;
  let seen = before;
  let seenAt = startedAt;
  const timer = setInterval(() => {
    const now = performance.now();
    if (socket.bytesRead !== seen) {
      seen = socket.bytesRead;
      seenAt = now;
    }
    const seconds = (now - startedAt) / 1000;
    const isDripping =
      now - startedAt > PATIENCE_MS && (seen - before) / seconds < LEAST_PER_SECOND;
    if (isDripping || now - seenAt > SILENT_MS) socket.destroy();
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/**
 * Cuts slow bodies off by their pace instead of their length: an honest file on a slow line takes as long as it takes, and
 * who holds a connection open with nothing does not.
 */
export function registerSlowBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload: Readable) => {
    // What the server asks itself has no connection, and its body is there.
    if (!hasBody(request) || !(request.raw.socket instanceof Socket)) return;
    const stop = watchBody(request);
    // Not at the answer: what is refused early is answered while its body still comes.
    payload.once('end', stop);
    payload.once('close', stop);
  });
}
