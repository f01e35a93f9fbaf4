import { SpanKind, SpanStatusCode, context, propagation, trace } from '@opentelemetry/api';
import type { Context as TraceContext, Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool, PoolClient } from 'pg';

/* What a call, a job and their statements leave in a trace. Without an exporter (tracing-exporter.ts) nothing is kept. A span
   names calls, routes and statements, never what was asked for: no address, parameter or sentence of an error. */

/** Asked for each time: an exporter may come after this was loaded. */
const tracer = () => trace.getTracer('recoup');
const LONGEST_STATEMENT = 2000;

function endAs(span: Span, isFailed: boolean): void {
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Does work as a span of its own. */
export async function inSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return tracer().startActiveSpan(name, async (span) => {
    let isFailed = true;
    try {
      const result = await work();
      isFailed = false;
      return result;
    } finally {
      endAs(span, isFailed);
    }
  });
}

/** A span for each call; a proxy that is trusted says which trace it belongs to. */
export function traceCalls(app: FastifyInstance, isProxyTrusted: boolean): void {
  const begun = new WeakMap<FastifyRequest, TraceContext>();
  app.addHook('onRequest', (request, reply, done) => {
    const { call } = request.routeOptions.config;
    if (call === undefined) return done();
    const parent = isProxyTrusted
      ? propagation.extract(context.active(), request.headers)
      : context.active();
    const attributes = {
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? '',
      'recoup.request_id': request.id,
    };
    const span = tracer().startSpan(call.name, { kind: SpanKind.SERVER, attributes }, parent);
    // Once for every answer, also where the caller is gone before it.
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.raw.statusCode);
      endAs(span, reply.raw.statusCode >= 500);
    });
    const own = trace.setSpan(parent, span);
    begun.set(request, own);
    return context.with(own, done);
  });
  // A body is read in the turns of its connection, which know nothing of the call.
  app.addHook('preValidation', (request, _reply, done) => {
    const own = begun.get(request);
    return own === undefined ? done() : context.with(own, done);
  });
}

type Query = (...given: unknown[]) => unknown;
type Answered = (error: unknown, ...more: unknown[]) => void;

const textOf = (query: unknown): string | null => {
  if (typeof query === 'string') return query;
  if (typeof query !== 'object' || query === null || !('text' in query)) return null;
  // What hands itself in (a COPY stream) ends when its stream does.
  return typeof query.text === 'string' && !('submit' in query) ? query.text : null;
};

function traceStatements(client: PoolClient): void {
  const send: Query = client.query.bind(client);
  const traced: Query = (...given) => {
    const text = textOf(given[0]);
    if (text === null || trace.getActiveSpan() === undefined) return send(...given);
    const statement = text.trim().slice(0, LONGEST_STATEMENT);
    const name = /^\w+/.exec(statement)?.[0].toUpperCase() ?? 'SQL';
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': statement };
    const span = tracer().startSpan(name, { kind: SpanKind.CLIENT, attributes });
    const last = given.at(-1);
    if (typeof last === 'function') {
      const answered = context.bind(context.active(), last as Answered);
      const endThen: Answered = (error, ...more) => {
        endAs(span, Boolean(error));
        answered(error, ...more);
      };
      return send(...given.slice(0, -1), endThen);
    }
    const result = send(...given);
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    result.then(
      () => endAs(span, false),
      () => endAs(span, true),
    );
    return result;
  };
  client.query = traced as typeof client.query;
}

/** A span for each statement of a call or a job. */
export function tracePool(pool: Pool): void {
  pool.on('connect', traceStatements);
  // Who waited for a connection is answered in the turn of whoever gave it back.
  const connect: Query = pool.connect.bind(pool);
  const traced: Query = (given) =>
    typeof given === 'function' ? connect(context.bind(context.active(), given)) : connect();
  pool.connect = traced as typeof pool.connect;
}
