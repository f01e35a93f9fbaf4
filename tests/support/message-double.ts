import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

/**
 * How the gateway treats a message. HANG and CUT take it and say nothing (no answer, connection cut); a number is the status
 * of an answer; below 300 the message is taken.
 */
export type Manner = number | 'HANG' | 'CUT' | 'TAKE_AND_500';

/** A message as the gateway got it. */
export interface ReceivedMessage {
  readonly id: string;
  readonly body: Record<string, string>;
  readonly headers: IncomingHttpHeaders;
  /** It was taken: its borrower's phone rings. */
  readonly isTaken: boolean;
}

/** A message gateway on this machine. */
export interface MessageDouble {
  readonly url: string;
  readonly received: readonly ReceivedMessage[];
  /** How it treats each message from now on: the number of the try (of any message) from 0, and the message's id. */
  treat(manner: Manner | ((nth: number, id: string) => Manner | Promise<Manner>)): void;
  /** How often it took each message. */
  taken(): Map<string, number>;
  close(): Promise<void>;
}

const isTaking = (manner: Manner) =>
  typeof manner === 'number' ? manner >= 200 && manner < 300 : true;

const takeAll = () => 200;

/** Starts a gateway whose answers name the message `gw-ID`. */
export async function startMessageDouble(): Promise<MessageDouble> {
  const received: ReceivedMessage[] = [];
  let choose: (nth: number, id: string) => Manner | Promise<Manner> = takeAll;
  let asked = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await readText(request)) as Record<string, string>;
    const id = String(request.headers['idempotency-key']);
    const manner = await choose(asked++, id);
    received.push({ id, body, headers: request.headers, isTaken: isTaking(manner) });
    if (manner === 'HANG') return;
    if (manner === 'CUT') {
      request.socket.destroy();
      return;
    }
    response
      .writeHead(manner === 'TAKE_AND_500' ? 500 : manner, { 'content-type': 'application/json' })
      .end(JSON.stringify({ messages: [{ id: `gw-${id}` }], error: 'no such header' }));
  };
  const service = createServer((request, response) => {
    // Who was cut off asks for no answer.
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/send`,
    received,
    treat: (manner) => {
      choose = typeof manner === 'function' ? manner : () => manner;
    },
    taken: () => {
      const counts = new Map<string, number>();
      for (const { id, isTaken } of received)
        if (isTaken) counts.set(id, (counts.get(id) ?? 0) + 1);
      return counts;
    },
    close: async () => {
      service.closeAllConnections();
      await new Promise((resolve) => {
        service.close(resolve);
      });
    },
  };
}
