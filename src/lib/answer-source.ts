import type { Call } from '../../contract/call.ts';

/** Which call gave an answer, and what it was asked. */
export interface AnswerSource {
  readonly call: Call;
  readonly input: {
    readonly params?: Readonly<Record<string, unknown>> | undefined;
    readonly query?: Readonly<Record<string, unknown>> | undefined;
  };
}

const sources = new WeakMap<object, AnswerSource>();

/** Notes where an answer, or what was chosen out of it, comes from. */
export function noteSource(answer: unknown, source: AnswerSource): void {
  if (typeof answer === 'object' && answer !== null) sources.set(answer, source);
}

/** Where an answer comes from; null for what was made of several, or kept on this device. */
export const sourceOf = (answer: object | undefined): AnswerSource | null =>
  answer === undefined ? null : (sources.get(answer) ?? null);
