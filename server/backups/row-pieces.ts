import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { copyTarget } from './backup-format.ts';
import type { BackedTable } from './backup-format.ts';

/** About so many bytes of rows make a piece: small enough to hold a few of them, large enough to pack well. */
const PIECE_BYTES = 1_048_576;
const NEWLINE = 10;

/** How many rows a piece has: in COPY's text a newline is always a row's end. */
export function rowsIn(piece: Buffer): number {
  let rows = 0;
  for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}

/** The rows of a table as COPY's text, in pieces of whole rows. None for an empty table. */
export async function* rowPieces(client: Client, table: BackedTable): AsyncGenerator<Buffer> {
  const copyOut = copyTo(`copy ${copyTarget(table)} to stdout`);
  const rows = client.query(copyOut);
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const bytes of rows as AsyncIterable<Buffer>) {
    held.push(bytes);
    heldBytes += bytes.length;
    if (heldBytes < PIECE_BYTES) continue;
    const all = Buffer.concat(held);
    const end = all.lastIndexOf(NEWLINE) + 1;
    if (end === 0) continue;
    yield all.subarray(0, end);
    held = [all.subarray(end)];
    heldBytes = all.length - end;
  }
  const last = Buffer.concat(held);
  if (last.length > 0) yield last;
}

/** Rows compared whatever order they stand in: the sum, word by word, of their SHA-256. */
export class RowSum {
  readonly #words = new Uint32Array(8);
  rows = 0;

  /** Adds the rows of a piece. */
  add(piece: Buffer): void {
    for (let from = 0; from < piece.length;) {
      const end = piece.indexOf(NEWLINE, from) + 1 || piece.length;
      const hash = createHash('sha256').update(piece.subarray(from, end)).digest();
      for (let word = 0; word < 8; word += 1)
        this.#words[word] = (this.#words[word] ?? 0) + hash.readUInt32LE(word * 4);
      this.rows += 1;
      from = end;
    }
  }

  /** Two tables with the same rows have the same. */
  toString(): string {
    return `${this.rows}:${Buffer.from(this.#words.buffer).toString('hex')}`;
  }
}
