import type { Call, CallAnswer, CallInput } from '../../contract/call.ts';
import { callAddress } from '../../contract/call.ts';
import { ANSWER_HEADER, ASK_HEADER, WORK_HEADER, isOwnAnswer } from '../../contract/answer-mark.ts';
import { DONE_ONCE_HEADER, isDoneOnce } from '../../contract/done-once.ts';
import { errorBodySchema } from '../../contract/errors.ts';
import { renewClock } from '../lib/clock.ts';
import { OfflineError, RefusedError, UnreadableFileError } from './call-errors.ts';
import { newAsk } from './ask.ts';
import { endOfWork, nameOfWork } from './done-once.ts';
import type { AnyInput } from './done-once.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** How long a call may hang before it counts as no network, milliseconds. */
const CALL_TIMEOUT_MS = 30_000;

/** How calls are sent: who is asking, and what to do when the session is over. */
export interface ServerClientOptions {
  /** The bearer token, or null before login. Read anew for each call. */
  token: () => string | null;
  /** Called when a session's call answers 401: the session is over (spec 8). */
  onSessionOver?: () => void;
}

/** Extras of one call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Polling: does not keep the session alive. */
  isBackground?: boolean;
  timeoutMs?: number;
  /** A raw body instead of JSON (queued files). */
  bytes?: ArrayBuffer;
  /** Told, with the answer, how long the server worked on it, milliseconds: all else went by on the line. */
  onWorked?: (ms: number) => void;
}

/** Sends calls of the contract. */
export interface ServerClient {
  /** Sends a call and parses its answer. Throws OfflineError, RefusedError, or UnreadableFileError. */
  call<C extends Call>(
    call: C,
    input?: CallInput<C>,
    options?: CallOptions,
  ): Promise<CallAnswer<C>>;
  /** Sends a call whose answer is a file. Throws like `call`. */
  download<C extends Call>(
    call: C,
    input?: CallInput<C>,
    options?: CallOptions,
  ): Promise<{ blob: Blob; fileName: string }>;
}

/** The values of a parameter. One with a comma that is the only one of its list is sent twice: else it would be taken apart. */
function listed(value: unknown): unknown[] {
  const [only, ...others] = [value].flat();
  const isTornApart = Array.isArray(value) && typeof only === 'string' && only.includes(',');
  return isTornApart && others.length === 0 ? [only, only] : [value].flat();
}

function queryText(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const item of listed(value))
      if (
        typeof item === 'number' ||
        typeof item === 'boolean' ||
        (typeof item === 'string' && item !== '')
      )
        search.append(name, String(item));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function multipart(input: AnyInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((input.body ?? {}) as Record<string, unknown>)) {
    if (value === undefined) continue;
    // What is taken away is an empty field.
    const given = value ?? '';
    form.append(name, typeof given === 'string' ? given : JSON.stringify(given));
  }
  for (const [part, files] of Object.entries(input.files ?? {}))
    for (const file of files) form.append(part, file);
  return form;
}

function requestOf(
  call: Call,
  input: AnyInput,
  options: CallOptions,
  token: string | null,
  ask: string,
) {
  const headers = new Headers({ accept: 'application/json', [ASK_HEADER]: ask });
  if (token !== null && call.access !== 'public') headers.set('authorization', `Bearer ${token}`);
  if (options.isBackground) headers.set('x-background', '1');
  for (const [name, value] of Object.entries(input.headers ?? {}))
    if (typeof value === 'string') headers.set(name, value);
  let body: BodyInit | null = null;
  if (options.bytes) {
    headers.set('content-type', 'application/octet-stream');
    body = options.bytes;
  } else if (call.bodyKind === 'multipart' && input.files) body = multipart(input);
  else if (input.body !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(input.body);
  }
  return { method: call.method, headers, body, redirect: 'manual' as const };
}

/** Throws for the first file that can not be read any more: browsers call sending it a failure of the network. */
async function throwUnreadable(input: AnyInput, isMultipart: boolean): Promise<void> {
  if (!isMultipart) return;
  for (const file of Object.values(input.files ?? {}).flat())
    if (file instanceof File)
      await file
        .slice(0, 1)
        .arrayBuffer()
        .catch((cause: unknown) => {
          throw new UnreadableFileError(file.name, cause);
        });
}

async function refusal(response: Response, ask: string): Promise<RefusedError | OfflineError> {
  const wait = retryAfterSeconds(response.headers, Date.now());
  const parsed = errorBodySchema.safeParse(await response.json().catch(() => null));
  const isOurs = isOwnAnswer(ask, response.headers.get(ANSWER_HEADER));
  if (parsed.success && isOurs) return new RefusedError(response.status, parsed.data, wait);
  // Without our mark, whatever its body says: a proxy, gateway or portal answered in the server's place.
  return new OfflineError(`Answer ${response.status} did not come from the server.`, {
    status: response.status,
    retryAfterSeconds: wait,
  });
}

async function send(
  settings: ServerClientOptions,
  call: Call,
  input: AnyInput,
  options: CallOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? CALL_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const token = settings.token();
  const address = `${callAddress(call, input.params)}${queryText(input.query)}`;
  const ask = newAsk();
  let response: Response;
  try {
    const request = requestOf(call, input, options, token, ask);
    if (isDoneOnce(call)) request.headers.set(DONE_ONCE_HEADER, nameOfWork(call, input));
    response = await fetch(address, { ...request, signal });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    await throwUnreadable(input, call.bodyKind === 'multipart');
    throw new OfflineError('Network error', { cause: error });
  }
  if (isOwnAnswer(ask, response.headers.get(ANSWER_HEADER)))
    renewClock(response.headers.get('date'));
  if (response.ok) return response;
  // Never followed: our server redirects no call, so whoever does is somebody else (a network's login page).
  if (response.type === 'opaqueredirect')
    throw new OfflineError('Something redirected the call.', { status: 302 });
  const error = await refusal(response, ask);
  if (error instanceof RefusedError && error.status < 500) endOfWork(call);
  if (error instanceof RefusedError && error.status === 401 && call.access === 'session')
    settings.onSessionOver?.();
  throw error;
}

/** A client that sends calls under the token it is given. */
export function createServerClient(settings: ServerClientOptions): ServerClient {
  return {
    async call(call, input, options = {}) {
      const response = await send(settings, call, (input ?? {}) as AnyInput, options);
      const isJson = response.headers.get('content-type')?.includes('json') ?? true;
      // A portal's page; JSON that doesn't parse was cut short on the way.
      const status = isJson ? 0 : response.status;
      const json: unknown = await response.json().catch((error: unknown) => {
        if (options.signal?.aborted) throw error;
        throw new OfflineError('The answer was cut short.', { cause: error, status });
      });
      const parsed = call.answer.safeParse(json);
      if (!parsed.success)
        throw new OfflineError('The answer did not come from this server.', {
          cause: parsed.error,
          status: response.status,
        });
      endOfWork(call);
      options.onWorked?.(Number(response.headers.get(WORK_HEADER)) || 0);
      return parsed.data as CallAnswer<typeof call>;
    },
    async download(call, input, options = {}) {
      const response = await send(settings, call, (input ?? {}) as AnyInput, options);
      const disposition = response.headers.get('content-disposition') ?? '';
      const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
      const plain = /filename="([^"]*)"/i.exec(disposition)?.[1];
      const fileName = encoded ? decodeURIComponent(encoded) : (plain ?? 'download');
      return { blob: await response.blob(), fileName };
    },
  };
}
