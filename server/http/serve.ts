import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call, CallAnswer, CallRequest, Noun } from '../../contract/call.ts';
import { rangeProblems } from '../../contract/ranges.ts';
import { parseFields } from '../../contract/errors.ts';
import type { Actor, DeviceCaller } from '../access/actor.ts';
import type { SeenEntry } from '../audit/read-log.ts';
import { refuseForeignClaims } from '../access/claims.ts';
import { admit } from '../access/gate.ts';
import { withStoredLenders } from '../access/lender-names.ts';
import type { Caller } from '../access/gate.ts';
import { limitOf } from '../access/rate-limit.ts';
import type { Context } from '../context.ts';
import { againstRules, badInput } from '../errors.ts';
import { answerSerialiser } from './answer-schema.ts';
import { doOnce, nameOf } from './done-once.ts';
import type { Asked } from './done-once.ts';
import { hasBody, isStream, noteUser } from './front-door.ts';
import { incomingFolder } from './incoming-folder.ts';
import { answerFor } from './notes-for.ts';
import { packedAnswer } from './packed-answer.ts';
import { withRangeDays } from './range-days.ts';
import { dropFiles, readBody } from './uploads.ts';
import type { UploadedFile } from './uploads.ts';
import { wellFormed } from './well-formed.ts';

type CallerOf<C extends Call> = C['access'] extends 'session'
  ? { readonly actor: Actor }
  : C['access'] extends 'device'
    ? { readonly device: DeviceCaller; readonly actor: Actor }
    : object;

/** What a handler works on: the parsed request, who sent it, its files. */
export type Handled<C extends Call> = CallRequest<C> &
  CallerOf<C> & {
    readonly files: readonly UploadedFile[];
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
  };

/** A file as a call's answer, sent as an attachment. */
export interface FileAnswer {
  /** Made by us: letters, digits and dashes. Names that people gave are escaped by `sendFile`. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Readable;
}

/** A file call gives its file, or nothing when it wrote to `reply` itself: streams of events, files of the store. */
type Answered<C extends Call> = C extends { answerKind: 'file' }
  ? FileAnswer | void
  : CallAnswer<C>;

/** Does what a call asks. */
type CallHandler<C extends Call> = (handled: Handled<C>) => Promise<Answered<C>>;

/** What serves a group of calls: one handler for each. */
export type Handlers<G extends Readonly<Record<string, Call>>> = {
  readonly [Name in keyof G]: CallHandler<G[Name]>;
};

const MOST_OF_AN_AGENT = 200;
/** No answer names more wrong fields than this. */
const MOST_PROBLEMS = 50;

const isGiven = (value: unknown) => typeof value !== 'string' || value.trim() !== '';

/** A query without its empty values: one that is named without a value is not asked for. */
export function withoutEmpty(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  const given = Object.entries(query).map(
    ([name, value]: [string, unknown]) =>
      [name, Array.isArray(value) ? value.filter(isGiven) : value] as const,
  );
  const kept = given.filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : isGiven(value),
  );
  return Object.fromEntries(kept);
}

function inOrder(parsed: unknown): unknown {
  const problems = rangeProblems(parsed);
  const [first] = problems;
  if (first?.code === 'day-order') throw againstRules('DAY_ORDER', first.message, problems);
  if (first) throw againstRules('RANGE_ORDER', first.message, problems);
  return parsed;
}

/**
 * A request's part, parsed by the contract. Throws 400 whose `details` name the fields, 422 for ranges that run backwards: no
 * handler need look.
 */
export function parsePart(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined;
  const parsed = parseFields(schema, wellFormed(value ?? {}));
  if (parsed.problems === null) return inOrder(parsed.data);
  const [first] = parsed.problems;
  throw badInput(
    first?.message ?? `The ${part} is not valid.`,
    parsed.problems.slice(0, MOST_PROBLEMS),
  );
}

function withoutUsername(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return { ...body, username: undefined };
}

/** A caller, and when the gate let it in: `performance.now()`. */
interface Admitted {
  readonly caller: Caller;
  readonly at: number;
}

/** A body that took longer to come, seconds, passes the gate again. */
const SLOW_BODY_SECONDS = 0.1;

async function stillAdmitted(
  context: Context,
  call: Call,
  { caller, at }: Admitted,
  request: FastifyRequest,
): Promise<Caller> {
  const secondsAgo = (performance.now() - at) / 1000;
  if (!hasBody(request) || secondsAgo < SLOW_BODY_SECONDS) return caller;
  return admit(context, call, request, secondsAgo);
}

/** Their bodies hold filters: lenders are named there as freely as in a query. Elsewhere a body may say how a lender is to be spelled. */
const OF_FILTERS: ReadonlySet<Noun | undefined> = new Set(['reports', 'report-views']);

