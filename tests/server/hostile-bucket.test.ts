import { createServer as createHttpServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBucket } from '../../server/file-store/s3-bucket.ts';

const WITHIN_MS = 300;
const sockets = new Set<Socket>();
/** Takes connections and bytes, and never says a word. */
const silent = createServer((socket) => {
  sockets.add(socket.on('error', () => undefined).resume());
});
let endpoint: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

async function allOf(names: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const name of names) all.push(name);
  return all;
}

async function* bytes() {
  yield Buffer.from('a photo');
}

const bucketAt = (at: string) =>
  openBucket(
    {
      endpoint: at,
      bucket: 'safe',
      prefix: '',
      region: 'us-east-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    },
    (word, values) => new Error(`${word} ${String(values.reason)}`),
    WITHIN_MS,
  );

const toldOf = async (asked: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(asked)).map((one) =>
    one.status === 'rejected' ? String(one.reason) : one.status,
  );

it('a store that takes the connection and says nothing is told as one that can not be reached', async () => {
  const bucket = bucketAt(endpoint);
  const all = [bucket.read('a'), bucket.sizeOf('a'), bucket.put('a', bytes()), bucket.remove('a')];
  expect(await toldOf(all)).toEqual(all.map(() => expect.stringContaining('Error: store-away')));
}, 15_000);

const portOf = (server: Server) => (server.address() as AddressInfo).port;

describe('a store that', () => {
  const PIECE = Buffer.alloc(65_536, 'x');
  /** Past any limit there may be; whoever reads all of it is found by this. */
  const ENOUGH_BYTES = 40 * 1024 * 1024;
  let answer: (to: ServerResponse) => void;
  let said = 0;
  let elsewhere = 0;
  const other = createHttpServer((_asked, to) => {
    elsewhere += 1;
    to.end('of the inner network');
  });
  const store = createHttpServer((_asked, to) => answer(to));

  const talkOn = (to: ServerResponse): void => {
    said = 0;
    const more = () => {
      if (to.destroyed) return;
      if (said > ENOUGH_BYTES) to.end();
      else {
        said += PIECE.length;
        to.write(PIECE, () => setImmediate(more));
      }
    };
    more();
  };

  beforeAll(async () => {
    for (const server of [other, store])
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    for (const server of [other, store]) {
      server.closeAllConnections();
      server.close();
    }
  });

  const bucket = () => bucketAt(`http://127.0.0.1:${portOf(store)}`);

  it('refuses in words without end is not listened to until the memory is full', async () => {
    answer = (to) => {
      to.writeHead(403, { 'content-type': 'application/xml' });
      talkOn(to);
    };
    expect(await toldOf([bucket().read('a')])).toEqual(['Error: store-refused UnlikeStore']);
    expect(said).toBeLessThan(ENOUGH_BYTES);
  });

  it('gives a file without its length, which may never end, has given none', async () => {
    answer = talkOn;
    expect(await toldOf([bucket().read('a')])).toEqual(['Error: store-refused UnlikeStore']);
  });

  it('names its error at length is not repeated', async () => {
    answer = (to) => to.writeHead(403).end(`<Error><Code>${'A'.repeat(5000)}</Code></Error>`);
    expect(await toldOf([bucket().read('a')])).toEqual(['Error: store-refused Unknown']);
  });

  it('gives one page of its list again and again is not read for ever', async () => {
    answer = (to) =>
      to.end(
        '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken></ListBucketResult>',
      );
    expect(await toldOf([allOf(bucket().list())])).toEqual(['Error: store-refused UnlikeStore']);
  });

  it('sends on to an address of the inner network is not followed', async () => {
    for (const status of [301, 302, 307]) {
      answer = (to) =>
        to.writeHead(status, { location: `http://127.0.0.1:${portOf(other)}/` }).end();
      expect(await toldOf([bucket().read('a')])).toEqual([
        expect.stringContaining('Error: store-refused'),
      ]);
    }
    expect(elsewhere).toBe(0);
  });
});
