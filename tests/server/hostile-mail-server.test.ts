import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { hostname } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { sendMail } from '../../server/mail/mail-service.ts';

const SECRET = 'open sesame 7';
const MAIL = { id: 'one', to: 'a@agency.example', subject: 'Report', text: 'Here', file: null };
let server: Server;
afterEach(() => {
  server.close();
});

/** A mail server without TLS that answers a line of the client's; returns how to send over it, and all that it heard. */
async function startTalker(answer: (line: string) => string, address = '127.0.0.1') {
  const heard: string[] = [];
  server = createServer((socket) => {
    socket.on('error', () => undefined).write('220 here\r\n');
    socket.on('data', (line) => {
      heard.push(String(line));
      socket.write(answer(String(line)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const settings = { host: address, port, isSecure: false, user: 'robot', password: SECRET };
  return { heard, send: (ms?: number) => sendMail({ ...settings, from: 'r@a.example' }, MAIL, ms) };
}

const offered = (line: string): string | null =>
  line.startsWith('EHLO') ? '250-here\r\n250 AUTH PLAIN\r\n' : null;

it('what it repeats of the login is not told on', async () => {
  const { send } = await startTalker((line) => {
    const given = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString();
    return offered(line) ?? `535 No: ${line.trim()} ${given.replaceAll('\0', ' ')}\r\n`;
  });
  const outcome = JSON.stringify(await send());
  expect(outcome).toContain('535 No');
  expect(outcome).not.toContain(SECRET);
  expect(outcome).not.toContain(Buffer.from(`\0robot\0${SECRET}`).toString('base64'));
});

it('where TLS is not offered the password does not travel, but within this machine', async () => {
  const { heard, send } = await startTalker((line) => offered(line) ?? '250 ok\r\n', hostname());
  expect(await send()).toMatchObject({ kind: 'RETRY' });
  expect(heard.join('')).not.toMatch(/AUTH|MAIL FROM/);
});

it('that never comes to the point is left', async () => {
  const { send } = await startTalker(() => '250-and another thing\r\n');
  expect(await send(200)).toEqual({
    kind: 'RETRY',
    error: 'ERROR: The mail server took too long.',
  });
});
