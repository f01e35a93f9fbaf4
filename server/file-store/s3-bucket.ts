import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { JobWord } from '../../contract/job-words.ts';
import type { SentenceValues } from '../../contract/sentences.ts';
import type { S3Settings } from './s3-settings.ts';

/** A store takes at most 10,000 parts of a file: 16 MB each is room for 156 GB. Two of them are in memory at a time. */
const PART_BYTES = 16 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const ANSWER_WITHIN_MS = 60_000;

/** A file in the bucket, as far as it can be read. */
export interface StoredObject {
  readonly size: number;
  readonly bytes: Readable;
}

/** A bucket of a store of the S3 protocol, or a folder of one; what goes wrong with the store is said by `problem`. */
export interface S3Bucket {
  /** For people. */
  readonly where: string;
  /** Puts a file there; in parts of which nothing is to be seen before the last: what breaks off is taken back. */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Null: there is no such file. */
  read(name: string): Promise<StoredObject | null>;
  /** In bytes; null: it is not there. */
  sizeOf(name: string): Promise<number | null>;
  /** Nothing happens when it is not there. */
  remove(name: string): Promise<void>;
  /** The names of all files. */
  list(): AsyncGenerator<string>;
  /** Takes back uploads that were begun and never ended, where `isLeft` says so of the name and when it was begun. */
  sweep(begins: string, isLeft: (name: string, begunAt: Date) => boolean): Promise<void>;
}

/** Makes the error that is thrown from what is said about the store. */
export type StoreProblem = (
  word: JobWord,
  values: SentenceValues,
  cause: { cause: unknown },
) => Error;

/** The library is large: it is read when a store is used for the first time. */
const library = async () => ({
  ...(await import('@aws-sdk/client-s3')),
  ...(await import('@aws-sdk/lib-storage')),
});

/** Answers that are no file are read whole: a list of 1,000 names takes some 500 KB. */
const MOST_SAID_BYTES = 8 * 1024 * 1024;

/** No store of the protocol answers like this. */
class UnlikeStore extends Error {
  override readonly name = 'UnlikeStore';
}

async function* upTo(most: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > most) throw new UnlikeStore('The store said more than it was asked for.');
    yield piece;
  }
}

/** What a store says in place of a file, a refusal too, may not fill the memory. */
function limitAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (given) => {
        const result = await next(given);
        const answer = result.response as { statusCode: number; body: unknown };
        const isFile = commandName === 'GetObjectCommand' && answer.statusCode < 300;
        if (!isFile && answer.body instanceof Readable)
          answer.body = Readable.from(upTo(MOST_SAID_BYTES, answer.body), { objectMode: false });
        return result;
      },
    // Next to the wire: before anything reads the body.
    { step: 'deserialize', priority: 'low', name: 'limitAnswers' },
  );
}

/**
 * What a store must not be silent for too long about: an answer, or the bytes that it takes. Bytes that are read may pause,
 * since whoever reads them may be slow.
 */
type Expected = 'ANSWER' | 'BYTES';

const patienceFor: Readonly<Record<Expected, (withinMs: number) => object>> = {
  ANSWER: (requestTimeout) => ({ requestTimeout, throwOnRequestTimeout: true }),
  BYTES: (socketTimeout) => ({ socketTimeout }),
};

