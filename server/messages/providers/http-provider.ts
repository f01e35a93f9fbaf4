import { request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { jobSentence } from '../../../contract/job-words.ts';
import type { MessageProviderSettings } from '../../message-settings.ts';
import { othersWords } from '../../others-words.ts';
import type { MessageProvider, OutgoingMessage, SendOutcome } from './provider.ts';
import { valueAt } from './value-path.ts';

/** Of an answer no more than this is read. */
const ANSWER_MAX = 65_536;
/** Of a provider's words about a failure so much is kept. */
const ERROR_MAX = 200;
const COUNTRY_CODE = '91';

function contentTypeOf(headers: Readonly<Record<string, string>>): string {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type');
  return found?.[1] ?? 'application/json';
}

/** Writes a value so that it can not leave its place in the body, whatever the text says. */
function escaperOf(contentType: string): (value: string) => string {
  if (/json/i.test(contentType)) return (value) => JSON.stringify(value).slice(1, -1);
  if (/x-www-form-urlencoded/i.test(contentType)) return encodeURIComponent;
  if (/xml/i.test(contentType))
    return (value) => value.replace(/[<>&"']/g, (one) => `&#${one.charCodeAt(0)};`);
  return (value) => value;
}

/** The body of a request: the operator's template with the message in it. */
export function requestBody(
  { headers, body }: Pick<MessageProviderSettings, 'headers' | 'body'>,
  message: OutgoingMessage,
): string {
  const digits = message.number.replace(/\D/g, '');
  const values: Readonly<Record<string, string>> = {
    to: digits.length === 10 ? COUNTRY_CODE + digits : digits,
    number: digits,
    text: message.text,
    id: message.id,
    templateId: message.registeredId ?? '',
    sender: message.sender ?? '',
    language: message.language,
  };
  const escape = escaperOf(contentTypeOf(headers));
  return body.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? escape(values[name] ?? '') : whole,
  );
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

async function readText(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size > ANSWER_MAX) break;
    }
  } catch {
    // The status is what counts; of the words we take what came.
  }
  return Buffer.concat(parts).toString('utf8').slice(0, ANSWER_MAX);
}

/** The answer, or whether the request had begun to leave when it failed. Redirects are not followed. */
async function post(
  settings: MessageProviderSettings,
  message: OutgoingMessage,
): Promise<Answer | { readonly hasLeft: boolean; readonly error: string }> {
  const isTls = settings.url.startsWith('https:');
  const body = requestBody(settings, message);
  const headers = {
    'content-type': 'application/json',
    ...Object.fromEntries(
      Object.entries(settings.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    'idempotency-key': message.id,
    'content-length': Buffer.byteLength(body),
  };
  let hasLeft = false;
  let isAnswered = false;
  return new Promise((resolve) => {
    const sent = (isTls ? requestHttps : requestHttp)(
      settings.url,
      { method: 'POST', headers, agent: false, signal: AbortSignal.timeout(settings.timeoutMs) },
      (answer) => {
        // From here the status tells; an answer that is cut off within its words is one all the same.
        isAnswered = true;
        void readText(answer).then((text) =>
          resolve({
            status: answer.statusCode ?? 0,
            retryAfter: answer.headers['retry-after'],
            text,
          }),
        );
      },
    );
    // Not a byte of the message leaves before the connection stands.
    sent.on('socket', (socket) =>
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        hasLeft = true;
      }),
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (isAnswered) return;
      const isTimeout = error.name === 'AbortError' || error.name === 'TimeoutError';
      resolve({
        hasLeft,
        error: isTimeout
          ? jobSentence('message-unanswered', {})
          : jobSentence('message-not-reached', { reason: error.code ?? error.name }),
      });
    });
    sent.end(body);
  });
}

/** What an answer's status means: only what certainly was not taken may be sent again. */
function outcomeOf(
  { status, retryAfter, text }: Answer,
  { idPath }: MessageProviderSettings,
  error: string,
): SendOutcome {
  if (status >= 200 && status < 300) {
    const id = idPath === null ? null : valueAt(parsed(text), idPath);
    return { kind: 'ACCEPTED', providerId: id === null ? null : id.slice(0, 200) };
  }
  if (status === 429 || status === 503) {
    const seconds = Number(retryAfter);
    return Number.isFinite(seconds) && seconds > 0
      ? { kind: 'RETRY', error, afterSeconds: Math.min(seconds, 3600) }
      : { kind: 'RETRY', error };
  }
  // 408: it waited for the rest; 409: it may know the message already; 5xx: it may have failed after taking it.
  if (status >= 500 || status === 408 || status === 409) return { kind: 'UNCERTAIN', error };
  return { kind: 'REJECTED', error };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What stands in a body of JSON, of a form or of XML as a value of the operator's own. */
const OWN_VALUE = /(?::\s*"|=["']?|>)([^"'<>&{}]+)/g;

/** What an operator's settings may hold a key in: headers, the address's user and query, and the body. */
function secretsOf({ url, headers, body }: MessageProviderSettings): string[] {
  const { username, password, searchParams } = new URL(url);
  const own = Array.from(body.matchAll(OWN_VALUE), ([, value = '']) => value);
  const written = [username, password, ...own];
  return [
    ...Object.values(headers).flatMap((value) => [value, value.split(' ').at(-1) ?? '']),
    ...searchParams.values(),
    ...written,
    ...written.map((value) => decodedOf(value)),
  ];
}

function decodedOf(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A provider's words about a failure. */
function errorWords({ status, text }: Answer, settings: MessageProviderSettings): string {
  const words = othersWords(text, secretsOf(settings), ERROR_MAX);
  return words === ''
    ? jobSentence('message-refused', { status })
    : jobSentence('message-refused-with', { status, words });
}

/** The provider that an operator configured: one POST per message. */
export function httpProvider(settings: MessageProviderSettings): MessageProvider {
  return {
    name: new URL(settings.url).hostname,
    isIdempotent: settings.isIdempotent,
    patienceMs: settings.timeoutMs,
    send: async (message) => {
      const answer = await post(settings, message);
      if ('hasLeft' in answer)
        return { kind: answer.hasLeft ? 'UNCERTAIN' : 'RETRY', error: answer.error };
      return outcomeOf(answer, settings, errorWords(answer, settings));
    },
  };
}
