import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import type { Readable } from 'node:stream';
import { ANSWER_HEADER, UNASKED } from '../../../contract/answer-mark.ts';

/** Takes a file that arrived whole: the answer, or the code of a refusal. */
type KeepFile = (
  id: string,
  key: { ephemeralKey: string; keyId: string },
  sealed: Buffer,
) => object | string;

/** Uploads in memory; a cut-off part keeps what arrived, as on a disk. */
class MemoryStore extends DataStore {
  override extensions = ['creation', 'expiration'];
  readonly uploads = new Map<string, { upload: Upload; bytes: Buffer }>();

  override async create(upload: Upload): Promise<Upload> {
    this.uploads.set(upload.id, { upload, bytes: Buffer.alloc(0) });
    return upload;
  }

  override async write(stream: Readable, id: string): Promise<number> {
    const kept = this.of(id);
    for await (const part of stream) {
      kept.bytes = Buffer.concat([kept.bytes, part as Buffer]);
    }
    return kept.bytes.length;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { upload, bytes } = this.of(id);
    const { size, metadata } = upload;
    const known = { id, offset: bytes.length, ...(metadata === undefined ? {} : { metadata }) };
    return new Upload(size === undefined ? known : { ...known, size });
  }

  private of(id: string) {
    const kept = this.uploads.get(id);
    if (kept === undefined) throw ERRORS.FILE_NOT_FOUND;
    return kept;
  }
}

/** The upload protocol by its own library, in memory. */
export class FakeUploads {
  readonly store = new MemoryStore();
  /** Bytes of the parts that came, in order. */
  readonly parts: number[] = [];
  /** Why the last file that arrived whole was not taken. */
  private refusal: string | null = null;
  private readonly server: Server;

  constructor(keepFile: KeepFile) {
    this.server = new Server({
      path: '/api/v1/device/uploads',
      datastore: this.store,
      namingFunction: (_request, metadata) => metadata?.fileid ?? '',
      onUploadFinish: async (_request, { id, metadata }) => {
        const { bytes } = this.store.uploads.get(id) ?? { bytes: Buffer.alloc(0) };
        this.store.uploads.delete(id);
        const { ephemeralkey = '', keyid = '' } = (metadata ?? {}) as Record<string, string>;
        const answer = keepFile(id, { ephemeralKey: ephemeralkey, keyId: keyid }, bytes);
        this.refusal = typeof answer === 'string' ? answer : null;
        if (this.refusal !== null) throw ERRORS.INVALID_METADATA;
        const headers = { 'content-type': 'application/json' };
        return { status_code: 200, headers, body: JSON.stringify(answer) };
      },
    });
  }

  async serve(request: Request): Promise<Response> {
    const bytes = request.method === 'PATCH' ? await request.clone().arrayBuffer() : null;
    if (bytes !== null) this.parts.push(bytes.byteLength);
    const answer = await this.server.handleWeb(request);
    if (answer.status < 400) return answer;
    const code = this.refusal ?? (answer.status === 409 ? 'WRONG_OFFSET' : 'UPLOAD_GONE');
    this.refusal = null;
    const headers = {
      'tus-resumable': '1.0.0',
      'content-type': 'application/json',
      [ANSWER_HEADER]: UNASKED,
    };
    const body = JSON.stringify({ code, message: 'Begin it anew.' });
    return new Response(request.method === 'HEAD' ? null : body, {
      status: answer.status,
      headers,
    });
  }
}
