import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/**
 * The log of this process, the HTTP application's too: lines of JSON on stderr, since stdout carries the one line with the
 * address. `LOG_LEVEL` sets its level when the server starts.
 */
export const log: FastifyBaseLogger = pino({ level: 'warn' }, process.stderr);
