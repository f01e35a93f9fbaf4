import { ANSWER_HEADER, UNASKED } from '../../../contract/answer-mark.ts';

/** An answer that the proxy makes itself. */
export interface MadeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * What may happen to a request.
 * request-lost: it never reaches the server, the connection breaks. answer-lost: the server does the work, then the
 * connection breaks. made-answer: the proxy answers itself, after the server did the work (`isDone`) or in its place; with `about` only
 * requests whose body has this text.
 * cut-short: half of the server's answer, as if it were whole (`isWhole`) or with the connection broken. sent-twice: the
 * same bytes twice at once; the answer is the later one's. delayed: on its way for so long; held: until
 * that is over. overtaken: waits until so many
 * later requests of the same rule were answered. late: the connection breaks, and the request reaches the server only
 * by `deliverLate`. broken-midway: the server gets so many bytes of the body, then the connection breaks. too-large:
 * 413 by the proxy when the body has more bytes, else nothing happens. hung: nobody ever answers, after the server did
 * the work (`isDone`) or in its place; with `about` likewise.
 */
export type Fault =
  | { readonly kind: 'request-lost' }
  | { readonly kind: 'answer-lost' }
  | {
      readonly kind: 'made-answer';
      readonly answer: MadeAnswer;
      readonly isDone: boolean;
      readonly about?: string;
    }
  | { readonly kind: 'cut-short'; readonly isWhole: boolean }
  | { readonly kind: 'sent-twice' }
  | { readonly kind: 'delayed'; readonly ms: number }
  | { readonly kind: 'held'; readonly until: Promise<void> }
  | { readonly kind: 'overtaken'; readonly by: number }
  | { readonly kind: 'late' }
  | { readonly kind: 'broken-midway'; readonly bytes: number }
  | { readonly kind: 'too-large'; readonly bytes: number }
  | { readonly kind: 'hung'; readonly isDone: boolean; readonly about?: string };

/** Which requests a rule is for. */
export interface RequestMatch {
  readonly method?: string;
  /** Of the address without its query. */
  readonly path: RegExp;
  /** From which matching request on, counted from 1 when the rule is made; 1 unless told. */
  readonly nth?: number;
  /** How often it happens; 1 unless told, Infinity: until it is removed. */
  readonly times?: number;
}

/** Deliveries of operations. */
export const operationDelivery: RequestMatch = { method: 'POST', path: /\/device\/delivery$/ };
/** Files in one request. */
export const fileDelivery: RequestMatch = { method: 'PUT', path: /\/device\/files\/[^/]+$/ };
/** The making of a resumable upload. */
export const uploadStart: RequestMatch = { method: 'POST', path: /\/device\/uploads\/?$/ };
/** Pages of a pull. */
export const pullPage: RequestMatch = { method: 'GET', path: /\/device\/pull$/ };
/** A part of a resumable upload. */
export const uploadPart: RequestMatch = { method: 'PATCH', path: /\/device\/uploads\/[^/]+$/ };
/** Everything that brings a file's bytes. */
export const anyFile: RequestMatch = { path: /\/device\/(files\/[^/]+|uploads(\/[^/]*)?)$/ };
/** Everything. */
export const anything: RequestMatch = { path: /./ };

const html = { 'content-type': 'text/html; charset=utf-8' };
/** Of our own server: with its mark. */
const json = { 'content-type': 'application/json; charset=utf-8', [ANSWER_HEADER]: UNASKED };

/** Our server's error body. */
const refusal = (code: string, message: string) => JSON.stringify({ code, message });

/** The usual faults by name, for `inject`. */
export const fault = {
  requestLost: { kind: 'request-lost' },
  answerLost: { kind: 'answer-lost' },
  sentTwice: { kind: 'sent-twice' },
  late: { kind: 'late' },
  hung: { kind: 'hung', isDone: false },
  hungAfterCommit: { kind: 'hung', isDone: true },
  /** The same for a delivery that carries something; one that only says how the phone is passes. */
  workHungAfterCommit: { kind: 'hung', isDone: true, about: '"opId"' },
  truncatedJson: { kind: 'cut-short', isWhole: true },
  brokenAnswer: { kind: 'cut-short', isWhole: false },
  /** The server did the work; something on the way back makes it a 500. */
  serverErrorAfterCommit: {
    kind: 'made-answer',
    isDone: true,
    answer: {
      status: 500,
      headers: json,
      body: refusal('INTERNAL', 'Something went wrong on the server.'),
    },
  },
  /** A café's network: every address answers 200 with its own page. */
  captivePortal: {
    kind: 'made-answer',
    isDone: false,
    answer: {
      status: 200,
      headers: html,
      body: '<!doctype html><title>Welcome</title><form action="/accept"><button>Accept the terms</button></form>',
    },
  },
  /** The server's own 401: the delivery token is not good any more. */
  unauthorised: {
    kind: 'made-answer',
    isDone: false,
    answer: {
      status: 401,
      headers: json,
      body: refusal('SESSION_OVER', 'Log in again on this device.'),
    },
  },
} as const satisfies Record<string, Fault>;

/** A 302 to a foreign address. */
export const redirectTo = (location: string): Fault => ({
  kind: 'made-answer',
  isDone: false,
  answer: { status: 302, headers: { ...html, location }, body: '' },
});

/** A 429 that names its time, by our server's body or a proxy's page. */
export const tooMany = (seconds: number, isOurs = true): Fault => ({
  kind: 'made-answer',
  isDone: false,
  answer: {
    status: 429,
    headers: { ...(isOurs ? json : html), 'retry-after': String(seconds) },
    body: isOurs ? refusal('TOO_MANY', 'Too many requests. Try again later.') : '<h1>429</h1>',
  },
});

/** The server's own 400 for every delivery that has this text in it. */
export const refusalOf = (about: string): Fault => ({
  kind: 'made-answer',
  isDone: false,
  about,
  answer: { status: 400, headers: json, body: refusal('BAD_INPUT', 'This can not be read.') },
});

/** A 413 page as a proxy before the server gives, when a body has more bytes. */
export const largerThan = (bytes: number): Fault => ({ kind: 'too-large', bytes });

/** Something that others wait for. */
export function gate(): { passed: Promise<void>; open: () => void } {
  const doors: (() => void)[] = [];
  const passed = new Promise<void>((resolve) => doors.push(resolve));
  return { passed, open: () => doors.forEach((door) => door()) };
}
