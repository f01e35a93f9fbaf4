import type { Call } from '../../contract/call.ts';
import { newAsk } from './ask.ts';

/** What any call is given. */
export interface AnyInput {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  body?: unknown;
  files?: Record<string, readonly Blob[]>;
}

/** Who tries again does so within this time; the same later is meant as something new. */
const LIFE_MS = 10 * 60_000;

interface OpenName {
  readonly noun: string | undefined;
  readonly name: string;
  readonly at: number;
}

/** Names of what was sent and not yet answered for certain. */
const open = new Map<string, OpenName>();

const toldOf = (_: string, value: unknown) =>
  value instanceof File
    ? [value.name, value.size, value.lastModified]
    : value instanceof Blob
      ? [value.type, value.size]
      : value;

const workOf = (call: Call, input: AnyInput) => JSON.stringify([call.name, input], toldOf);

/** The name to send this under: the same until its answer is known, so that sending it again does it once. */
export function nameOfWork(call: Call, input: AnyInput): string {
  const work = workOf(call, input);
  const known = open.get(work);
  if (known !== undefined && performance.now() - known.at < LIFE_MS) return known.name;
  const name = newAsk();
  open.set(work, { noun: call.noun, name, at: performance.now() });
  return name;
}

/** It was answered: the same again is something new, as is what was sent before it and may have been undone by it. */
export function endOfWork(call: Call): void {
  if (call.method === 'GET' || call.access !== 'session') return;
  for (const [work, { noun }] of open) if (noun === call.noun) open.delete(work);
}
