import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { againstRules, notFound, unavailable } from '../errors.ts';
import { findRecordLink, playableLink } from './recording-link.ts';

/** The recording host has to begin its answer within this time. */
const ANSWER_MS = 15_000;
/** Longer than any call that an agent has: 100 MB. */
const MOST_BYTES = 100_000_000;

async function ask(url: URL): Promise<Response> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), ANSWER_MS);
  try {
    // Followed nowhere: whoever redirects could send us into our own network.
    return await fetch(url, { redirect: 'error', signal: stop.signal });
  } catch {
    throw unavailable('The recording could not be fetched. Try again in a moment.');
  } finally {
    clearTimeout(timer);
  }
}

function refuseUnplayable(answer: Response): void {
  if (answer.status === 404 || answer.status === 410) throw notFound('The recording');
  if (!answer.ok) throw unavailable('The recording could not be fetched. Try again in a moment.');
  const type = answer.headers.get('content-type') ?? '';
  const isSound = /^(audio\/|application\/octet-stream|video\/(mp4|webm|ogg))/i.test(type);
  const size = Number(answer.headers.get('content-length') ?? 0);
  if (!isSound || size > MOST_BYTES)
    throw againstRules('NO_RECORDING', 'What is kept under this address is not a recording.');
}

/** Passes the bytes on as they come, up to the greatest size. */
async function* bounded(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const piece of body) {
    sent += piece.length;
    if (sent > MOST_BYTES) throw new Error('A recording is larger than its host said.');
    yield piece;
  }
}

async function sendSound(reply: FastifyReply, answer: Response): Promise<void> {
  const given = answer.headers.get('content-type') ?? '';
  const type = given.toLowerCase().startsWith('audio/') ? given : 'audio/mpeg';
  const length = answer.headers.get('content-length');
  // A compressed answer was unpacked on the way: its length is another one.
  if (length !== null && answer.headers.get('content-encoding') === null)
    reply.header('content-length', length);
  reply.header('content-disposition', 'attachment; filename="recording"').type(type);
  const body = answer.body as ReadableStream<Uint8Array> | null;
  await reply.send(body === null ? Buffer.alloc(0) : Readable.from(bounded(body)));
}

/** A call's recording, streamed through us, so that who may see the call hears it and nobody else. Throws 404, 422, 503. */
export async function sendRecording(
  { db, settings }: Context,
  actor: Actor,
  id: string,
  reply: FastifyReply,
): Promise<void> {
  const link = await findRecordLink(db, actor, id);
  const answer = await ask(playableLink(link, settings.recordingHosts));
  try {
    refuseUnplayable(answer);
  } catch (error) {
    await answer.body?.cancel();
    throw error;
  }
  await sendSound(reply, answer);
}
