import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A store of the S3 protocol, as far as backups and files use it: one bucket, in memory, with one key that is let in. */
export interface S3Double {
  readonly url: string;
  readonly keyId: string;
  /** What can be read, by its key. */
  readonly objects: Map<string, Buffer>;
  /** Uploads in parts that were begun and neither ended nor given up: their keys. */
  begun(): string[];
  /** From now on nobody is let in, or everybody with the key again. */
  shut(isShut: boolean): void;
  /** From now on uploads in parts end with a 200 that holds an error, as real ones may, and single ones are forgotten. */
  forget(isForgetful: boolean): void;
  close(): Promise<void>;
}

const KEY_ID = 'recoup-test';
/** Smaller parts than this are refused but for the last one, as the protocol has it. */
const LEAST_PART = 5 * 1024 * 1024;

interface Upload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

function answer(response: ServerResponse, status: number, xml = '', headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers });
  response.end(xml === '' ? xml : `<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

const refusal = (response: ServerResponse, status: number, code: string) =>
  answer(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);

/** Puts the parts together in the order of their numbers; null: one that is not the last is too small. */
function joined({ parts }: Upload): Buffer | null {
  const pieces = [...parts].toSorted(([one], [other]) => one - other).map(([, bytes]) => bytes);
  return pieces.slice(0, -1).some(({ length }) => length < LEAST_PART)
    ? null
    : Buffer.concat(pieces);
}

/** A listing gives so many keys at a time. */
const PAGE = 2;

/** The keys below a prefix, from where the last page ended. */
function listing(keys: readonly string[], query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const found = keys
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .toSorted((one, other) => (one < other ? -1 : 1));
  const page = found.slice(0, PAGE);
  const next =
    found.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const rows = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return `<ListBucketResult><IsTruncated>${found.length > PAGE}</IsTruncated>${rows}${next}</ListBucketResult>`;
}

/** Starts a store on a free port. */
export async function startS3Double(bucket: string): Promise<S3Double> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  let isShut = false;
  let isForgetful = false;
  let next = 0;

  function serveUploads(url: URL, key: string, request: IncomingMessage, response: ServerResponse) {
    const id = url.searchParams.get('uploadId') ?? '';
    if (request.method === 'GET') {
      const rows = [...uploads]
        .filter(([, upload]) => upload.key.startsWith(url.searchParams.get('prefix') ?? ''))
        .map(
          ([uploadId, upload]) =>
            `<Upload><Key>${upload.key}</Key><UploadId>${uploadId}</UploadId></Upload>`,
        );
      return answer(
        response,
        200,
        `<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`,
      );
    }
    if (url.searchParams.has('uploads')) {
      next += 1;
      uploads.set(String(next), { key, parts: new Map() });
      const body = `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${next}</UploadId>`;
      return answer(
        response,
        200,
        `<InitiateMultipartUploadResult>${body}</InitiateMultipartUploadResult>`,
      );
    }
    const upload = uploads.get(id);
    if (upload === undefined) return refusal(response, 404, 'NoSuchUpload');
    if (isForgetful && request.method === 'POST') return refusal(response, 200, 'InternalError');
    uploads.delete(id);
    if (request.method === 'DELETE') return answer(response, 204);
    const bytes = joined(upload);
    if (bytes === null) return refusal(response, 400, 'EntityTooSmall');
    objects.set(key, bytes);
    return answer(
      response,
      200,
      `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"1"</ETag></CompleteMultipartUploadResult>`,
    );
  }

  async function store(url: URL, key: string, request: IncomingMessage, response: ServerResponse) {
    const bytes = await bodyOf(request);
    const part = url.searchParams.get('partNumber');
    if (part === null) {
      if (!isForgetful) objects.set(key, bytes);
    } else {
      const upload = uploads.get(url.searchParams.get('uploadId') ?? '');
      if (upload === undefined) return refusal(response, 404, 'NoSuchUpload');
      upload.parts.set(Number(part), bytes);
    }
    return answer(response, 200, '', { etag: '"1"' });
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://store');
    const [, asked, ...path] = decodeURIComponent(url.pathname).split('/');
    const key = path.join('/');
    const { authorization = '' } = request.headers;
    if (isShut || !authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${KEY_ID}/`))
      return refusal(response, 403, 'AccessDenied');
    if (asked !== bucket) return refusal(response, 404, 'NoSuchBucket');
    if (request.method === 'PUT') return store(url, key, request, response);
    await bodyOf(request);
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
      return serveUploads(url, key, request, response);
    if (url.searchParams.has('list-type'))
      return answer(response, 200, listing([...objects.keys()], url.searchParams));
    const found = objects.get(key);
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer(response, 204);
    }
    if (found === undefined) return refusal(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'content-length': found.length, etag: '"1"' });
    return response.end(request.method === 'HEAD' ? undefined : found);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/${bucket}`,
    keyId: KEY_ID,
    objects,
    begun: () => [...uploads.values()].map((upload) => upload.key),
    shut: (wish) => {
      isShut = wish;
    },
    forget: (wish) => {
      isForgetful = wish;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
