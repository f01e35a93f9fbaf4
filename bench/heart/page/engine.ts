import '../../../contract/no-eval.ts';
import { authCalls } from '../../../contract/auth.ts';
import { dispositionCalls } from '../../../contract/disposition.ts';
import { deliverAll } from '../../../src/offline/delivery.ts';
import { searchLoans } from '../../../src/offline/loan-index.ts';
import { saveOperation } from '../../../src/offline/operation-save.ts';
import { outboxSummary } from '../../../src/offline/outbox-summary.ts';
import { pull } from '../../../src/offline/pull.ts';
import { ensureRegistered, restoreSession } from '../../../src/offline/session.ts';
import { openVault } from '../../../src/offline/vault.ts';
import { TOKEN_KEY, server } from '../../../src/remote/session-client.ts';
import { rawPull } from './raw-pull.ts';

const DOOR_LOCKED = {
  disposition: 'FIELD_DOOR_LOCKED',
  position: { missingReason: 'DENIED' },
} as const;

/** A visit to be saved. */
export interface Visit {
  loanId: string;
  opId: string;
  remarks: string;
  /** Bytes of a photo, 0 for none. */
  photoBytes: number;
}

/** Logs in as the app does, but for the pull and the delivery that start by themselves. */
async function logIn(email: string, password: string): Promise<void> {
  const answer = await server.call(authCalls.login, { body: { email, password } });
  if (answer.token === undefined || answer.userInfo === undefined) throw new Error(answer.error);
  localStorage.setItem(TOKEN_KEY, answer.token);
  await openVault(answer.userInfo, password, email);
  await ensureRegistered();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds of a first pull, and how many loans it brought. */
async function timePull(): Promise<{ ms: number; loans: number }> {
  const start = performance.now();
  const { loans } = await pull();
  return { ms: performance.now() - start, loans };
}

/** Milliseconds of each search, with the index in memory. */
async function timeSearches(texts: readonly string[]): Promise<number[]> {
  await searchLoans({ text: 'warm', sort: 'due' });
  const times: number[] = [];
  for (const text of texts) times.push(await timed(() => searchLoans({ text, sort: 'due' })));
  return times;
}

const PICTURE = { width: 480, height: 360 } as const;
let picture: Promise<Uint8Array> | null = null;

/** A small JPEG of noise, drawn once. */
async function drawPicture(): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(PICTURE.width, PICTURE.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser can not draw.');
  const pixels = context.createImageData(PICTURE.width, PICTURE.height);
  for (let at = 0; at < pixels.data.length; at += 65_536)
    crypto.getRandomValues(pixels.data.subarray(at, at + 65_536));
  context.putImageData(pixels, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 });
  return new Uint8Array(await blob.arrayBuffer());
}

/** A photo of so many bytes: a JPEG, filled up behind its end with noise so that no two are alike. */
async function photo(size: number): Promise<ArrayBuffer> {
  picture ??= drawPicture();
  const drawn = await picture;
  if (drawn.length > size - 16) throw new Error(`A photo has ${drawn.length} bytes at least.`);
  const bytes = new Uint8Array(size);
  bytes.set(drawn);
  for (let at = drawn.length; at < size; at += 65_536)
    crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
  return bytes.buffer;
}

/** Saves visits in their order; resolves when all are durably on this device. */
async function saveVisits(visits: readonly Visit[]): Promise<void> {
  for (const { loanId, opId, remarks, photoBytes } of visits)
    await saveOperation({
      call: 'createFieldDisposition',
      loanId,
      opId,
      body: { loanId, remarks, ...DOOR_LOCKED },
      files:
        photoBytes === 0
          ? []
          : [
              {
                kind: 'photo',
                name: 'door.jpg',
                contentType: 'image/jpeg',
                bytes: await photo(photoBytes),
              },
            ],
    });
}

/** Delivers until nothing waits any more; milliseconds. Throws when something stays. */
async function timeDelivery(): Promise<number> {
  const start = performance.now();
  for (;;) {
    const { nextTryAt } = await deliverAll();
    if (nextTryAt === null) break;
    await new Promise((resolve) => {
      setTimeout(resolve, Math.max(0, nextTryAt - Date.now()));
    });
  }
  const ms = performance.now() - start;
  const summary = await outboxSummary();
  if (summary.unsent > 0 || summary.pause !== null)
    throw new Error(`Not all was delivered: ${JSON.stringify(summary)}`);
  return ms;
}

/** Milliseconds of the same visits sent as plain calls, one request after the other. */
async function timeOneByOne(visits: readonly Visit[]): Promise<number> {
  return timed(async () => {
    for (const { loanId, opId, remarks } of visits)
      await server.call(dispositionCalls.createFieldDisposition, {
        body: { _id: opId, loanId, remarks, ...DOOR_LOCKED },
      });
  });
}

/** Registers the product's own service worker and waits until it runs. */
async function startWorker(): Promise<void> {
  await navigator.serviceWorker.register('/service-worker.js', { scope: '/' });
  await navigator.serviceWorker.ready;
}

/** How many of the agent's operations and files wait here. */
async function countUnsent(): Promise<number> {
  return (await outboxSummary()).unsent;
}

const heart = {
  logIn,
  restore: restoreSession,
  timePull,
  timeSearches,
  saveVisits,
  timeDelivery,
  timeOneByOne,
  startWorker,
  countUnsent,
  rawPull,
};

/** What a bench may call in the page. */
export type Heart = typeof heart;

declare global {
  interface Window {
    heart: Heart;
  }
}

window.heart = heart;
