import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

async function* bytes() {
  yield Buffer.from('a photo');
}

it('a store that takes the connection and says nothing is told as one that can not be reached', async () => {
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const settings = { endpoint, bucket: 'safe', prefix: '', region: 'us-east-1', credentials };
  const bucket = openBucket(settings, (word) => new Error(word), WITHIN_MS);
  const all = [bucket.read('a'), bucket.sizeOf('a'), bucket.put('a', bytes()), bucket.remove('a')];
  const told = (await Promise.allSettled(all)).map((one) =>
    one.status === 'rejected' ? String(one.reason) : one.status,
  );
  expect(told).toEqual(all.map(() => 'Error: store-away'));
}, 15_000);
