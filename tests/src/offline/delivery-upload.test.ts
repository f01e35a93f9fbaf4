import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { beginLoggedIn, page, reload, server, user } from './one-phone.ts';
import { photoOf, visitOf } from './support.ts';
import type { Fault } from './support.ts';
import { PATIENCE } from '../../support/patience.ts';

const PART = 256 * 1024;
const BIG = 3 * PART - 5000;
const UPLOAD = 'POST /api/v1/device/uploads';
const PATCH = 'PATCH /api/v1/device/uploads/:id';
const HEAD = 'HEAD /api/v1/device/uploads/:id';
const RECEIPT = 'GET /api/v1/device/files/:id';

beforeEach(async () => {
  await beginLoggedIn();
  server.requests.length = 0;
});

async function saveWithFile(size: number) {
  const saved = await page.saveOperation({ ...visitOf(newId()), files: [photoOf(size)] });
  return { opId: saved.opId, fileId: saved.fileIds[0] ?? '' };
}

/** The n-th request of that kind meets the fault, nothing else does. */
function faultAt(method: string, number: number, fault: Fault): void {
  let seen = 0;
  server.nextFault = (request) => {
    if (request.method !== method || !request.path.includes('/uploads')) return 'none';
    seen += 1;
    return seen === number ? fault : 'none';
  };
}

const uploadRequests = () => server.requests.filter((one) => !one.includes('/delivery'));
const summary = async () => (await page.outboxSummary()).unsent;

it('a file from 256 KiB goes in parts, a smaller one in one request', async () => {
  const big = await saveWithFile(BIG);
  const small = await saveWithFile(PART - 29);
  await page.deliverAuthor(user._id);
  expect([...server.files.keys()].sort()).toEqual([big.fileId, small.fileId].sort());
  expect(uploadRequests().sort()).toEqual(
    [UPLOAD, PATCH, PATCH, PATCH, 'PUT /api/v1/device/files/:id'].sort(),
  );
  expect(await summary()).toBe(0);
});

describe('an upload that was cut off', () => {
  it('goes on after a killed browser where it stopped, losing one part at most', async () => {
    const { fileId } = await saveWithFile(BIG);
    faultAt('PATCH', 2, 'lostRequest');
    await page.deliverAuthor(user._id);
    expect(server.files.size).toBe(0);
    server.nextFault = () => 'none';
    await reload();
    await page.sendNow();
    expect(server.files.has(fileId)).toBe(true);
    expect(uploadRequests()).toEqual([UPLOAD, PATCH, PATCH, HEAD, PATCH, PATCH]);
    expect(server.uploads.parts.reduce((sum, part) => sum + part, 0)).toBe(BIG + 28);
  });

  it('goes on behind what an older connection brought after it was asked where to go on', async () => {
    const { fileId } = await saveWithFile(BIG);
    faultAt('PATCH', 2, 'lostRequest');
    await page.deliverAuthor(user._id);
    const { sealed } = (await page.outboxOf(user._id).fileBytes.get(fileId)) ?? {};
    let isLate = true;
    server.nextFault = ({ method }) => {
      const kept = server.uploads.store.uploads.get(fileId);
      if (method !== 'PATCH' || !isLate || kept === undefined) return 'none';
      isLate = false;
      const end = kept.bytes.length + 10;
      kept.bytes = Buffer.from(sealed ?? new ArrayBuffer(0)).subarray(0, end);
      return 'none';
    };
    server.requests.length = 0;
    await page.sendNow();
    expect(uploadRequests()).toEqual([HEAD, PATCH, HEAD, PATCH, PATCH]);
  });

  it('is not sent twice when only the last answer was lost', async () => {
    await saveWithFile(BIG);
    faultAt('PATCH', 3, 'lostAnswer');
    await page.deliverAuthor(user._id);
    expect(await summary()).toBe(1);
    await page.sendNow();
    expect(uploadRequests()).toEqual([UPLOAD, PATCH, PATCH, PATCH, HEAD, RECEIPT]);
    expect(await summary()).toBe(0);
  });

  it('asks what became of the file when the last answer was no answer of ours', async () => {
    await saveWithFile(BIG);
    faultAt('PATCH', 3, 'truncated');
    await page.deliverAuthor(user._id);
    await page.sendNow();
    expect(server.uploads.parts).toHaveLength(3);
    expect(await summary()).toBe(0);
  });

  it('begins anew when the server has dropped it', async () => {
    const { fileId } = await saveWithFile(BIG);
    faultAt('PATCH', 2, 'lostRequest');
    await page.deliverAuthor(user._id);
    server.uploads.store.uploads.clear();
    await page.sendNow();
    expect(server.files.has(fileId)).toBe(true);
    expect(uploadRequests().slice(3)).toEqual([HEAD, RECEIPT, UPLOAD, PATCH, PATCH, PATCH]);
  });

  it('begins anew when it continues at another place than the server has', async () => {
    const { fileId } = await saveWithFile(BIG);
    let isFirst = true;
    server.beforeAnswer = async () => {
      const kept = server.uploads.store.uploads.get(fileId);
      if (kept === undefined || kept.bytes.length === 0 || !isFirst) return;
      isFirst = false;
      kept.bytes = kept.bytes.subarray(0, 1000);
    };
    await page.deliverAuthor(user._id);
    await page.sendNow();
    expect(server.files.has(fileId)).toBe(true);
    expect(await summary()).toBe(0);
  });
});

