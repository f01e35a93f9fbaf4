import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { brotliCompressSync, constants } from 'node:zlib';
import { calls } from '../../contract/calls.ts';
import type { Context } from '../context.ts';
import type { DatabaseWatch } from '../database/database-watch.ts';
import { log } from '../log.ts';
import { registerMetrics } from './metrics.ts';
import { registerEventStreams } from '../live-events/event-stream.ts';
import { Admission } from './admission.ts';
import { registerAppFiles } from './app-files.ts';
import { traceCalls } from '../tracing.ts';
import { refuseBroken } from './broken-requests.ts';
import { answerError } from './error-answer.ts';
import { registerFrontDoor, requestIdOf } from './front-door.ts';
import { openApiDocument } from './openapi.ts';
import { readableUrl, serverBehind } from './outer-door.ts';
import { takesBrotli } from './packed-answer.ts';
import { registerRoutes } from './routes.ts';
import { registerSlowBodies } from './slow-bodies.ts';
import { registerSecurityHeaders } from './security-headers.ts';

const VERSION = '0.1.0';

/** Anybody may read it, and it is large: made once, and packed once. */
function registerOpenApi(app: FastifyInstance): void {
  let made: { json: string; packed: Buffer } | null = null;
  app.get('/api/openapi.json', async (request, reply) => {
    if (made === null) {
      const json = JSON.stringify(openApiDocument(calls, VERSION));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
      made = { json, packed: brotliCompressSync(json, { params }) };
    }
    reply.type('application/json; charset=utf-8');
    if (!takesBrotli(request)) return reply.send(made.json);
    reply.header('content-encoding', 'br').header('vary', 'accept-encoding');
    return reply.send(made.packed);
  });
}

const notReady = (reply: FastifyReply, status: string) =>
  reply.status(503).header('retry-after', '5').send({ status });

function registerHealth(
  app: FastifyInstance,
  context: Context,
  watch: Pick<DatabaseWatch, 'isAway'>,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      if (watch.isAway()) throw new Error('silent');
      // Calls note when their session was used: where nothing can be changed, nobody is served.
      const { rows } = await context.database.pool.query<{ transaction_read_only: string }>(
        'show transaction_read_only',
      );
      if (rows[0]?.transaction_read_only !== 'off') return notReady(reply, 'database read-only');
      return { status: 'ready' };
    } catch {
      return notReady(reply, 'database away');
    }
  });
}

/** The HTTP application over a context: every call, the OpenAPI document, health, and the built app. Not yet listening. */
export async function createApp(
  context: Context,
  watch: Pick<DatabaseWatch, 'isAway'>,
): Promise<FastifyInstance> {
  const { settings } = context;
  const admission = new Admission(settings.requestsAtOnce);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    trustProxy: settings.trustedProxies > 0 && ((_, hop) => hop < settings.trustedProxies),
    bodyLimit: 1_048_576,
    serverFactory: serverBehind(admission),
    // What still comes while it ends is answered like the rest (lifecycle.ts).
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    genReqId: requestIdOf(settings.trustedProxies > 0),
    rewriteUrl: ({ url }) => readableUrl(url ?? '/'),
    routerOptions: { maxParamLength: 300 },
    // What comes to no route and no hook.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: refuseBroken,
  });
  traceCalls(app, settings.trustedProxies > 0);
  registerFrontDoor(app, admission, watch);
  registerSlowBodies(app);
  await registerSecurityHeaders(app, settings);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(multipart);
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler(answerError);
  registerHealth(app, context, watch);
  registerMetrics(app, context, admission);
  registerEventStreams(app);
  registerOpenApi(app);
  registerRoutes(app, context);
  await registerAppFiles(app, settings);
  return app;
}
