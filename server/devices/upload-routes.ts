import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { deviceCalls } from '../../contract/device.ts';
import { idSchema } from '../../contract/values.ts';
import { admit } from '../access/gate.ts';
import type { Caller } from '../access/gate.ts';
import type { Context } from '../context.ts';
import { badInput, sessionOver } from '../errors.ts';
import { parsePart } from '../http/serve.ts';
import { UPLOADS_PATH } from './resumable-uploads.ts';
import type { ResumableUploads } from './resumable-uploads.ts';

const paramsSchema = z.object({ id: idSchema });
const BODY_TYPE = 'application/offset+octet-stream';

/** The request as the protocol's library reads it: its headers, and the body as it comes. */
function protocolRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (/^(tus-|upload-|content-)/.test(name) && typeof value === 'string')
      headers.set(name, value);
  const hasBody = request.body instanceof Readable;
  return new Request(new URL(request.url, 'http://uploads'), {
    method: request.method,
    headers,
    ...(hasBody
      ? { body: Readable.toWeb(request.raw) as unknown as ReadableStream, duplex: 'half' }
      : {}),
  });
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const [name, value] of answer.headers)
    if (!name.startsWith('access-control-') && name !== 'content-length') reply.header(name, value);
  const text = await answer.text();
  return reply.status(answer.status).send(text === '' ? undefined : text);
}

/**
 * Resumable uploads (tus): POST begins one, HEAD says how far it got, PATCH continues it; the last PATCH answers like a
 * file sent in one request. The same gate and the same errors as every call; the bodies are streams.
 */
export function registerUploadRoutes(
  app: FastifyInstance,
  context: Context,
  uploads: ResumableUploads,
): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const route = {
    bodyLimit: deviceCalls.deliverFile.bodyLimit,
    compress: false as const,
    onRequest: async (request: FastifyRequest) => {
      callers.set(request, await admit(context, deviceCalls.deliverFile, request));
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const device = callers.get(request)?.device;
      if (!device) throw sessionOver('This device has to log in again.');
      // Errors carry it too: the protocol asks for it.
      reply.header('tus-resumable', '1.0.0');
      if (request.method === 'POST') refuseUnmeasured(request);
      else parsePart(paramsSchema, request.params, 'address');
      const asked = protocolRequest(request);
      try {
        return await send(reply, await uploads.serve(asked, device));
      } finally {
        dropUnread(asked);
      }
    },
  };
  void app.register(async (scope) => {
    scope.addContentTypeParser(BODY_TYPE, (_request, body, done) => done(null, body));
    scope.route({ ...route, method: 'POST', url: UPLOADS_PATH });
    scope.route({ ...route, method: ['HEAD', 'PATCH'], url: `${UPLOADS_PATH}/:id` });
  });
}

/** A body that was refused unread would keep the connection from ever carrying another request. */
function dropUnread({ body, bodyUsed }: Request): void {
  if (body === null || bodyUsed || body.locked) return;
  // A connection that broke meanwhile has nothing left to drop.
  body.pipeTo(new WritableStream()).catch(() => undefined);
}

/** Lengths told later would let a file grow without end. */
function refuseUnmeasured(request: FastifyRequest): void {
  if (request.headers['upload-length'] === undefined)
    throw badInput('Say with Upload-Length how many bytes will come.');
}
