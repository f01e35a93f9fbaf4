import { z } from 'zod';

/**
 * The name of one thing that a person has done, chosen by its client: an answer that was lost on the way is asked for again
 * under the same name, and nothing is done twice. For calls with `isDoneOnce`.
 */
export const DONE_ONCE_HEADER = 'idempotency-key';

/** Made anew for each thing, never to be guessed. */
export const doneOnceKeySchema = z.string().regex(/^[\w-]{8,64}$/);