describe('what an answer to an upload means', () => {
  const passing: Fault[] = [
    'html200',
    'redirect',
    'portal401',
    '500',
    '413proxy',
    '429',
    'gateway401',
    'gateway413',
    'gateway426',
  ];
  it.each(passing)('%s keeps the file, whichever request meets it', async (fault) => {
    for (const [method, at] of [
      ['POST', 1],
      ['PATCH', 2],
      ['HEAD', 1],
    ] as const) {
      const { fileId } = await saveWithFile(BIG);
      if (method === 'HEAD') {
        faultAt('PATCH', 2, 'lostRequest');
        await page.deliverAuthor(user._id);
        await page.resume(user._id);
      }
      faultAt(method, at, fault);
      await page.deliverAuthor(user._id);
      expect(await summary()).toBe(1);
      const [item] = await page.listOutbox();
      expect(item?.files[0]?.state).toBe('waiting');
      server.nextFault = () => 'none';
      await page.sendNow();
      expect(server.files.has(fileId)).toBe(true);
      expect(await summary()).toBe(0);
    }
  });

  it('429 lets everything wait as long as it says', async () => {
    await saveWithFile(BIG);
    faultAt('POST', 1, '429');
    const nextTryAt = await page.deliverAuthor(user._id);
    expect((nextTryAt ?? 0) - Date.now()).toBeGreaterThan(110_000);
  });

  it.each(['POST', 'PATCH'])('401 to a %s stops the queue until the next login', async (method) => {
    await saveWithFile(BIG);
    faultAt(method, 1, '401');
    expect(await page.deliverAuthor(user._id)).toBeNull();
    expect((await page.outboxSummary()).pause).toBe('login');
  });

  it('413 of the server itself parks the file', async () => {
    await saveWithFile(BIG);
    faultAt('POST', 1, '413');
    await page.deliverAuthor(user._id);
    expect((await page.listOutbox())[0]).toMatchObject({
      state: 'attention',
      reason: 'fileRefused',
    });
  });

  it('a file that is refused for good is replaced by another one, or left out; its visit is there all along', async () => {
    const refused = await import('../../../src/offline/refused-file.ts');
    for (const way of ['replace', 'giveUp'] as const) {
      const { opId, fileId } = await saveWithFile(BIG);
      faultAt('POST', 1, '415');
      await page.deliverAuthor(user._id);
      expect((await page.listOutbox())[0]).toMatchObject({ reason: 'fileRefused' });
      server.nextFault = () => 'none';
      const bytes = new Uint8Array(300).fill(7).buffer;
      if (way === 'giveUp') await refused.giveUpRefusedFiles(opId);
      else await refused.replaceRefusedFile(fileId, { bytes, contentType: 'image/jpeg' });
      await page.deliverAuthor(user._id);
      expect(server.files.has(fileId)).toBe(way === 'replace');
      expect(await summary()).toBe(0);
    }
  });

  it.each([BIG, 2000])(
    'a network that refuses PUT, PATCH and HEAD gets %i bytes in the bodies of POST requests, and is remembered',
    async (size) => {
      const { fileId } = await saveWithFile(size);
      server.nextFault = ({ method, path }) =>
        method !== 'POST' || path.endsWith('/uploads') ? 'gateway403' : 'none';
      await page.deliverAuthor(user._id);
      await page.sendNow();
      expect(server.files.has(fileId)).toBe(true);
      expect(await summary()).toBe(0);
      server.requests.splice(0);
      await saveWithFile(size);
      await page.sendNow();
      expect(server.requests.filter((request) => !request.startsWith('POST'))).toEqual([]);
      expect(await summary()).toBe(0);
    },
  );

  it('headers lost on the way are no reason to park: the file goes in bodies', async () => {
    const { fileId } = await saveWithFile(2000);
    const fetchBelow = globalThis.fetch;
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      const headers = new Headers(init.headers);
      const lost = Array.from(headers.keys()).filter((name) => name.startsWith('x-'));
      for (const name of lost) headers.delete(name);
      return fetchBelow(address, { ...init, headers });
    });
    await page.deliverAuthor(user._id);
    await page.sendNow();
    expect(server.files.has(fileId)).toBe(true);
    expect(await summary()).toBe(0);
  });

  it('a limit of any size is found, down to parts of 4 KiB', async () => {
    const { fileId } = await saveWithFile(BIG);
    const fetchBelow = globalThis.fetch;
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      const size = init.body instanceof Blob ? init.body.size : 0;
      const body = JSON.stringify({ code: 'TOO_LARGE', message: 'Over the limit.' });
      if (size > 5000) return new Response(body, { status: 413 });
      return fetchBelow(address, init);
    });
    for (let tries = 0; tries < 9; tries += 1) await page.sendNow();
    expect(server.files.has(fileId)).toBe(true);
    expect(await summary()).toBe(0);
  });

  it('413 of a proxy makes the parts smaller', async () => {
    await saveWithFile(BIG);
    server.nextFault = ({ method }) => (method === 'PATCH' ? '413proxy' : 'none');
    await page.deliverAuthor(user._id);
    server.nextFault = () => 'none';
    server.uploads.parts.length = 0;
    await page.sendNow();
    expect(server.uploads.parts[0]).toBe(64 * 1024);
    expect(await summary()).toBe(0);
  });

  it('a file counts only when the server has the same bytes', async () => {
    const { fileId } = await saveWithFile(BIG);
    const keep = server.keepFile.bind(server);
    server.keepFile = (id, ...rest) => {
      keep(id, ...rest);
      return { _id: id, sha256: '0'.repeat(64), outcome: 'DONE' };
    };
    await page.deliverAuthor(user._id);
    expect(await summary()).toBe(1);
    expect(server.files.has(fileId)).toBe(true);
  });
});

