import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { ErrorBody } from '../../contract/errors.ts';
import { ANSWER_HEADER, ASK_HEADER, answerMark } from '../../contract/answer-mark.ts';
import { log } from '../log.ts';
import type { Admission, AdmissionClass } from './admission.ts';

/** Those who were turned away come back spread over so many seconds: not all in the same one. */
const BACK_IN_SECONDS = { from: 2, over: 6 } as const;
/** What is said of many who were turned away is said once in so many milliseconds. */
const TOLD_EVERY_MS = 10_000;

/** What whoever finds no place is told. */
export const BUSY: ErrorBody = {
  code: 'BUSY',
  message: 'Too many people are asking at the moment. Try again in a moment.',
};
const BUSY_BYTES = Buffer.from(JSON.stringify(BUSY));

/** In how many seconds to come back. */
export const backInSeconds = (): number =>
  BACK_IN_SECONDS.from + Math.floor(Math.random() * BACK_IN_SECONDS.over);

/** Which queue a request would wait in; null: the app's own files, health and figures, which are always served. */
export function classOfUrl(url: string): AdmissionClass | null {
  if (!url.startsWith('/api/')) return null;
  return url.startsWith('/api/v1/device/') ? 'delivery' : 'usual';
}

/** What a proxy may be asked with before the path: `http://host`. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;
/** Signs of a path that mean the same with and without a percent sign (RFC 3986, 2.3): letters, digits, `-._~`. */
const PLAIN_SIGN = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi;

function meant(path: string): string {
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

/**
 * An address in the one way of writing it that all of ours compare: the router reads `/%61pi/` and `http://host/api/` as
 * `/api/` too, and neither may pass by the door or its headers. Percent signs that mean nothing become plain signs: the framework
 * would refuse them before anything of ours (headers, the mark, the error's shape) had run.
 */
export function readableUrl(url: string): string {
  const [path = '', ...query] = url.replace(ORIGIN, '').split('?');
  const plain = meant(path).replace(PLAIN_SIGN, decodeURIComponent);
  return [plain.startsWith('/') ? plain : `/${plain}`, ...query].join('?');
}

function turnAway(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': BUSY_BYTES.length,
    'retry-after': String(backInSeconds()),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    [ANSWER_HEADER]: answerMark(request.headers[ASK_HEADER]),
  });
  response.end(BUSY_BYTES);
}

/** Says how many were turned away: a line for each would cost more than refusing them. */
function teller(): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > 1) return;
    setTimeout(() => {
      log.warn({ count }, 'Requests were turned away: more came than can be served.');
      count = 0;
    }, TOLD_EVERY_MS).unref();
  };
}

/**
 * Makes the server of the application. Whoever would find no place hears so before anything of the framework has run: past
 * the limit, refusing nine of ten must take next to nothing from serving the tenth.
 */
export function serverBehind(
  admission: Pick<Admission, 'isFull' | 'noteRefused'>,
): (serve: RequestListener) => Server {
  const tell = teller();
  return (serve) =>
    createServer(
      {
        // The longest that a body may take at all; its pace is watched (slow-bodies.ts).
        requestTimeout: 1_800_000,
        headersTimeout: 60_000,
        keepAliveTimeout: 72_000,
      },
      (request, response) => {
        const kind = classOfUrl(readableUrl(request.url ?? '/'));
        if (kind === null || !admission.isFull(kind)) return serve(request, response);
        admission.noteRefused();
        tell();
        return turnAway(request, response);
      },
    );
}
