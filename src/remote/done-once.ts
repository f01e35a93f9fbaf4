import type { Call } from '../../contract/call.ts';
import { isDoneOnce } from '../../contract/done-once.ts';
import { newAsk } from './ask.ts';

/** What any call is given. */
export interface AnyInput {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  body?: unknown;
  files?: Record<string, readonly Blob[]>;
}

/** Names of what was sent and not yet answered for certain. */
const open = new Map<string, string>();

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
  const name = open.get(work) ?? newAsk();
  open.set(work, name);
  return name;
}

/** It was answered: the same again is something new. */
export function endOfWork(call: Call, input: AnyInput): void {
  if (isDoneOnce(call)) open.delete(workOf(call, input));
}
