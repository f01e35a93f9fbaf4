import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { BackupPlace, PutBackup } from './backup-place.ts';
import { BackupGone, BackupProblem } from './backup-problem.ts';
import { countedBytes } from './counted-bytes.ts';
import type { S3Settings } from './s3-settings.ts';

/** A store takes at most 10,000 parts of a file: 16 MB each is room for 156 GB. Two of them are in memory at a time. */
const PART_BYTES = 16 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const ANSWER_WITHIN_MS = 60_000;

/** The library is large: it is read when a store is used for the first time. */
const library = async () => ({
  ...(await import('@aws-sdk/client-s3')),
  ...(await import('@aws-sdk/lib-storage')),
});

async function connect({ endpoint, region, credentials }: S3Settings): Promise<S3Client> {
  const { S3Client: Client } = await library();
  return new Client({
    endpoint,
    region,
    // Every store of the protocol understands addresses with the bucket in the path.
    forcePathStyle: true,
    // Newer checksums are not known to all stores; the drill reads every byte back anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { requestTimeout: ANSWER_WITHIN_MS, connectionTimeout: 10_000 },
    ...(credentials === null ? {} : { credentials }),
  });
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** An error's name, code and text, and those of what caused it. */
const reasonsOf = (error: Error): string =>
  [error.name, 'code' in error ? error.code : '', error.message, error.cause].join(' ');

/** What a store that is away, shut or wrongly named is called. */
function withSentence(error: unknown, where: string): unknown {
  if (error instanceof BackupProblem) return error;
  const name = nameOf(error);
  const cause = { cause: error };
  if (name === 'NoSuchBucket') return new BackupProblem(`There is no bucket ${where}.`, cause);
  if (/AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|Credentials/.test(name))
    return new BackupProblem(`${where} does not let the server in. Check its keys.`, cause);
  if (
    error instanceof Error &&
    /ECONN|ENOTFOUND|EAI_AGAIN|Timeout|Aggregate/.test(reasonsOf(error))
  )
    return new BackupProblem(`${where} can not be reached.`, cause);
  if (error instanceof Error && '$metadata' in error)
    return new BackupProblem(`${where} did not take the call (${name}).`, cause);
  return error;
}

/** A bucket of a store, and how it is asked: what goes wrong is said in a sentence. */
interface Store {
  readonly where: string;
  readonly settings: S3Settings;
  ask<Result>(
    work: (client: S3Client, sdk: Awaited<ReturnType<typeof library>>) => Promise<Result>,
  ): Promise<Result>;
}

function openStore(settings: S3Settings): Store {
  const { endpoint, bucket, prefix } = settings;
  const where = `${endpoint}/${bucket}/${prefix}`;
  let connection: Promise<S3Client> | null = null;
  return {
    where,
    settings,
    ask: async (work) => {
      try {
        connection ??= connect(settings);
        return await work(await connection, await library());
      } catch (error) {
        throw withSentence(error, where);
      }
    },
  };
}

const at = ({ settings }: Store, name: string) => ({
  Bucket: settings.bucket,
  Key: `${settings.prefix}${name}`,
});

/** In parts of which nothing is to be seen before the last: what breaks off is taken back. */
const put = async (store: Store, name: string, bytes: AsyncIterable<Uint8Array>) =>
  store.ask(async (client, { Upload }): Promise<PutBackup> => {
    const { pieces, total } = countedBytes(bytes);
    const upload = new Upload({
      client,
      params: { ...at(store, name), Body: Readable.from(pieces, { objectMode: false }) },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
      leavePartsOnError: false,
    });
    await upload.done();
    return total();
  });

const read = async (store: Store, name: string) =>
  store.ask(async (client, { GetObjectCommand }) => {
    const asking = client.send(new GetObjectCommand(at(store, name)));
    const { Body } = await asking.catch((error: unknown) => {
      if (nameOf(error) !== 'NoSuchKey') throw error;
      throw new BackupGone(`${name} is no longer in ${store.where}.`);
    });
    if (!(Body instanceof Readable)) throw new Error('The store answered without a file.');
    return Body;
  });

const has = async (store: Store, name: string) =>
  store.ask(async (client, { HeadObjectCommand }) => {
    try {
      await client.send(new HeadObjectCommand(at(store, name)));
      return true;
    } catch (error) {
      // Without this word it is not known: a store that is away has lost nothing.
      if (nameOf(error) === 'NotFound') return false;
      throw error;
    }
  });

const sweep = async (store: Store, inWork: readonly string[]) =>
  store.ask(async (client, { ListMultipartUploadsCommand, AbortMultipartUploadCommand }) => {
    const { bucket, prefix } = store.settings;
    const { Uploads = [] } = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: `${prefix}recoup-` }),
    );
    for (const { Key, UploadId } of Uploads)
      if (Key !== undefined && !inWork.includes(Key.slice(prefix.length)))
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
  });

/** A bucket of a store of the S3 protocol, or a folder of one. */
export function s3Place(settings: S3Settings): BackupPlace {
  const store = openStore(settings);
  return {
    name: store.where,
    put: async (name, bytes) => put(store, name, bytes),
    read: async (name) => read(store, name),
    has: async (name) => has(store, name),
    remove: async (name) => {
      await store.ask(async (client, { DeleteObjectCommand }) =>
        client.send(new DeleteObjectCommand(at(store, name))),
      );
    },
    sweep: async (inWork) => sweep(store, inWork),
  };
}
