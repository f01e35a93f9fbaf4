import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admission, AdmissionClass, GiveBack } from './admission.ts';
import { OwnShares } from './own-shares.ts';

/** Work that nobody waits for any more is over within this: statements end sooner. Milliseconds. */
const LONGEST_AFTER_CLOSE_MS = 60_000;

const isGone = ({ raw }: FastifyReply): boolean => raw.destroyed;

/** Who holds a turn at the door, from the request's first moment to its answer. */
export class Turns {
  readonly #admission: Admission;
  readonly #shares: OwnShares;
  readonly #held = new WeakMap<FastifyRequest, GiveBack>();

  constructor(admission: Admission) {
    this.#admission = admission;
    this.#shares = new OwnShares(() => admission.placesOfOne);
  }

  /** A turn until `leave`, or until the caller is gone; false: none. */
  async take(
    by: 'enter' | 'goOn',
    kind: AdmissionClass,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> {
    const turn = await this.#admission[by](kind, (leave) => reply.raw.once('close', leave));
    if (turn === null) return false;
    const giveBack = () => {
      reply.raw.off('close', giveBack);
      turn();
    };
    this.#held.set(request, giveBack);
    if (isGone(reply)) giveBack();
    else reply.raw.once('close', giveBack);
    return true;
  }

  /**
   * The turn for the work itself, with a place of the person's own: who waits for that leaves the turn to others. It is held
   * while we work, also when the caller hangs up: else hanging up and asking again would start any number of works.
   */
  async work(
    kind: AdmissionClass,
    who: string | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> {
    if (isGone(reply)) this.leave(request);
    if (isGone(reply) && request.method === 'GET') return false;
    if (who !== null && this.#shares.isFull(who)) this.leave(request);
    const share =
      who === null
        ? () => undefined
        : await this.#shares.take(who, (leave) => reply.raw.once('close', leave));
    if (share === null) return false;
    const isIn = this.#held.has(request) || (await this.take('goOn', kind, request, reply));
    if (isIn) this.#holdOn(request, reply, share);
    else share();
    return isIn;
  }

  /** Gives the turn back, if there is one. */
  leave(request: FastifyRequest): void {
    this.#held.get(request)?.();
    this.#held.delete(request);
  }

  #holdOn(request: FastifyRequest, reply: FastifyReply, share: GiveBack): void {
    const turn = this.#held.get(request);
    const end = () => {
      turn?.();
      share();
    };
    // Whatever never comes to an answer ends some time after its caller.
    if (turn !== undefined) reply.raw.off('close', turn);
    const endLate = () => void setTimeout(end, LONGEST_AFTER_CLOSE_MS).unref();
    this.#held.set(request, () => {
      reply.raw.off('close', endLate);
      end();
    });
    if (isGone(reply)) endLate();
    else reply.raw.once('close', endLate);
  }
}
