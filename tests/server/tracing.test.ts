import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inSpan } from '../../server/tracing.ts';
import { startTestServer } from '../support/server.ts';
import { forgetTraces } from '../support/traces.ts';
import type { TestServer } from '../support/server.ts';

const exporter = new InMemorySpanExporter();
const readings = '/notification/getByCollectorId';
let server: TestServer;

beforeAll(async () => {
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  server = await startTestServer({ TRUST_PROXY: '1' });
});
afterAll(async () => {
  await server.close();
  forgetTraces();
});
beforeEach(() => exporter.reset());

const spans = () => exporter.getFinishedSpans();
const callsOf = (route: string) => () =>
  spans().filter(
    (one) => one.kind === SpanKind.SERVER && String(one.attributes['http.route']).endsWith(route),
  );
const idOf = (span: ReadableSpan) => span.spanContext().spanId;
/** What ran inside a span. */
const inside = (span: ReadableSpan) =>
  spans().filter((one) => one.parentSpanContext?.spanId === idOf(span));

async function callOf(route: string): Promise<ReadableSpan> {
  await expect.poll(callsOf(route)).toHaveLength(1);
  const [span] = callsOf(route)();
  if (span === undefined) throw new Error(route);
  return span;
}

describe('a trace', () => {
  it('holds a call with its statements, and nothing that was asked for', async () => {
    const answer = await server.call('GET', '/loans', {
      as: 'admin',
      query: { search: 'Asha9811' },
    });
    const span = await callOf('/loans');
    expect(span.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'recoup.request_id': answer.headers['x-request-id'],
    });
    const statements = inside(span);
    expect(statements.some(({ name }) => name === 'SELECT' || name === 'WITH')).toBe(true);
    expect(statements.every(({ kind }) => kind === SpanKind.CLIENT)).toBe(true);
    expect(
      JSON.stringify(spans().map(({ name, attributes, events }) => [name, attributes, events])),
    ).not.toContain('Asha9811');
  });

  it('keeps the statements of a call with a body, and of calls side by side, apart', async () => {
    const template = {
      channel: 'SMS',
      language: 'en',
      name: 'Reminder',
      registeredId: '1',
      sender: 'RECOUP',
      body: 'Hello {Customer_Name}',
    };
    const [written] = await Promise.all([
      server.call('POST', '/message-templates', { as: 'admin', body: template }),
      ...Array.from({ length: 8 }, () => server.call('GET', readings, { as: 'collector' })),
    ]);
    expect(written.statusCode, written.body).toBe(200);
    const names = inside(await callOf('/message-templates')).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT']));
    const reading = callsOf(readings)();
    expect(reading).toHaveLength(8);
    const each = new Set(
      reading.map((one) =>
        inside(one)
          .map(({ name }) => name)
          .toSorted()
          .join(),
      ),
    );
    expect(each.size).toBe(1);
    expect(new Set(spans().map((one) => one.spanContext().traceId)).size).toBeGreaterThan(8);
  });

  it('goes on from the one that the proxy names', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await server.call('GET', readings, {
      as: 'collector',
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    });
    expect((await callOf(readings)).spanContext().traceId).toBe(traceId);
  });

  it('holds a job with its statements, marked when it failed; a statement outside of all is none', async () => {
    await server.context.database.pool.query('select 1');
    await expect(
      inSpan('job x', async () => server.context.database.pool.query('select nothing_there')),
    ).rejects.toThrow('nothing_there');
    const job = spans().find(({ name }) => name === 'job x');
    if (job === undefined) throw new Error('no span');
    const [statement, ...more] = inside(job);
    expect(more).toEqual([]);
    for (const span of [job, statement]) {
      expect(span?.status).toEqual({ code: SpanStatusCode.ERROR });
      expect(span?.events).toEqual([]);
    }
    expect(spans().map(({ attributes }) => attributes['db.query.text'])).not.toContain('select 1');
  });
});
