import type pg from 'pg';
import { copyPieces } from '../database/copy-pieces.ts';
import type { CopiedPiece } from '../database/copy-pieces.ts';
import { likelyTotal } from './job-progress.ts';
import type { progressReporter } from './job-progress.ts';

/** A piece of a file's checked rows, ready to be copied into the database. */
export interface FileRows extends CopiedPiece {
  /** Rows read so far. */
  readonly rows: number;
  /** A guess of all rows, 0 without one. */
  readonly expectedRows: number;
}

/** Copies a file's rows while they are read, and tells how far that is. Throws when the job is called off meanwhile. */
export async function copyFileRows<Read>(
  client: pg.PoolClient,
  statement: string,
  reading: AsyncGenerator<FileRows, Read, undefined>,
  report: ReturnType<typeof progressReporter>,
  signal: AbortSignal,
): Promise<Read> {
  return copyPieces(client, statement, reading, async (piece) => {
    signal.throwIfAborted();
    await report(piece.rows, likelyTotal(piece));
  });
}
