import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { closeApp } from '../../server/lifecycle.ts';

/** Asks once, and `times` more at once when `word` is set: on the connection that it has, then on new ones. Posts what came of it. */
const asker = `
  const { request, Agent } = require('node:http');
  const { parentPort, workerData: { port, word, times } } = require('node:worker_threads');
  const agent = new Agent({ keepAlive: true });
  const ask = () => new Promise((resolve) => {
    const sent = request({ port, agent }, (answer) => {
      answer.resume().on('end', () => setImmediate(() => resolve(answer.statusCode)));
    });
    sent.on('error', (error) => resolve(error.code)).end();
  });
  ask().then(async (first) => {
    parentPort.postMessage([first]);
    Atomics.wait(word, 0, 0);
    parentPort.postMessage(await Promise.all(Array.from({ length: times }, ask)));
  });`;

it.each([
  ['on a connection that it has', 1],
  ['on connections that nobody has accepted yet', 50],
])('what came while the ending process was busy is answered, not cut off: %s', async (_, times) => {
  const server = createServer((_request, response) => response.end('here'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const word = new Int32Array(new SharedArrayBuffer(4));
  const { port } = server.address() as AddressInfo;
  const worker = new Worker(asker, { eval: true, workerData: { port, word, times } });
  const heard: unknown[] = [];
  const all = new Promise<void>((resolve) => {
    worker.on('message', (answers: unknown[]) => {
      if (heard.push(...answers) > 1) resolve();
    });
  });
  while (heard.length === 0) await sleep(5);
  const closed = closeApp({
    server,
    close: async () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  });
  // The parting time has begun; the requests come while nothing is read until it is over.
  await sleep(50);
  Atomics.store(word, 0, 1);
  Atomics.notify(word, 0);
  // Not in a timer: those that are due by then come after what was read.
  await turn();
  const until = performance.now() + 400;
  while (performance.now() < until);
  await all;
  expect(heard).toEqual(Array(times + 1).fill(200));
  await closed;
  await worker.terminate();
});
