import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../contract/errors.ts';
import { CallError, databaseCode, isDiskFull, unavailable } from '../errors.ts';
import { noteRefused } from './front-door.ts';
import { BUSY } from './outer-door.ts';

/**
 * Codes of Node and PostgreSQL that mean: the database is away for the moment. A failover has all of them: no way and no name
 * to it, connections and logins refused or ended, the database not there yet, one that takes no changes (a standby).
 */
const DATABASE_AWAY =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|08...|28...|3D000|25006|53[023]00|57P..)$/;

/** Codes of PostgreSQL that a caller's input or timing causes, and what they are called here. */
const DATABASE_REFUSALS: Readonly<Record<string, [number, string, string]>> = {
  '22P05': [400, 'BAD_INPUT', 'Remove the unreadable character and try again.'],
  '22021': [400, 'BAD_INPUT', 'Remove the unreadable character and try again.'],
  '22003': [400, 'BAD_INPUT', 'A number is too large.'],
  '40001': [409, 'CHANGED_MEANWHILE', 'Someone changed this at the same moment. Try again.'],
  '40P01': [409, 'CHANGED_MEANWHILE', 'Someone changed this at the same moment. Try again.'],
  '55P03': [409, 'CHANGED_MEANWHILE', 'Someone is changing this at the moment. Try again.'],
  '57014': [503, 'TOO_SLOW', 'This took too long. Narrow the filter and try again.'],
};

const TOO_LARGE: ErrorBody = {
  code: 'TOO_LARGE',
  message: 'This is too large to send. Send less at once.',
};
const FILE_TOO_LARGE: ErrorBody = {
  code: 'FILE_TOO_LARGE',
  message: 'The file is too large. Choose a smaller one.',
};
const WRONG_MEDIA_TYPE: ErrorBody = {
  code: 'WRONG_MEDIA_TYPE',
  message: 'Send JSON or a form with files.',
};
const TOO_MANY_ATTACHED: ErrorBody = { code: 'TOO_MANY_ATTACHED', message: 'Attach fewer files.' };
const UNREADABLE_REQUEST: ErrorBody = {
  code: 'UNREADABLE_REQUEST',
  message: 'This request can not be read. Load the page again and repeat.',
};

/** What the framework refuses by itself, and what it is called here; the rest of it is unreadable. */
const FRAMEWORK_REFUSALS: Readonly<Record<string, ErrorBody>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: TOO_LARGE,
  FST_REQ_FILE_TOO_LARGE: FILE_TOO_LARGE,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: WRONG_MEDIA_TYPE,
  FST_CP_ERR_INVALID_CONTENT_ENCODING: WRONG_MEDIA_TYPE,
  FST_FILES_LIMIT: TOO_MANY_ATTACHED,
};

/** The socket of a database on this machine is not there; any other file that is missing is something else. */
function isSocketGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === undefined
    ? isSocketGone(error.cause)
    : code === 'ENOENT' && syscall === 'connect';
}

/** It looked at the database that was asked for, and takes no connections to it (`allow_connections`), as amid a move. */
function isDatabaseClosed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return 'routine' in error ? error.routine === 'CheckMyDatabase' : isDatabaseClosed(error.cause);
}

function poolTimedOut(error: unknown): boolean {
  const text = error instanceof Error ? `${error.message} ${String(error.cause)}` : '';
  return /timeout exceeded when trying to connect|Connection terminated|terminating connection|is not queryable/.test(
    text,
  );
}

/** Any thrown thing as a refusal with its status: known ones as they are, the rest as a masked 500. */
export function asCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  const status = (error as Partial<FastifyError>).statusCode;
  if (error instanceof Error && status !== undefined && status >= 400 && status < 500) {
    const own = FRAMEWORK_REFUSALS[(error as Partial<FastifyError>).code ?? ''];
    const { code, message } = own ?? UNREADABLE_REQUEST;
    return new CallError(status, code, message);
  }
  const code = databaseCode(error);
  if (
    isSocketGone(error) ||
    (code !== undefined && DATABASE_AWAY.test(code)) ||
    (code === '55000' && isDatabaseClosed(error)) ||
    poolTimedOut(error)
  )
    return unavailable('The database can not be reached right now. Try again in a moment.');
  if (isDiskFull(error))
    return new CallError(
      507,
      'DISK_FULL',
      'The server has no room left. Nothing was changed. Tell your admin, then try again.',
      { retryAfterSeconds: 60, cause: error },
    );
  const refusal = code === undefined ? undefined : DATABASE_REFUSALS[code];
  if (refusal) return new CallError(...refusal, { cause: error });
  return new CallError(500, 'INTERNAL', 'Something went wrong on our side. Nothing was changed.', {
    cause: error,
  });
}

/** Statuses of what passes: whoever hears them is told when to come again. */
const PASSING = new Set([429, 503]);
const AGAIN_SECONDS = 5;

/** Answers an error in the contract's one body, with its status. A 500 is logged whole and leaves masked. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asCallError(error);
  noteRefused(request, refusal.code);
  // Past the limit a line for each who is turned away would cost more than serving one.
  if (refusal.status >= 500 && refusal.code !== BUSY.code)
    request.log.error({ err: error }, refusal.message);
  const again = refusal.retryAfterSeconds ?? (PASSING.has(refusal.status) ? AGAIN_SECONDS : null);
  if (again !== null) void reply.header('retry-after', String(again));
  const body: ErrorBody = { code: refusal.code, message: refusal.message };
  if (refusal.details !== undefined) body.details = refusal.details;
  return reply.status(refusal.status).type('application/json; charset=utf-8').send(body);
}
