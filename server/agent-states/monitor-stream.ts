import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { isSessionLive } from '../identity/session-span-service.ts';
import { openEventStream } from '../live-events/event-stream.ts';
import { gathering } from '../live-events/gathering.ts';
import { MISSED, listenLive, sessionsTopic } from '../live-events/live-events.ts';
import { readSeatRows } from './seat-rows.ts';

/** A supervisor sees a change within a second; a busy floor does not make a query of each. Milliseconds. */
const EVERY_MS = 700;
/** People come and go, days end: everything is sent anew this often, beats of 15 s. */
const BEATS_UNTIL_ALL = 20;

/** Everything is to be sent, not single agents. */
const ALL = 'all';
const AGENT_TOPIC = 'agent:';

/**
 * Streams how the actor's agents stand: `seats` with all of them at first and after an interruption, `changed` with those
 * that changed. Throws what opening a stream throws.
 */
export function followSeats(
  app: FastifyInstance,
  context: Context,
  actor: Actor,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  let beats = 0;
  const word = gathering<string>(EVERY_MS, async (ids) => {
    const isAll = ids.has(ALL);
    const data = await readSeatRows(context, actor, isAll ? null : [...ids]);
    const serverTime = new Date().toISOString();
    if (isAll) stream.send('seats', { data, serverTime });
    else if (data.length > 0) stream.send('changed', { data, serverTime });
  });
  const stream = openEventStream(app, request, reply, {
    userId: actor.userId,
    isStillWelcome: () => isSessionLive(context.db, actor.sessionId),
    onBeat: () => {
      beats += 1;
      if (beats % BEATS_UNTIL_ALL === 0) word.add(ALL);
    },
    onClose: () => {
      word.stop();
      stop();
    },
  });
  const stop = listenLive(context, (topic) => {
    if (topic === sessionsTopic(actor.userId)) stream.check();
    else if (topic === MISSED) word.add(ALL);
    else if (topic.startsWith(AGENT_TOPIC)) word.add(topic.slice(AGENT_TOPIC.length));
  });
  word.add(ALL);
}
