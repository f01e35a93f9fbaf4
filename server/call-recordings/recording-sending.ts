import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { againstRules, notFound, unavailable } from '../errors.ts';
import { findRecordLink, playableLink } from './recording-link.ts';

/** The recording host has to begin with the sound within this time. */
const ANSWER_MS = 15_000;
/** Longer than any call that an agent has: 100 MB. */
const MOST_BYTES = 100_000_000;

const notFetched = () => unavailable('The recording could not be fetched. Try again in a moment.');

async function ask(url: URL, signal: AbortSignal): Promise<Response> {
  try {
    // Followed nowhere: whoever redirects could send us into our own network.
    return await fetch(url, { redirect: 'error', signal });
  } catch {
    throw notFetched();
  }
}

const notSound = () =>
  againstRules('NO_RECORDING', 'What is kept under this address is not a recording.');

function refuseUnplayable(answer: Response): void {
  if (answer.status === 404 || answer.status === 410) throw notFound('The recording');
  if (!answer.ok) throw notFetched();
  const size = Number(answer.headers.get('content-length') ?? 0);
  if (size > MOST_BYTES) throw notSound();
}

/** Bytes, in hex, that sound begins with, whatever its host calls it. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  // RIFF....WAVE
  [/^52494646.{8}57415645/, 'audio/wav'],
  // ID3, or a frame of MPEG layer 3
  [/^(494433|ff(e[23]|f[23ab]))/, 'audio/mpeg'],
  [/^fff[0189]/, 'audio/aac'],
  // OggS
  [/^4f676753/, 'audio/ogg'],
  // fLaC
  [/^664c6143/, 'audio/flac'],
  // ....ftyp with M4A, mp4, iso, 3gp, qt
  [/^.{8}66747970(4d3441|6d7034|69736f|336770|7174)/, 'audio/mp4'],
  // Matroska
  [/^1a45dfa3/, 'audio/webm'],
  // #!AMR
  [/^2321414d52/, 'audio/amr'],
  // FORM....AIF
  [/^464f524d.{8}414946/, 'audio/aiff'],
  // .snd
  [/^2e736e64/, 'audio/basic'],
];
const HEAD_BYTES = 16;

/** The bytes as they come, up to the greatest size, with what their beginning says they are. Throws what is no sound. */
async function opened(
  body: ReadableStream<Uint8Array>,
): Promise<{ type: string; bytes: AsyncGenerator<Uint8Array> }> {
  const reader = body.getReader();
  let head = Buffer.alloc(0);
  let isEnd = false;
  while (head.length < HEAD_BYTES && !isEnd) {
    const { value, done } = await reader.read().catch(() => {
      throw notFetched();
    });
    isEnd = done;
    if (value !== undefined) head = Buffer.concat([head, value]);
  }
  const first = head.subarray(0, HEAD_BYTES).toString('hex');
  const type = SOUNDS.find(([beginning]) => beginning.test(first))?.[1];
  if (type === undefined) throw notSound();
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield head;
      for (let sent = head.length; !isEnd;) {
        const { value, done } = await reader.read();
        isEnd = done;
        sent += value?.length ?? 0;
        if (sent > MOST_BYTES) throw new Error('A recording is larger than its host said.');
        if (value !== undefined) yield value;
      }
    } finally {
      // A listener who leaves ends the fetch.
      await reader.cancel().catch(() => undefined);
    }
  }
  return { type, bytes: bytes() };
}

async function fetchSound(url: URL, signal: AbortSignal) {
  const answer = await ask(url, signal);
  refuseUnplayable(answer);
  const body = answer.body as ReadableStream<Uint8Array> | null;
  if (body === null) throw notSound();
  return { answer, ...(await opened(body)) };
}

/** Fetches what begins as sound, in time; of anything else nothing more is fetched. */
async function inTime(url: URL) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), ANSWER_MS);
  try {
    return await fetchSound(url, stop.signal);
  } catch (error) {
    stop.abort();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

type Sound = Awaited<ReturnType<typeof inTime>>;

async function sendSound(reply: FastifyReply, { answer, type, bytes }: Sound): Promise<void> {
  const length = answer.headers.get('content-length');
  // A compressed answer was unpacked on the way: its length is another one.
  if (length !== null && answer.headers.get('content-encoding') === null)
    reply.header('content-length', length);
  reply.header('content-disposition', 'attachment; filename="recording"').type(type);
  await reply.send(Readable.from(bytes));
}

/** A call's recording, streamed through us, so that who may see the call hears it and nobody else. Throws 404, 422, 503. */
export async function sendRecording(
  { db, settings }: Context,
  actor: Actor,
  id: string,
  reply: FastifyReply,
): Promise<void> {
  const link = await findRecordLink(db, actor, id);
  await sendSound(reply, await inTime(playableLink(link, settings.recordingHosts)));
}
