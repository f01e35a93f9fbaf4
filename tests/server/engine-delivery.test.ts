import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { authCalls } from '../../contract/auth.ts';
import type { LoggedInUser } from '../../contract/auth.ts';
import { newId } from '../../server/ids.ts';
import { loadPage, newPhone } from '../src/offline/support.ts';
import type { Page } from '../src/offline/support.ts';
import { testPassword, testServer } from '../support/server.ts';
import { sha256Hex } from '../support/test-device.ts';
import { loanOf } from '../support/work.ts';

const server = testServer();
let origin: string;
let picture: Buffer;
let page: Page;
let user: LoggedInUser;
/** What the line does to a request before and after the server has it; throw to cut it. */
let before: (request: string) => void;
let after: (request: string) => void;
const requests: string[] = [];

beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  picture = await sharp({
    create: { width: 1000, height: 900, channels: 3, noise, background: '#000' },
  })
    .jpeg({ quality: 90 })
    .toBuffer();
});

beforeEach(async () => {
  requests.length = 0;
  before = () => undefined;
  after = () => undefined;
  page = await newPhone();
  const browserFetch = globalThis.fetch;
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, origin);
    const request = `${init.method ?? 'GET'} ${url.pathname}`;
    requests.push(request);
    before(request);
    const answer = await browserFetch(url, init);
    after(request);
    return answer;
  });
  await logIn();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Logs the field agent in as the app does. */
async function logIn(): Promise<void> {
  const { email } = server.people.fieldagent;
  const body = { email, password: testPassword };
  const answer = await server.call('POST', '/login', { as: null, body });
  const { token = '', userInfo } = authCalls.login.answer.parse(answer.json());
  if (userInfo === undefined) throw new Error('The login was refused.');
  user = userInfo;
  const stored = new Map([['recoup.token', token]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  await page.onLogin({ user, password: testPassword });
  await page.deliverAll();
}

/** A visit to a locked door, as the form gives it. */
const visitBody = (loanId: string) => ({
  loanId,
  disposition: 'FIELD_DOOR_LOCKED',
  position: { missingReason: 'DENIED' as const },
});

async function saveVisit(bytes: Buffer) {
  const loanId = await loanOf(server, 'fieldagent');
  const body = visitBody(loanId);
  const plain = new Uint8Array(bytes).buffer;
  const file = {
    kind: 'photo' as const,
    name: 'door.jpg',
    contentType: 'image/jpeg',
    bytes: plain,
  };
  const call = 'createFieldDisposition' as const;
  return page.saveOperation({ call, loanId, body, files: [file] });
}

const stored = async (id = '') => {
  const { rows } = await server.db.execute<{ sha256: string; is_kept: boolean }>(
    sql`select sha256, store_key is not null as is_kept from files where id = ${id}`,
  );
  return rows;
};

function cutOnce(kind: string, number: number): (request: string) => void {
  let seen = 0;
  return (request) => {
    if (!request.startsWith(kind)) return;
    seen += 1;
    if (seen === number) throw new TypeError('The line was cut.');
  };
}

describe('the phone’s engine and the server', () => {
  it('a big picture goes in parts and stands there with the same hash', async () => {
    expect(picture.length).toBeGreaterThan(300_000);
    const { fileIds } = await saveVisit(picture);
    await page.deliverAll();
    expect(await stored(fileIds[0])).toEqual([{ sha256: sha256Hex(picture), is_kept: true }]);
    expect(await page.outboxSummary()).toMatchObject({ unsent: 0, attention: 0, lost: 0 });
  });

  it('an upload cut off goes on where it stopped, after a reload', async () => {
    const { fileIds } = await saveVisit(picture);
    before = cutOnce('PATCH', 2);
    await page.deliverAll();
    expect(await stored(fileIds[0])).toMatchObject([{ is_kept: false }]);
    page = await loadPage();
    requests.length = 0;
    await page.sendNow();
    expect(await stored(fileIds[0])).toMatchObject([{ is_kept: true }]);
    expect(requests.some((one) => one.startsWith('HEAD'))).toBe(true);
    expect(requests.some((one) => one.endsWith('/uploads'))).toBe(false);
  });

  it('an upload whose last answer was lost is not sent again', async () => {
    const { fileIds } = await saveVisit(picture);
    const parts = Math.ceil(picture.length / (256 * 1024));
    after = cutOnce('PATCH', parts);
    await page.deliverAll();
    requests.length = 0;
    await page.sendNow();
    expect(await stored(fileIds[0])).toMatchObject([{ is_kept: true }]);
    expect(requests.filter((one) => one.startsWith('PATCH'))).toEqual([]);
    expect((await page.outboxSummary()).unsent).toBe(0);
  });

  it('a file that is no picture is refused and shown, nothing else waits for it', async () => {
    await saveVisit(Buffer.alloc(400_000, 'no picture '));
    const { fileIds } = await saveVisit(picture);
    await page.deliverAll();
    expect(await stored(fileIds[0])).toMatchObject([{ is_kept: true }]);
    expect(await page.outboxSummary()).toMatchObject({ unsent: 1, attention: 1 });
    expect((await page.listOutbox()).map((item) => item.reason)).toContain('fileRefused');
  });
});

it('an eviction of the outbox is noticed as a gap and told to the agent', async () => {
  before = (request) => {
    if (request.includes('/delivery')) throw new TypeError('Offline');
  };
  const loanId = await loanOf(server, 'fieldagent');
  const body = visitBody(loanId);
  await page.saveOperation({ call: 'createFieldDisposition', loanId, body });
  await page.saveOperation({ call: 'createFieldDisposition', loanId, body });
  await page.deliverAll();
  await page.outboxOf(user._id).delete();
  before = () => undefined;
  page = await loadPage();
  await page.restoreSession();
  await page.sendNow();
  expect((await page.outboxSummary()).lost).toBe(2);
});

it('a device that a manager ended delivers, drops what can be read and confirms', async () => {
  const { fileIds } = await saveVisit(picture);
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select id from devices where user_id = ${user._id} order by created_at desc limit 1`,
  );
  const deviceId = rows[0]?.id ?? newId();
  await server.taken('POST', '/devices/wipe', {
    as: 'manager',
    body: { deviceId, userId: user._id },
  });
  await page.deliverAll();
  expect(await stored(fileIds[0])).toMatchObject([{ is_kept: true }]);
  expect(page.isUnlocked()).toBe(false);
  const after = await server.db.execute<{ is_wiped: boolean; is_ended: boolean }>(
    sql`select wiped_at is not null as is_wiped, revoked_at is not null as is_ended from devices where id = ${deviceId}`,
  );
  expect(after.rows).toEqual([{ is_wiped: true, is_ended: true }]);
});
