import type { FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { FileMissingError } from '../file-store/file-store.ts';
import { savedName } from './file-content.ts';

/** The header that makes a browser save a file under its name instead of showing it. */
function attachment(name: string): string {
  const plain = name.replace(/[^\w.() -]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
}

/** Sends a stored file as an attachment of the type found by its content. Throws 404 when its bytes are gone. */
export async function sendFile(
  context: Context,
  reply: FastifyReply,
  file: { key: string; contentType: string; name: string },
): Promise<void> {
  try {
    const stream = await context.fileStore.read(file.key);
    const { contentType } = file;
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
