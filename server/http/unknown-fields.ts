import { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import { badInput } from '../errors.ts';

/** So many are told at most. */
const MOST_TOLD = 50;

/**
 * Of a call whose fields say what was done: one that it does not know may be a known one misspelt, and what was meant would
 * be lost without a word. Throws 400 naming each. Only a call at once is asked: delivered work may be of another version.
 */
export function refuseUnknownFields({ body: schema, alsoTaken }: Call, body: unknown): void {
  if (alsoTaken === undefined || !(schema instanceof z.ZodObject)) return;
  if (typeof body !== 'object' || body === null) return;
  const known = new Set([...Object.keys(schema.shape), ...alsoTaken]);
  const problems = Object.keys(body)
    .filter((name) => !known.has(name))
    .map((name) => fieldProblem(name, 'unknown-field'));
  const [first] = problems;
  if (first) throw badInput(first.message, problems.slice(0, MOST_TOLD));
}
