import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import { ANSWER_HEADER, ASK_HEADER, isOwnAnswer } from '../../contract/answer-mark.ts';
import { errorBodySchema } from '../../contract/errors.ts';
import { newAsk } from '../remote/ask.ts';
import { OfflineError, RefusedError } from '../remote/call-errors.ts';
import { retryAfterSeconds } from '../remote/retry-after.ts';

/** The server no longer has this upload, or not up to here: ask what became of the file, then begin anew. */
export class UploadGone extends OfflineError {
  constructor(status: number) {
    super('The server has no such upload.', { status });
  }
}

const GONE_CODES = new Set(['UPLOAD_GONE', 'WRONG_OFFSET']);
const GONE_STATUS = new Set([404, 410]);

/**
 * Requests of the upload protocol by fetch, in a page and in a worker. A request fails with the client's errors unless
 * our own server took it: no page of a portal, no redirect and no hung line ever counts.
 */
export function uploadRequests(timeoutMs: number): HttpStack {
  return {
    getName: () => 'fetch',
    createRequest: (method, url) => requestOf(method, url, timeoutMs),
  };
}

function requestOf(method: string, url: string, timeoutMs: number): HttpRequest {
  const ask = newAsk();
  const headers = new Headers({ [ASK_HEADER]: ask });
  const stop = new AbortController();
  return {
    getMethod: () => method,
    getURL: () => url,
    setHeader: (name, value) => headers.set(name, value),
    getHeader: (name) => headers.get(name) ?? undefined,
    setProgressHandler: () => undefined,
    getUnderlyingObject: () => null,
    abort: async () => stop.abort(),
    send: async (body: Blob | null) => {
      AbortSignal.timeout(timeoutMs).addEventListener('abort', () => stop.abort());
      const init = { method, headers, body, signal: stop.signal };
      return checked(method, ask, await exchange(url, init));
    },
  };
}

interface Exchange {
  response: Response;
  text: string;
}

async function exchange(url: string, init: RequestInit): Promise<Exchange> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
    });
    return { response, text: await response.text() };
  } catch (error) {
    throw new OfflineError('Network error', { cause: error });
  }
}

function checked(method: string, ask: string, { response, text }: Exchange): HttpResponse {
  const isProtocol = response.headers.has('tus-resumable');
  if (!response.ok) throw refusalOf(method, ask, response, text);
  if (!isProtocol) {
    const { status } = response;
    throw new OfflineError('The answer did not come from this server.', { status });
  }
  return {
    getStatus: () => response.status,
    getHeader: (name) => response.headers.get(name) ?? undefined,
    getBody: () => text,
    getUnderlyingObject: () => response,
  };
}

function refusalOf(method: string, ask: string, response: Response, text: string): Error {
  const { status, headers } = response;
  const isOurs = isOwnAnswer(ask, headers.get(ANSWER_HEADER));
  // An answer to HEAD has no body to tell by.
  if (method === 'HEAD' && isOurs && GONE_STATUS.has(status)) return new UploadGone(status);
  const body = errorBodySchema.safeParse(jsonOrNull(text));
  const wait = retryAfterSeconds(headers, Date.now());
  if (!body.success || !isOurs) {
    const message = `Answer ${status} did not come from the server.`;
    return new OfflineError(message, { status, retryAfterSeconds: wait });
  }
  if (GONE_CODES.has(body.data.code)) return new UploadGone(status);
  return new RefusedError(status, body.data, wait);
}

/** The JSON that a text is; null when it is none. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
