import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/** What an error says besides its words: names of ours, never a value of a borrower's. */
const TOLD = ['name', 'code', 'status', 'statusCode', 'constraint', 'table', 'column', 'routine'];
/** Classes of PostgreSQL's codes whose words repeat the value: data, and what breaks a constraint. */
const REPEATS_VALUES = /^2[23]/;
const MOST_CAUSES = 4;

/** The words of an error without what was asked with: a database's library puts the parameters behind the statement. */
function wordsOf(error: Error): string {
  const [words = ''] = error.message.split(/\nparams:/, 1);
  const isAboutValues = 'code' in error && REPEATS_VALUES.test(String(error.code));
  return isAboutValues ? words.replaceAll(/"[^"]*"|'[^']*'/g, '"…"') : words;
}

/**
 * Why something failed, for whoever runs the server, on a terminal or in a service's journal: of a statement what the database said,
 * never what was asked with, which may be a key or the hash of a password.
 */
export function failureWords(error: Error): string {
  return 'params' in error && error.cause instanceof Error
    ? failureWords(error.cause)
    : wordsOf(error);
}

/** An error as it may stand in a log: kept for years, read by many, so without parameters, phones and names. */
export function loggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? 'not an error' : typeof error;
  const told = TOLD.filter((key) => key in error && Reflect.get(error, key) !== undefined);
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    ...Object.fromEntries(told.map((key) => [key, String(Reflect.get(error, key))])),
    message: wordsOf(error),
    stack: frames?.join('\n'),
    ...(error.cause === undefined || depth >= MOST_CAUSES
      ? {}
      : { cause: loggedError(error.cause, depth + 1) }),
  };
}

/**
 * The log of this process, the HTTP application's too: lines of JSON on stderr, since stdout carries the one line with the
 * address. `LOG_LEVEL` sets its level when the server starts.
 */
export const log: FastifyBaseLogger = pino(
  { level: 'warn', serializers: { err: (error: unknown) => loggedError(error) } },
  process.stderr,
);
