import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inSpan } from '../../server/tracing.ts';
import { startTracing } from '../../server/tracing-exporter.ts';
import { forgetTraces } from '../support/traces.ts';

let collector: Server | undefined;

const leaveSpan = async () => inSpan('job of the test', async () => Promise.resolve());

/** A collector that keeps what it is told; one that hangs never answers. */
async function startCollector(isHanging = false) {
  const received: { readonly url: string; readonly key: string; readonly body: string }[] = [];
  collector = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString('latin1');
      received.push({ url: request.url ?? '', key: String(request.headers['x-key']), body });
      if (!isHanging) response.end();
    });
  });
  const listening = collector;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}` };
}

afterEach(() => {
  collector?.closeAllConnections();
  collector?.close();
  forgetTraces();
  vi.unstubAllEnvs();
});

describe('traces', () => {
  it('go to the collector of the usual settings, under our name, at the latest when the server ends', async () => {
    const { received, url } = await startCollector();
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url);
    vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-key=abc');
    vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=pilot');
    // A machine under load takes long to load what sends: here it has all the time it needs.
    const traces = await startTracing(process.env, 60_000);
    await leaveSpan();
    await traces?.stop();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ url: '/v1/traces', key: 'abc' });
    for (const word of ['job of the test', 'recoup', 'pilot'])
      expect(received[0]?.body).toContain(word);
  });

  it('do not keep the server from ending when the collector hangs', async () => {
    const { received, url } = await startCollector(true);
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url);
    const traces = await startTracing(process.env);
    await leaveSpan();
    await expect(traces?.stop()).resolves.toBeUndefined();
    await vi.waitFor(() => expect(received).toHaveLength(1));
  });

  it.each([
    {},
    { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
    { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
  ])('are off with %j', async (env) => {
    expect(await startTracing(env)).toBeNull();
  });

  it.each([
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER must be otlp or none, not zipkin.'],
    [
      { OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf, not grpc.',
    ],
  ])('say what is wrong with %j', async (env, sentence) => {
    await expect(startTracing(env)).rejects.toThrow(sentence);
  });
});