async function parseRequest(
  context: Context,
  call: Call,
  admitted: Admitted,
  request: FastifyRequest,
): Promise<Asked & { readonly caller: Caller }> {
  const { body, files } = await readBody(call, request, incomingFolder(context.settings));
  const caller = await stillAdmitted(context, call, admitted, request);
  const zone = context.settings.businessTz;
  const asStored = async (part: unknown) =>
    caller.actor ? withStoredLenders(context.db, part) : part;
  const query = parsePart(call.query, withRangeDays(withoutEmpty(request.query), zone), 'query');
  const given = parsePart(call.body, withRangeDays(body, zone), 'body');
  const parsed = {
    params: parsePart(call.params, request.params, 'address'),
    query: await asStored(query),
    headers: parsePart(call.headers, request.headers, 'header'),
    body: OF_FILTERS.has(call.noun) ? await asStored(given) : given,
  };
  if (caller.actor && call.access === 'session') {
    // Header claims are checked even where the contract does not name them (spec 6).
    const { collectorid, managerid, username } = request.headers;
    await refuseForeignClaims(
      context.db,
      caller.actor,
      [
        parsed.params,
        parsed.query,
        call.namesAccount ? withoutUsername(parsed.body) : parsed.body,
        { collectorid, managerid, username },
      ],
      call,
    );
  }
  return { ...parsed, files, caller };
}

function sendJson(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(packedAnswer(request, reply, json));
}

function sendAttachment(reply: FastifyReply, file: FileAnswer): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .type(file.contentType)
    .send(file.bytes);
}

/** Reads that are written down: one borrower's data opened, heard or taken away. */
const matters = (call: Call): boolean =>
  call.name === 'getLoan' ||
  call.name === 'getPredictiveLoan' ||
  (call.answerKind === 'file' && !isStream(call));

function seenBy(
  actor: Actor,
  { name }: Call,
  { params }: Asked,
  request: FastifyRequest,
): SeenEntry {
  const [about] = Object.values((params ?? {}) as Record<string, unknown>);
  return {
    actorId: actor.userId,
    actorRole: actor.role,
    call: name,
    about: typeof about === 'string' ? about : null,
    // Who went away before the answer has none any more, whatever the type says: reads of others stand in one statement with it.
    address: request.ip || 'gone',
    userAgent: request.headers['user-agent']?.slice(0, MOST_OF_AN_AGENT) ?? null,
    requestId: request.id,
  };
}

function serveCall(
  app: FastifyInstance,
  context: Context,
  call: Call,
  handler: CallHandler<Call>,
): void {
  const serialise = call.answerKind === 'file' ? null : answerSerialiser(call.answer);
  const callers = new WeakMap<FastifyRequest, Admitted>();
  app.route({
    method: call.method,
    url: call.path.startsWith('/api/') ? call.path : `/api/v1${call.path}`,
    ...(call.bodyLimit === undefined ? {} : { bodyLimit: call.bodyLimit }),
    config: { call },
    onRequest: async (request) => {
      const caller = await admit(context, call, request);
      if (caller.actor) noteUser(request, caller.actor.userId);
      callers.set(request, { caller, at: performance.now() });
    },
    handler: async (request, reply) => {
      try {
        const admitted = callers.get(request) ?? { caller: { actor: null, device: null }, at: 0 };
        const limit = limitOf(call, request.query);
        if (limit !== null && admitted.caller.actor)
          await context.limits.take(limit, admitted.caller.actor.userId);
        const { caller, ...parsed } = await parseRequest(context, call, admitted, request);
        const handled = { ...parsed, ...caller, request, reply } as unknown as Handled<Call>;
        const named =
          caller.actor && (await nameOf(call, request.headers, caller.actor.userId, parsed));
        if (named && serialise) {
          const said = await doOnce(context.db, named, async () =>
            serialise(await handler(handled)),
          );
          return sendJson(request, reply, said);
        }
        const answer = await handler(handled);
        if (caller.actor && matters(call))
          await context.readLog.note(seenBy(caller.actor, call, parsed, request));
        if (serialise) return sendJson(request, reply, serialise(answer));
        return answer === undefined ? reply : sendAttachment(reply, answer as FileAnswer);
      } finally {
        await dropFiles(request);
      }
    },
  });
}

/** Handlers that are collected instead of served, by the application that they were meant for. */
const collected = new WeakMap<FastifyInstance, Map<string, CallHandler<Call>>>();

/** From now on `serve` puts the handlers of an application here, by the names of their calls, and registers no route. */
export function collectHandlers(app: FastifyInstance): ReadonlyMap<string, CallHandler<Call>> {
  const handlers = new Map<string, CallHandler<Call>>();
  collected.set(app, handlers);
  return handlers;
}

/** The handler, its answer as its reader may see it. */
function withNotesFor(call: Call, handler: CallHandler<Call>): CallHandler<Call> {
  if (call.answerKind === 'file') return handler;
  return async (handled) => {
    const { actor } = handled as { readonly actor?: Actor | null };
    return answerFor(actor ?? null, await handler(handled));
  };
}

/**
 * Serves a group of the contract's calls: gate, parsing, claims, handler, answer by the contract, the same for every call,
 * so that none can forget a step. A call without a handler does not compile.
 */
export function serve<G extends Readonly<Record<string, Call>>>(
  app: FastifyInstance,
  context: Context,
  calls: G,
  handlers: NoInfer<Handlers<G>>,
): void {
  for (const [name, call] of Object.entries(calls)) {
    const handler = withNotesFor(call, handlers[name] as CallHandler<Call>);
    const book = collected.get(app);
    if (book === undefined) serveCall(app, context, call, handler);
    else book.set(call.name, handler);
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's entry that this route serves. */
    call?: Call;
  }
}
