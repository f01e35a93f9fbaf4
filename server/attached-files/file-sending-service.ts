import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { FileMissingError } from '../file-store/file-store.ts';
import { sameBytes } from '../file-store/same-bytes.ts';
import { savedName } from './file-content.ts';

/** The header that makes a browser save a file under its name instead of showing it. */
function attachment(name: string): string {
  const plain = name.replace(/[^\w.() -]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
}

/** These bytes, of which the first are read: a file of one piece is refused before anything of an answer is out. */
async function begun(bytes: AsyncGenerator<Uint8Array>): Promise<Readable> {
  const stream = Readable.from(bytes, { objectMode: false });
  await once(stream, 'readable');
  return stream;
}

/**
 * Sends a stored file as an attachment of the type found by its content. Throws 404 when its bytes are gone, or are others than
 * those whose hash is known.
 */
export async function sendFile(
  context: Context,
  reply: FastifyReply,
  file: { key: string; contentType: string; name: string; sha256?: string },
): Promise<void> {
  try {
    const { key, contentType, sha256 } = file;
    const stored = await context.fileStore.read(key);
    const stream = sha256 === undefined ? stored : await begun(sameBytes(stored, { key, sha256 }));
    const name = savedName(file.name, contentType);
    reply.header('content-disposition', attachment(name)).type(contentType);
    await reply.send(stream);
  } catch (error) {
    if (error instanceof FileMissingError) throw notFound('This file');
    throw error;
  }
}

/** Sends a file that was made for this request as an attachment. */
export async function sendBytes(
  reply: FastifyReply,
  file: { bytes: Buffer; contentType: string; name: string },
): Promise<void> {
  const { bytes, contentType, name } = file;
  await reply.header('content-disposition', attachment(name)).type(contentType).send(bytes);
}
