import { setTimeout as pause } from 'node:timers/promises';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import type { Part } from './lifecycle.ts';
import { log } from './log.ts';

const LAST_WORDS_MS = 3000;
const say = (sentence: string) => log.warn(`Traces: ${sentence}`);
const quiet = () => undefined;

type Environment = Readonly<Record<string, string | undefined>>;

/** The usual settings of OpenTelemetry: an exporter, or where it sends to. */
function isAsked(env: Environment): boolean {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false;
  const exporter = env['OTEL_TRACES_EXPORTER'];
  if (exporter === 'none') return false;
  if (exporter !== undefined && exporter !== '' && exporter !== 'otlp')
    throw new Error(`OTEL_TRACES_EXPORTER must be otlp or none, not ${exporter}.`);
  const isAddressed =
    env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  if (exporter !== 'otlp' && !isAddressed) return false;
  const protocol = env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] ?? env['OTEL_EXPORTER_OTLP_PROTOCOL'];
  if (protocol !== undefined && protocol !== 'http/protobuf')
    throw new Error(`OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf, not ${protocol}.`);
  return true;
}

/** Sends traces to where OpenTelemetry's usual environment variables say; null where they say nothing. Throws what is wrong with them. */
export async function startTracing(
  env: Environment,
  lastWordsMs = LAST_WORDS_MS,
): Promise<Part | null> {
  if (!isAsked(env)) return null;
  // Loaded only where it is wanted.
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/resources'),
    ]);
  diag.setLogger(
    { error: say, warn: say, info: quiet, debug: quiet, verbose: quiet },
    DiagLogLevel.WARN,
  );
  const provider = new NodeTracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': 'recoup' }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  // The end does not wait for a collector that is away.
  const stop = async () => Promise.race([provider.shutdown(), pause(lastWordsMs)]);
  return { name: 'traces', stop };
}
