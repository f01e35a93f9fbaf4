import { z } from 'zod';
import type { Call } from './call.ts';

/**
 * The name of one thing that a person has done, chosen by its client: an answer that was lost on the way is asked for again
 * under the same name within a day, and nothing is done twice.
 */
export const DONE_ONCE_HEADER = 'idempotency-key';

/** What makes something or takes it away: asked for again, it would be there twice, or not be found. */
const DONE_ONCE: ReadonlySet<string> = new Set(['POST', 'DELETE']);

/** Is this call done once under a name? */
export const isDoneOnce = ({ access, method, answerKind, isDoneOnce: told }: Call): boolean =>
  access === 'session' && answerKind !== 'file' && (told ?? DONE_ONCE.has(method));

/** Made anew for each thing, never to be guessed. */
export const doneOnceKeySchema = z.string().regex(/^[\w-]{8,64}$/);
