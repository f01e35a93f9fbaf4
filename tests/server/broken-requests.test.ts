import { connect } from 'node:net';
import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it, vi } from 'vitest';
import { errorBodySchema } from '../../contract/errors.ts';
import { incomingFolder } from '../../server/http/incoming-folder.ts';
import { log } from '../../server/log.ts';
import { PATIENCE } from '../support/patience.ts';
import { testServer } from '../support/server.ts';

/* Whatever is sent is answered in the contract's one body, also what the framework and Node refuse by themselves. */

const server = testServer();

beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});

const answerTo = async (sent: string): Promise<string> => {
  const { port } = server.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    let said = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket.on('data', (data) => (said += data.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(said));
  });
};

const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;
const TWO_LENGTHS = 'Content-Length: 5\r\nContent-Length: 6\r\n';

it.each([
  ['too long an id', get(`/api/v1/loans/id/${'a'.repeat(400)}`), 414],
  ['too long an address', get(`/${'a'.repeat(20_000)}`), 431],
  ['too long a header', get('/api/v1/loans', `X-Long: ${'a'.repeat(20_000)}\r\n`), 431],
  ['what is no HTTP', 'GARBAGE\r\n\r\n', 400],
  ['an unknown method', get('/api/v1/loans').replace('GET', 'FOO'), 400],
  ['two lengths', get('/api/v1/loans', TWO_LENGTHS), 400],
])('%s is refused in the one body', async (_, sent, status) => {
  const [head = '', body = ''] = (await answerTo(sent)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(errorBodySchema.strict().parse(JSON.parse(body)).message).toMatch(/^[A-Z].*\.$/);
});

it.each([
  ['too many files', 20, 413],
  ['a file of no field', 1, 400],
])(
  'a form with %s is refused without a word in the log, and leaves no file',
  async (_, count, status) => {
    const { level } = log;
    log.level = 'warn';
    const told = vi.spyOn(process.stderr, 'write');
    const form = new FormData();
    for (let each = 0; each < count; each += 1)
      form.append('other', new Blob(['a,b']), `${each}.csv`);
    const { port } = server.app.server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/loans/csv/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.people.admin.token}` },
      body: form,
    });
    expect(answer.status).toBe(status);
    await vi.waitFor(async () => {
      const left = await readdir(incomingFolder(server.context.settings));
      expect(left).toEqual([]);
    }, PATIENCE);
    expect(told.mock.calls.map(([line]) => String(line))).toEqual([]);
    told.mockRestore();
    log.level = level;
  },
);
