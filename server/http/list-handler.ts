import type { FastifyInstance } from 'fastify';
import type { Call } from '../../contract/call.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { answerSerialiser } from './answer-schema.ts';
import { collectHandlers } from './serve.ts';

/** What a call is asked for, parsed. */
export interface ParsedAsk {
  readonly params: unknown;
  readonly query: unknown;
}

/** Answers a call as it leaves the server: what its contract does not name is not in it. */
type CallReader = (actor: Actor, asked: ParsedAsk) => Promise<unknown>;

/** Takes whatever a noun does to the application beside serving calls. */
const nowhere = () =>
  new Proxy({} as FastifyInstance, { get: () => () => undefined }) satisfies FastifyInstance;

/**
 * The handler of a call that only reads, the very one that serves requests, over another context: one whose `db` is a
 * transaction reads everything of one instant. The gate, parsing and claims are the caller's part.
 */
export async function readerOver(context: Context, call: Call): Promise<CallReader> {
  // The routes import whoever exports lists: they are looked up when they are all there.
  const { registerRoutes } = await import('./routes.ts');
  const app = nowhere();
  const handlers = collectHandlers(app);
  registerRoutes(app, context);
  const handler = handlers.get(call.name);
  if (handler === undefined) throw new Error(`Nothing serves ${call.name}.`);
  const serialise = answerSerialiser(call.answer);
  return async (actor, { params, query }) => {
    const handled = { actor, params, query, headers: undefined, body: undefined, files: [] };
    return JSON.parse(serialise(await handler(handled as never))) as unknown;
  };
}
