import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call, CallAnswer, CallRequest } from '../../contract/call.ts';
import { parseFields } from '../../contract/errors.ts';
import type { Actor, DeviceCaller } from '../access/actor.ts';
import { refuseForeignClaims } from '../access/claims.ts';
import { admit } from '../access/gate.ts';
import type { Caller } from '../access/gate.ts';
import type { Context } from '../context.ts';
import { badInput } from '../errors.ts';
import { answerSerialiser } from './answer-schema.ts';
import { readBody } from './uploads.ts';
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

/** Does what a call asks. A file call sends its bytes by `reply` itself. */
export type CallHandler<C extends Call> = (handled: Handled<C>) => Promise<CallAnswer<C>>;

/** No answer names more wrong fields than this. */
const MOST_PROBLEMS = 50;

/** A request's part, parsed by the contract. Throws 400 whose `details` name the fields. */
export function parsePart(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined;
  const parsed = parseFields(schema, wellFormed(value ?? {}));
  if (parsed.problems === null) return parsed.data;
  const [first] = parsed.problems;
  const where = first?.path ? `${first.path}: ` : '';
  throw badInput(
    `${where}${first?.message ?? `The ${part} is not valid.`}`,
    parsed.problems.slice(0, MOST_PROBLEMS),
  );
}

function withoutUsername(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return { ...body, username: undefined };
}

async function parseRequest(
  context: Context,
  call: Call,
  caller: Caller,
  request: FastifyRequest,
): Promise<Record<string, unknown>> {
  const { body, files } = await readBody(call, request);
  const parsed = {
    params: parsePart(call.params, request.params, 'address'),
    query: parsePart(call.query, request.query, 'query'),
    headers: parsePart(call.headers, request.headers, 'header'),
    body: parsePart(call.body, body, 'body'),
  };
  if (caller.actor && call.access === 'session') {
    // Header claims are checked even where the contract does not name them (spec 6).
    const { collectorid, managerid, username } = request.headers;
    await refuseForeignClaims(context.db, caller.actor, [
      parsed.params,
      parsed.query,
      call.namesAccount ? withoutUsername(parsed.body) : parsed.body,
      { collectorid, managerid, username },
    ]);
  }
  return { ...parsed, files };
}

/**
 * Serves one call of the contract: gate, parsing, claims, handler, answer by the contract. The same for every call, so
 * that none can forget a step.
 */
export function registerCall<C extends Call>(
  app: FastifyInstance,
  context: Context,
  call: C,
  handler: CallHandler<C>,
): void {
  const serialise = call.answerKind === 'file' ? null : answerSerialiser(call.answer);
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.route({
    method: call.method,
    url: call.path.startsWith('/api/') ? call.path : `/api/v1${call.path}`,
    ...(call.bodyLimit === undefined ? {} : { bodyLimit: call.bodyLimit }),
    config: { call },
    onRequest: async (request) => {
      callers.set(request, await admit(context.db, call, request));
    },
    handler: async (request, reply) => {
      const caller = callers.get(request) ?? { actor: null, device: null };
      const parsed = await parseRequest(context, call, caller, request);
      const handled = { ...parsed, ...caller, request, reply } as unknown as Handled<C>;
      const answer = await handler(handled);
      if (!serialise) return reply;
      return reply.type('application/json; charset=utf-8').send(serialise(answer));
    },
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's entry that this route serves. */
    call?: Call;
  }
}
