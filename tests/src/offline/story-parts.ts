/** A file as it travels. */
export interface Sealed {
  keyId: string;
  ephemeralKey: string;
  bytes: Buffer;
}

interface Part {
  _id: string;
  keyId: string;
  ephemeralKey: string;
  sha256: string;
  size: number;
  offset: number;
  part: string;
}

/** Files that come by parts in the bodies of POST requests. */
export class StoryParts {
  readonly #bytes = new Map<string, Buffer>();

  /** The whole file once its last part is there. One for another place than the next is left, and the answer says where it is. */
  take(userId: string, body: string): { id: string; sealed: Sealed | null; answer: object } {
    const { _id, sha256, part, offset, size, keyId, ephemeralKey } = JSON.parse(body) as Part;
    const key = `${userId} ${_id} ${ephemeralKey}`;
    const before = this.#bytes.get(key) ?? Buffer.alloc(0);
    const isNext = offset === before.length;
    const bytes = isNext ? Buffer.concat([before, Buffer.from(part, 'base64url')]) : before;
    this.#bytes.set(key, bytes);
    const answer = { _id, sha256, outcome: 'PART', received: bytes.length };
    return { id: _id, sealed: bytes.length < size ? null : { keyId, ephemeralKey, bytes }, answer };
  }
}
