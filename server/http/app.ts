import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';
import { calls } from '../../contract/calls.ts';
import type { Context } from '../context.ts';
import { log } from '../log.ts';
import { registerEventStreams } from '../live-events/event-stream.ts';
import { registerAppFiles } from './app-files.ts';
import { registerErrorAnswers } from './error-answer.ts';
import { openApiDocument } from './openapi.ts';
import { registerRoutes } from './routes.ts';
import { registerSecurityHeaders } from './security-headers.ts';

const VERSION = '0.1.0';

function registerHealth(app: FastifyInstance, context: Context): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await context.database.pool.query('select 1');
      return { status: 'ready' };
    } catch {
      return reply.status(503).send({ status: 'database away' });
    }
  });
}

/** The HTTP application over a context: every call, the OpenAPI document, health, and the built app. Not yet listening. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const { settings } = context;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.isProxyTrusted,
    bodyLimit: 1_048_576,
    requestTimeout: 120_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { maxParamLength: 300 },
  });
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
  registerErrorAnswers(app);
  registerHealth(app, context);
  registerEventStreams(app);
  const document = JSON.stringify(openApiDocument(calls, VERSION));
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  registerRoutes(app, context);
  await registerAppFiles(app, settings);
  return app;
}
