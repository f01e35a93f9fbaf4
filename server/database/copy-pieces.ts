import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A piece of lines in PostgreSQL's COPY text format. */
export interface CopiedPiece {
  readonly lines: Uint8Array<ArrayBuffer>;
}

/**
 * Copies pieces into the database as they come and returns what the generator returns; `onPiece` is called for each, before
 * it is sent. When anything fails, the connection is left amid its COPY: end it, that rolls back.
 */
export async function copyPieces<Piece extends CopiedPiece, Result>(
  client: pg.PoolClient,
  statement: string,
  pieces: AsyncGenerator<Piece, Result, undefined>,
  onPiece: (piece: Piece) => Promise<void>,
): Promise<Result> {
  const copy = client.query(copyFrom(statement));
  const done = finished(copy);
  done.catch(() => undefined);
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done) {
        copy.end();
        await done;
        return next.value;
      }
      await onPiece(next.value);
      const { lines } = next.value;
      const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
      if (!copy.write(bytes))
        await Promise.race([new Promise((go) => copy.once('drain', go)), done]);
    }
  } catch (error) {
    copy.destroy();
    // Whoever reads the file must not go on.
    await pieces.throw(error).catch(() => undefined);
    throw error;
  }
}
