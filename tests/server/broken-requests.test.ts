import { connect } from 'node:net';
import { readdir, rename } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it, vi } from 'vitest';
import type { LoginAnswer } from '../../contract/auth.ts';
import { errorBodySchema } from '../../contract/errors.ts';
import { incomingFolder } from '../../server/http/incoming-folder.ts';
import { tokenHash } from '../../server/identity/token-service.ts';
import { log } from '../../server/log.ts';
import { sendFile } from '../support/loan-file.ts';
import { PATIENCE, until } from '../support/patience.ts';
import { testPassword, testServer } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import { loanOf, visitOf } from '../support/work.ts';

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

it('an upload that can not be stored is answered, read to its end, and holds no connection', async () => {
  const folder = incomingFolder(server.context.settings);
  await rename(folder, `${folder}.away`);
  const told = vi.spyOn(log, 'error').mockReturnValue();
  const { port } = server.app.server.address() as AddressInfo;
  const part = 'content-disposition: form-data; name="file"; filename="loans.csv"';
  const body = `--B\r\n${part}\r\n\r\n${'a,b\n'.repeat(2_000_000)}\r\n--B--\r\n`;
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (data) => (said += data.toString()));
  socket.write(
    `POST /api/v1/loans/csv/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${server.people.admin.token}\r\n` +
      `content-type: multipart/form-data; boundary=B\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
  try {
    // The rest of the body is behind the answer, and before whatever is asked next on this connection.
    socket.write(get('/healthz'));
    await vi.waitFor(() => expect(said).toContain('HTTP/1.1 200'), PATIENCE);
    expect(said).toMatch(/^HTTP\/1.1 500 /);
  } finally {
    socket.destroy();
    await rename(`${folder}.away`, folder);
    told.mockRestore();
  }
});

/** Sends a body in two halves, `meanwhile` and a pause between them: longer than a request counts as one moment. */
async function sendSlowly(
  token: string,
  body: object,
  meanwhile: () => Promise<unknown>,
  pauseMs = 150,
) {
  const text = JSON.stringify(body);
  async function* halves() {
    yield text.slice(0, 5);
    await meanwhile();
    await sleep(pauseMs);
    yield text.slice(5);
  }
  return server.app.inject({
    method: 'PUT',
    url: '/api/v1/session/profile',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': `${text.length}`,
    },
    payload: Readable.from(halves()),
  });
}

const freshToken = async (email: string) => {
  const body = { email, password: testPassword };
  return (await server.call('POST', '/login', { as: null, body })).json<LoginAnswer>().token ?? '';
};

it('a body that still comes when its session ends or gets another role does nothing any more', async () => {
  const { id, email } = server.people.fieldagent2;
  const ways: Record<string, (token: string) => Promise<unknown>> = {
    'logged out': (token) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/session/logout',
        headers: { authorization: `Bearer ${token}` },
      }),
    disabled: () => server.db.execute(sql`update users set disabled_at = now() where id = ${id}`),
    'of another role': () =>
      server.db.execute(sql`update users set role = 'COLLECTOR' where id = ${id}`),
  };
  for (const [way, meanwhile] of Object.entries(ways)) {
    const token = await freshToken(email);
    const body = { fullName: `Changed ${way}`, email };
    const answer = await sendSlowly(token, body, () => meanwhile(token));
    await server.db.execute(
      sql`update users set disabled_at = null, role = 'FIELD_AGENT' where id = ${id}`,
    );
    expect(answer.statusCode, `${way}: ${answer.body}`).toBe(401);
  }
});

it('a session that idles away while a slow line still brings what was asked does not cost it', async () => {
  const { email } = server.people.fieldagent2;
  const token = await freshToken(email);
  const idle = () =>
    server.db.execute(sql`update sessions set last_seen_at = now() - interval '599.6 seconds'
      where token_hash = ${tokenHash(token)}`);
  const body = { fullName: 'Slow line', email };
  const slow = await sendSlowly(token, body, idle, 500);
  expect(slow.json(), slow.body).toMatchObject({ data: { fullName: 'Slow line' } });
});

it('a file keeps its whole name where one is cut, whatever signs it has', async () => {
  const content = 'Loan Number,Customer Name,Total Due,Mobile\nWN1,Asha,100,9876543210\n';
  const fields = { Client_Name: server.clients.X.name };
  // Signs of two halves, of which a cut from either side finds one in the middle.
  const names = ['', 'x'].flatMap((start) => [
    `${start}${'😀'.repeat(130)}`,
    `${start}${'😀'.repeat(70)}`,
  ]);
  for (const path of ['/loans/csv/upload', '/data-insights'])
    for (const name of names) {
      const sent = { as: 'admin', content, name: `${name}.csv`, fields } as const;
      // A few at once are read, and the next is refused as long as they are.
      const answer = await until(async () => {
        const each = await sendFile(server, path, sent);
        return each.json<{ code?: string }>().code !== 'TOO_MANY_FILES' && each;
      });
      expect(answer.statusCode, `${path} ${name}: ${answer.body}`).toBe(200);
    }
});

it('what was refused stands in the log with its code, each piece of a delivery with its own', async () => {
  const loanId = await loanOf(server, 'fieldagent');
  const phone = await registerTestDevice(server, 'fieldagent');
  const good = await phone.seal({ call: 'createFieldDisposition', loanId, body: visitOf(loanId) });
  const wrong = await phone.seal({ call: 'createFieldDisposition', loanId, body: { loanId } });
  const { level } = log;
  log.level = 'info';
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await server.call('GET', '/backups', { as: 'collector' });
    await phone.deliver([good, wrong]);
    const served = () =>
      told.mock.calls
        .map(
          ([line]) => JSON.parse(String(line)) as { msg: string; call: string; refused: unknown },
        )
        .filter(({ msg }) => msg === 'served')
        .map(({ call, refused }) => ({ call, refused }));
    await expect.poll(served).toEqual([
      { call: 'listBackups', refused: 'WRONG_ROLE' },
      {
        call: 'deliverOperations',
        refused: [{ opId: wrong.opId, code: expect.stringMatching(/^[A-Z_]+$/) }],
      },
    ]);
  } finally {
    told.mockRestore();
    log.level = level;
  }
});
