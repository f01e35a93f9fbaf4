import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '../../contract/errors.ts';

interface Broken extends ErrorBody {
  readonly status: number;
}

const UNREADABLE: Broken = {
  status: 400,
  code: 'UNREADABLE_REQUEST',
  message: 'This request can not be read. Send it again.',
};

/** By the code of Node's error. */
const BROKEN: Readonly<Record<string, Broken>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'TOO_SLOW',
    message: 'This request took too long to arrive. Send it again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'TOO_LONG',
    message: 'The address or the headers of this request are too long. Shorten them.',
  },
};

/** Answers what is no request that HTTP knows in the contract's one body, and ends its connection. */
export function refuseBroken(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, ...body } = BROKEN[error.code ?? ''] ?? UNREADABLE;
  const json = JSON.stringify(body satisfies ErrorBody);
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(json)}\r\nConnection: close\r\n\r\n${json}`,
    );
  socket.destroy(error);
}