describe('many files', () => {
  it('never leave the line idle: a slow one holds up none of the others', async () => {
    for (let count = 0; count < 30; count += 1) await saveWithFile(1000 + count);
    let atOnce = 0;
    let most = 0;
    let slow: string | null = null;
    const fetchBelow = globalThis.fetch;
    globalThis.fetch = async (address, init) => {
      if (init?.method !== 'PUT') return fetchBelow(address, init);
      atOnce += 1;
      most = Math.max(most, atOnce);
      const name = JSON.stringify(address);
      slow ??= name;
      // The first ones wait until the line is full, the slow one for all the others.
      const isReady = () => most === 4 && (slow !== name || server.files.size === 29);
      await vi.waitUntil(isReady, PATIENCE);
      atOnce -= 1;
      return fetchBelow(address, init);
    };
    await page.deliverAuthor(user._id);
    expect(most).toBe(4);
    expect(server.files.size).toBe(30);
  });

  it('do not hold up a visit that is saved while they hang', async () => {
    await saveWithFile(BIG);
    const line = new EventTarget();
    const hanging = new Promise((go) => line.addEventListener('back', go));
    server.nextFault = ({ method }) => (method === 'PATCH' ? 'lostRequest' : 'none');
    server.beforeAnswer = async () => {
      if (server.requests.at(-1) === PATCH) await hanging;
    };
    const running = page.deliverAuthor(user._id);
    await vi.waitUntil(() => server.requests.includes(PATCH), PATIENCE);
    const { opId } = await page.saveOperation(visitOf(newId()));
    void page.deliverAuthor(user._id);
    await vi.waitUntil(() => server.operations.some((one) => one.opId === opId), PATIENCE);
    line.dispatchEvent(new Event('back'));
    await running;
    expect(server.files.size).toBe(0);
  });

  it('one whose bytes something on the way resets holds up none of the others', async () => {
    const bad = await saveWithFile(1000);
    for (let count = 0; count < 20; count += 1) await saveWithFile(1001 + count);
    server.nextFault = ({ path }) => (path.endsWith(bad.fileId) ? 'lostRequest' : 'none');
    await page.deliverAuthor(user._id);
    expect(server.files.size).toBe(20);
  });
});