async function connect(
  { endpoint, region, credentials }: S3Settings,
  patience: object,
): Promise<S3Client> {
  const { S3Client: Client } = await library();
  const client = new Client({
    endpoint,
    region,
    // Every store of the protocol understands addresses with the bucket in the path.
    forcePathStyle: true,
    // Newer checksums are not known to all stores; readers compare hashes of their own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { ...patience, connectionTimeout: 10_000 },
    ...(credentials === null ? {} : { credentials }),
  });
  limitAnswers(client);
  return client;
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** The store names its errors: what is no name is not repeated. */
const shownName = (error: unknown): string =>
  /^[\w.-]{1,60}$/.exec(nameOf(error))?.[0] ?? 'Unknown';

/** An error's name, code and text, and those of what caused it. */
const reasonsOf = (error: Error): string =>
  [error.name, 'code' in error ? error.code : '', error.message, error.cause].join(' ');

/** What is said of a store that is away, shut or wrongly named; null: the error is not the store's. */
function wordOf(error: unknown): JobWord | null {
  const name = nameOf(error);
  if (name === 'NoSuchBucket') return 'no-bucket';
  if (/AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|Credentials/.test(name))
    return 'store-keys-refused';
  if (!(error instanceof Error)) return null;
  if (/ECONN|ENOTFOUND|EAI_AGAIN|Timeout|Aggregate/.test(reasonsOf(error))) return 'store-away';
  return '$metadata' in error || error instanceof UnlikeStore ? 'store-refused' : null;
}

interface Asked {
  readonly settings: S3Settings;
  /** What goes wrong with the store is thrown as the `problem` of who opened it. */
  ask<Result>(
    work: (client: S3Client, sdk: Sdk) => Promise<Result>,
    expected?: Expected,
  ): Promise<Result>;
}

type Sdk = Awaited<ReturnType<typeof library>>;

const at = ({ settings }: Asked, name: string) => ({
  Bucket: settings.bucket,
  Key: `${settings.prefix}${name}`,
});

const put = async (store: Asked, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> =>
  store.ask(async (client, { Upload }) => {
    const upload = new Upload({
      client,
      params: { ...at(store, name), Body: Readable.from(bytes, { objectMode: false }) },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
      leavePartsOnError: false,
    });
    await upload.done();
  }, 'BYTES');

const read = async (store: Asked, name: string): Promise<StoredObject | null> =>
  store.ask(async (client, { GetObjectCommand }) => {
    const asking = client.send(new GetObjectCommand(at(store, name)));
    const found = await asking.catch((error: unknown) => {
      if (nameOf(error) === 'NoSuchKey') return null;
      throw error;
    });
    if (found === null) return null;
    const { Body, ContentLength } = found;
    if (!(Body instanceof Readable)) throw new Error('The store answered without a file.');
    if (ContentLength === undefined) {
      // Without a length it may never end, and nobody could tell that it was cut off.
      Body.destroy();
      throw new UnlikeStore('The store gave a file without its length.');
    }
    return { size: ContentLength, bytes: Body };
  });

const sizeOf = async (store: Asked, name: string): Promise<number | null> =>
  store.ask(async (client, { HeadObjectCommand }) => {
    try {
      const { ContentLength = 0 } = await client.send(new HeadObjectCommand(at(store, name)));
      return ContentLength;
    } catch (error) {
      // Without this word it is not known: a store that is away has lost nothing.
      if (nameOf(error) === 'NotFound') return null;
      throw error;
    }
  });

async function* list(store: Asked): AsyncGenerator<string> {
  const { bucket, prefix } = store.settings;
  let next: string | undefined;
  do {
    const after = next === undefined ? {} : { ContinuationToken: next };
    const page = await store.ask(async (client, { ListObjectsV2Command }) => {
      const answer = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...after }),
      );
      // A store that repeats itself would be read for ever.
      if (next !== undefined && answer.NextContinuationToken === next)
        throw new UnlikeStore('The store gave one page of its list again.');
      return answer;
    });
    for (const { Key } of page.Contents ?? [])
      if (Key !== undefined) yield Key.slice(prefix.length);
    next = page.NextContinuationToken;
  } while (next !== undefined);
}

const sweep = async (
  store: Asked,
  begins: string,
  isLeft: (name: string, begunAt: Date) => boolean,
) =>
  store.ask(async (client, { ListMultipartUploadsCommand, AbortMultipartUploadCommand }) => {
    const { bucket, prefix } = store.settings;
    const { Uploads = [] } = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: `${prefix}${begins}` }),
    );
    for (const { Key, UploadId, Initiated = new Date() } of Uploads)
      if (Key !== undefined && isLeft(Key.slice(prefix.length), Initiated))
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
  });

/** Opens a bucket; it is asked for the first time when something is done with it. */
export function openBucket(
  settings: S3Settings,
  problem: StoreProblem,
  withinMs = ANSWER_WITHIN_MS,
): S3Bucket {
  const where = `${settings.endpoint}/${settings.bucket}/${settings.prefix}`;
  const connections: Partial<Record<Expected, Promise<S3Client>>> = {};
  const store: Asked = {
    settings,
    ask: async (work, expected = 'ANSWER') => {
      try {
        const connection = (connections[expected] ??= connect(
          settings,
          patienceFor[expected](withinMs),
        ));
        return await work(await connection, await library());
      } catch (error) {
        const word = wordOf(error);
        const values = { place: where, reason: shownName(error) };
        throw word === null ? error : problem(word, values, { cause: error });
      }
    },
  };
  return {
    where,
    put: async (name, bytes) => put(store, name, bytes),
    read: async (name) => read(store, name),
    sizeOf: async (name) => sizeOf(store, name),
    remove: async (name) => {
      await store.ask(async (client, { DeleteObjectCommand }) =>
        client.send(new DeleteObjectCommand(at(store, name))),
      );
    },
    list: () => list(store),
    sweep: async (begins, isLeft) => sweep(store, begins, isLeft),
  };
}
