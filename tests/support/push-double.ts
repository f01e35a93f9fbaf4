import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as the push service got it, and what only the browser can read of it. */
export interface ReceivedPush {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

/** A browser's subscription at a push service of our own. */
export interface PushDouble {
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  readonly received: readonly ReceivedPush[];
  /** What the service answers from now on; 201 at first. */
  answer(status: number): void;
  close(): Promise<void>;
}

const derive = (key: Buffer, by: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, by, info, length));

/** Opens what RFC 8291 sealed for a browser's keys. */
function open(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = derive(keys.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const sealed = body.subarray(21 + sender.length);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** Starts a push service on this machine with one browser subscribed to it. */
export async function startPushDouble(): Promise<PushDouble> {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const received: ReceivedPush[] = [];
  let status = 201;
  const service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      received.push({ headers: request.headers, body, text: open(body, keys, auth) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve);
  });
  const { port } = service.address() as AddressInfo;
  return {
    subscription: {
      endpoint: `http://127.0.0.1:${port}/push/${randomBytes(8).toString('hex')}`,
      keys: {
        p256dh: keys.getPublicKey().toString('base64url'),
        auth: auth.toString('base64url'),
      },
    },
    received,
    answer: (next) => {
      status = next;
    },
    close: async () => {
      service.closeAllConnections();
      await new Promise((resolve) => {
        service.close(resolve);
      });
    },
  };
}
