import type { FastifyRequest } from 'fastify';
import type { Call } from '../../contract/call.ts';
import type { Context } from '../context.ts';
import { notAllowed, sessionOver } from '../errors.ts';
import { deviceOfToken } from '../identity/device-token.ts';
import { actorOfToken } from '../identity/session.ts';
import type { Actor, DeviceCaller } from './actor.ts';

/** Who a request comes from, as far as its call asks. */
export interface Caller {
  readonly actor: Actor | null;
  readonly device: DeviceCaller | null;
}

/** What the device of a disabled user may still call: to be told that it is to be wiped, and to say that it was. */
const WIPING: ReadonlySet<string> = new Set(['deliverOperations', 'confirmWipe']);

function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** Background polling names itself, so that it does not keep an abandoned session alive. */
const isBackground = (request: FastifyRequest): boolean => request.headers['x-background'] === '1';

/** What the gate works with. */
type GateContext = Pick<Context, 'db' | 'denials'>;

/** Throws 403 when a call is not for the actor's role; that leaves an audit row. */
export async function admitRole(
  { denials }: Pick<GateContext, 'denials'>,
  { name, roles }: Pick<Call, 'name' | 'roles'>,
  actor: Actor,
): Promise<void> {
  if (roles === 'any' || roles.includes(actor.role)) return;
  await denials.note(actor, name);
  throw notAllowed('Your role may not do this.', 'WRONG_ROLE');
}

/**
 * The one gate of every call: knows the caller by token and checks the role against the contract, before the request's
 * body is even read. Throws 401 or 403; a refused role leaves an audit row. A request that was let in `secondsAgo` and whose
 * body took so long to come passes once more: its caller may be logged out, disabled or somebody else's by now.
 */
export async function admit(
  context: GateContext,
  call: Call,
  request: FastifyRequest,
  secondsAgo = 0,
): Promise<Caller> {
  const { db } = context;
  if (call.access === 'public') return { actor: null, device: null };
  const token = bearerToken(request);
  if (token === null) throw sessionOver('Log in first.');
  if (call.access === 'device') {
    const device = await deviceOfToken(db, token);
    if (!device || (device.isBarred && !WIPING.has(call.name)))
      throw sessionOver('This device has to log in again.');
    return { actor: device.actor, device };
  }
  const isActivity = secondsAgo === 0 && !isBackground(request);
  const actor = await actorOfToken(db, token, isActivity, secondsAgo);
  if (!actor) throw sessionOver();
  await admitRole(context, call, actor);
  return { actor, device: null };
}
