import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ANSWER_HEADER, ASK_HEADER, WORK_HEADER, answerMark } from '../../contract/answer-mark.ts';
import type { Settings } from '../settings.ts';

/**
 * The headers of every answer. Scripts come from us alone and never inline; styles may be inline because the UI library
 * sets positions that way. Besides us the app may call a configured dialer service, for its login, and show a configured BI
 * tool's dashboards in a frame. API answers are never
 * stored by any cache.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { dialerLoginUrl, bi }: Pick<Settings, 'dialerLoginUrl' | 'bi'>,
): Promise<void> {
  const dialer = dialerLoginUrl === null ? [] : [new URL(dialerLoginUrl).origin];
  const dashboards = bi === null ? [] : [new URL(bi.url).origin];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // The BI tool is asked whether it is there before its frame is relied on.
        connectSrc: ["'self'", ...dialer, ...dashboards],
        frameSrc: ["'self'", ...dashboards],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  // When work on a request began; put off by as long as its body took to arrive.
  const begun = new WeakMap<FastifyRequest, number>();
  const move = (request: FastifyRequest, ms: number) =>
    begun.set(request, (begun.get(request) ?? 0) + ms);
  app.addHook('onRequest', async (request) => void move(request, performance.now()));
  app.addHook('preParsing', async (request) => void move(request, -performance.now()));
  app.addHook('preValidation', async (request) => void move(request, performance.now()));
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) {
      reply.header('cache-control', 'no-store');
      // Phones tell by it what a gateway answered in our place.
      reply.header(ANSWER_HEADER, answerMark(request.headers[ASK_HEADER]));
      // And that it was this server that was slow, not their line.
      // Without one that could be read, nothing is told.
      const begunAt = begun.get(request) ?? 0;
      if (begunAt > 0) reply.header(WORK_HEADER, Math.floor(performance.now() - begunAt));
    }
    reply.header('permissions-policy', 'camera=(self), geolocation=(self), microphone=(self)');
  });
}
