import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import { noteAlive, readSeat } from '../agent-states/seat-service.ts';
import type { Context } from '../context.ts';
import { isSessionLive } from '../identity/session-span-service.ts';
import { gathering } from '../live-events/gathering.ts';
import { MISSED, listenLive, sessionsTopic } from '../live-events/live-events.ts';
import { openEventStream } from '../live-events/event-stream.ts';

/** A screen must be ready for input within 100 ms of a call's arrival: word goes out nearly at once. Milliseconds. */
const EVERY_MS = 20;

/**
 * Streams how the agent stands: `status` now and after each change. While it is open the agent is alive. Throws what
 * opening a stream throws.
 */
export function followOwnSeat(
  app: FastifyInstance,
  context: Context,
  actor: Actor,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  const { db } = context;
  const { userId, sessionId } = actor;
  let lastSaid = '';
  const word = gathering<string>(EVERY_MS, async () => {
    const status = await readSeat(db, userId);
    const said = JSON.stringify(status);
    if (said !== lastSaid) stream.send('status', status);
    lastSaid = said;
  });
  const beAlive = () => void noteAlive(db, [userId]).catch(() => undefined);
  const stream = openEventStream(app, request, reply, {
    userId,
    isStillWelcome: () => isSessionLive(db, sessionId),
    onBeat: beAlive,
    onClose: () => {
      word.stop();
      stop();
    },
  });
  const stop = listenLive(context, (topic) => {
    if (topic === sessionsTopic(userId)) stream.check();
    if (topic === MISSED || topic === `agent:${userId}`) word.add(topic);
  });
  beAlive();
  word.add('begin');
}
