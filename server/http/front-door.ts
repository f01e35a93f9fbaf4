import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Call } from '../../contract/call.ts';
import type { DatabaseWatch } from '../database/database-watch.ts';
import { CallError, unavailable } from '../errors.ts';
import type { Admission, AdmissionClass } from './admission.ts';
import { BUSY, backInSeconds, classOfUrl } from './outer-door.ts';
import { Turns } from './turns.ts';

/** Named in every answer and in every line of the log about it. */
const REQUEST_ID_HEADER = 'x-request-id';
const REQUEST_ID = /^[\w-]{8,64}$/;

/** A request's name: a proxy's where one is trusted, else one of our own. */
export function requestIdOf(isProxyTrusted: boolean) {
  return ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string => {
    const given = headers[REQUEST_ID_HEADER];
    return isProxyTrusted && typeof given === 'string' && REQUEST_ID.test(given)
      ? given
      : randomUUID();
  };
}

/** What comes back in a moment finds a place. */
export const tooBusy = () =>
  new CallError(503, BUSY.code, BUSY.message, { retryAfterSeconds: backInSeconds() });

/** The API only: health, metrics and the app's own files are served always. */
const isAdmitted = ({ url }: FastifyRequest): boolean => url.startsWith('/api/');

const classOf = ({ url }: FastifyRequest): AdmissionClass => classOfUrl(url) ?? 'usual';

/** Whether something follows the headers. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Calls that answer with a stream of how agents stand, for as long as the page is open: no borrower's data. */
export const isStream = ({ answerKind, noun }: Call): boolean =>
  answerKind === 'file' && (noun === 'agent-seats' || noun === 'dialer');

/**
 * Slow lines: what comes or goes on as a stream is not counted while it does. Headers alone, which anybody can send with
 * anything, do not make one; the routes of resumable uploads are no calls.
 */
function goesOn({ headers, routeOptions: { config } }: FastifyRequest): boolean {
  const { call } = config;
  if (call !== undefined && isStream(call)) return true;
  const isForm = /multipart\/|offset\+octet-stream/.test(headers['content-type'] ?? '');
  return isForm && (call === undefined || call.bodyKind === 'multipart');
}

/**
 * What every request passes first: a name of its own, the question whether the database is there, and a turn. A turn is
 * held while we work, not while a slow line brings a body or takes an answer. Registered before everything else.
 */
export function registerFrontDoor(
  app: FastifyInstance,
  admission: Admission,
  watch: Pick<DatabaseWatch, 'isAway'>,
): void {
  const turns = new Turns(admission);
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    if (!isAdmitted(request)) return;
    if (watch.isAway())
      throw unavailable('The database can not be reached right now. Try again in a moment.');
    if (!(await turns.take('enter', classOf(request), request, reply))) throw tooBusy();
  });
  app.addHook('preParsing', async (request) => {
    if (hasBody(request)) turns.leave(request);
  });
  app.addHook('preHandler', async (request, reply) => {
    if (goesOn(request)) turns.leave(request);
    else if (
      isAdmitted(request) &&
      !(await turns.work(classOf(request), userOf(request), request, reply))
    )
      throw tooBusy();
  });
  app.addHook('onSend', async (request) => turns.leave(request));
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config;
    if (call === undefined && !isAdmitted(request)) return;
    const event = {
      call: call?.name ?? request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    const refused = refusals.get(request);
    request.log.info({ ...event, userId: userOf(request), ...(refused && { refused }) }, 'served');
  });
}

/** The code of what refused a request, or of each piece of a delivery that was not taken. */
type Refused = string | readonly { readonly opId: string; readonly code: string | undefined }[];

const refusals = new WeakMap<FastifyRequest, Refused>();

/** Why it was refused: for the log, so that a complaint finds its cause. */
export function noteRefused(request: FastifyRequest, refused: Refused): void {
  if (refused.length > 0) refusals.set(request, refused);
}

const users = new WeakMap<FastifyRequest, string>();

/** Who asks, once it is known: for the log. */
export function noteUser(request: FastifyRequest, userId: string): void {
  users.set(request, userId);
}

const userOf = (request: FastifyRequest): string | null => users.get(request) ?? null;
