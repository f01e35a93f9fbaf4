import { createReadStream } from 'node:fs';

/** One member of the file's object, or one element of its lists, as JSON text. */
export interface StuckMember {
  readonly key: string;
  readonly text: string;
  /** True: an element of the list named by `key`. */
  readonly isElement: boolean;
}

/** The first line is no single JSON object, or one piece of it is too large to be ours. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
}

/** A sealed photo of 20 MB as base64url, with its frame. */
const LARGEST_PIECE = 30_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const LINE_END = 0x0a;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const LIST_BEGIN = 0x5b;

/** Cuts an object into its members as its bytes come, so that a file of any size needs the memory of one piece. */
class MemberScanner {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #key: string | null = null;
  #isInList = false;
  #parts: Buffer[] = [];
  #size = 0;
  #found: StuckMember[] = [];

  /** Whether the object ended. */
  isDone = false;

  /** Takes the next bytes; returns the members that they complete. */
  feed(chunk: Buffer): StuckMember[] {
    let from = 0;
    for (let at = 0; at < chunk.length && !this.isDone; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.#isInString) this.#passString(byte);
      else if (byte === QUOTE) this.#isInString = true;
      else if (this.#isBoundary(byte)) {
        this.#keep(chunk.subarray(from, at));
        this.#cross(byte);
        from = at + 1;
      }
    }
    if (!this.isDone) this.#keep(chunk.subarray(from));
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #passString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
  }

  /** The depth at which commas part pieces: the object's members, or the elements of one of its lists. */
  #pieceDepth(): number {
    return this.#isInList ? 2 : 1;
  }

  /** Follows the depth; true where a piece or a name begins or ends. */
  #isBoundary(byte: number): boolean {
    if (OPENING.has(byte)) {
      this.#depth += 1;
      if (this.#depth === 1) return true;
      return this.#depth === 2 && byte === LIST_BEGIN && !this.#isInList;
    }
    if (CLOSING.has(byte)) {
      this.#depth -= 1;
      return this.#depth < this.#pieceDepth();
    }
    if (this.#depth !== this.#pieceDepth()) return false;
    return byte === COMMA || (byte === COLON && this.#key === null);
  }

  #cross(byte: number): void {
    const text = this.#take();
    if (byte === COLON) this.#key = nameOf(text);
    else if (OPENING.has(byte)) this.#isInList = this.#depth === 2;
    else this.#endPiece(byte, text);
  }

  #endPiece(byte: number, text: string): void {
    if (text !== '') this.#found.push({ key: this.#name(), text, isElement: this.#isInList });
    if (this.#isInList && byte !== COMMA) this.#isInList = false;
    else if (!this.#isInList) this.#key = null;
    this.isDone = this.#depth === 0;
  }

  #name(): string {
    if (this.#key === null) throw new BrokenFile('A value without a name.');
    return this.#key;
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#size += part.length;
    if (this.#size > LARGEST_PIECE) throw new BrokenFile('A piece is too large.');
    this.#parts.push(part);
  }

  #take(): string {
    const text = Buffer.concat(this.#parts).toString('utf8').trim();
    this.#parts = [];
    this.#size = 0;
    return text;
  }
}

function nameOf(text: string): string {
  const name = parsePiece(text);
  if (typeof name !== 'string') throw new BrokenFile('A name is no text.');
  return name;
}

/** One piece's value. Throws BrokenFile when it is no JSON. */
export function parsePiece(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch {
    throw new BrokenFile('A piece is no JSON.');
  }
}

/** The members of the object on the file's first line, in their order, piece by piece. Throws BrokenFile. */
export async function* stuckMembers(path: string): AsyncGenerator<StuckMember, void, undefined> {
  const scanner = new MemberScanner();
  for await (const read of createReadStream(path, { highWaterMark: 262_144 })) {
    const chunk = read as Buffer;
    const end = chunk.indexOf(LINE_END);
    yield* scanner.feed(end < 0 ? chunk : chunk.subarray(0, end));
    if (end >= 0 || scanner.isDone) break;
  }
  if (!scanner.isDone) throw new BrokenFile('The line ends early.');
}
