import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { Disposition } from '../../../contract/disposition.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import { newId } from '../../../src/offline/id.ts';
import { openSeal } from '../../support/seal-open.ts';
import vectors from '../../support/seal-vectors.json' with { type: 'json' };

const { privateKeyPkcs8, ...serverKey } = vectors.serverKey;

/** A user of this test's own, so that tests don't meet in one database. */
export function newUser(name = 'asha'): LoggedInUser {
  return {
    _id: newId(),
    username: `${name}-${newId().slice(-8)}`,
    fullName: name,
    role: 'FIELD_AGENT',
    createdBy: null,
    client: null,
    Client_Name: null,
    location: null,
    noBiReport: null,
  };
}

/** A visit as the form gives it. */
export function visitOf(loanId: string, remarks = 'met at home') {
  return {
    call: 'createFieldDisposition' as const,
    loanId,
    body: { loanId, disposition: 'MET', remarks, position: { missingReason: 'DENIED' as const } },
  };
}

/** What the network does to one request. `lost*`: the fault comes before or after the server did its work. */
export type Fault =
  | 'none'
  | 'lostRequest'
  | 'lostAnswer'
  | 'html200'
  | 'truncated'
  | 'redirect'
  | 'portal401'
  | '500'
  | '500afterCommit'
  | '503retryAfter'
  | '429'
  | '413'
  | '413proxy'
  | '426'
  | '401';

interface Delivered {
  opId: string;
  hash: string;
  userToken: string;
  loanId: string;
  text: string;
  runs: number;
}

interface TravellingOperation {
  opId: string;
  loanId: string;
  after?: string;
  keyId: string;
  ephemeralKey: string;
  iv: string;
  ciphertext: string;
  payloadHash: string;
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
const refusal = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { code, message: `Refused: ${code}.` }, headers);

/** A server in memory that opens seals, runs each operation once and holds children; with faults on demand. */
export class FakeServer {
  epoch = newId();
  offlineLoginDays = 7;
  /** What this device had confirmed before, as registration says it. */
  lastSequence = 0;
  largestBatch = 100;
  /** So many pages are still given. */
  pullsUntilKill = Number.POSITIVE_INFINITY;
  readonly tokens = new Map<string, string>();
  /** Tokens that a later login replaced. */
  readonly deadTokens = new Set<string>();
  readonly operations: Delivered[] = [];
  readonly files = new Map<string, string>();
  readonly batches: string[][] = [];
  readonly pages: { loans: unknown[]; gone: string[] }[] = [];
  readonly deliveryTokensSeen: string[] = [];
  /** Asked before each request of delivery. */
  nextFault: () => Fault = () => 'none';
  /** Happens while a delivery's request is under way. */
  beforeAnswer: () => Promise<void> = async () => undefined;
  /** Refuses an operation by what it says. */
  refuse: (text: string) => number | null = () => null;

  /** Takes the place of the browser's fetch. */
  install(): void {
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => this.answer(address, init));
  }

  private async answer(address: string, init: RequestInit): Promise<Response> {
    const url = new URL(address, 'http://recoup.test');
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? '';
    if (url.pathname === '/api/v1/device') return this.register(token);
    if (url.pathname === '/api/v1/disposition/with/code') return json(200, { data: CODES });
    if (url.pathname === '/api/v1/device/pull') return this.pull(url.searchParams.get('cursor'));
    const fault = this.nextFault();
    await this.beforeAnswer();
    const before = faultBefore(fault);
    if (before !== null) return before();
    this.deliveryTokensSeen.push(token);
    if (!this.tokens.has(token) || this.deadTokens.has(token)) return refusal(401, 'NO_DEVICE');
    const answer = url.pathname.startsWith('/api/v1/device/files/')
      ? this.takeFile(url.pathname.split('/').at(-1) ?? '', init)
      : this.takeBatch(token, init.body as string);
    return faultAfter(fault, answer);
  }

  private register(session: string): Response {
    const deliveryToken = `delivery-${session}-${newId()}`;
    for (const [old, owner] of this.tokens) if (owner === session) this.deadTokens.add(old);
    this.tokens.set(deliveryToken, session);
    return json(200, {
      deviceId: newId(),
      deliveryToken,
      serverKey,
      epoch: this.epoch,
      serverTime: new Date().toISOString(),
      offlineLoginDays: this.offlineLoginDays,
      lastSequence: this.lastSequence,
    });
  }

  private pull(cursor: string | null): Response {
    if (this.pullsUntilKill <= 0) throw new TypeError('Failed to fetch');
    this.pullsUntilKill -= 1;
    const at = Number(cursor?.split(':')[1] ?? 0);
    if (cursor !== null && !cursor.startsWith(this.epoch)) return refusal(400, 'CURSOR_INVALID');
    const page = this.pages[at] ?? { loans: [], gone: [] };
    const next = Math.min(at + 1, this.pages.length);
    return json(200, {
      epoch: this.epoch,
      cursor: `${this.epoch}:${next}`,
      hasMore: next < this.pages.length,
      remaining: 0,
      ...page,
      serverTime: new Date().toISOString(),
    });
  }

  private takeBatch(token: string, body: string): Response {
    const { operations } = JSON.parse(body) as { operations: TravellingOperation[] };
    if (operations.length > this.largestBatch) return refusal(413, 'TOO_LARGE');
    this.batches.push(operations.map((operation) => operation.opId));
    return json(200, {
      receipts: operations.map((operation) => this.run(token, operation)),
      epoch: this.epoch,
      serverTime: new Date().toISOString(),
      serverKey,
      lastSequence: 0,
    });
  }

  private run(userToken: string, operation: TravellingOperation): unknown {
    const { opId, payloadHash, loanId, after } = operation;
    const receipt = (outcome: string, status: number) => ({ opId, payloadHash, outcome, status });
    const known = this.operations.find((one) => one.opId === opId);
    if (known !== undefined) {
      return known.hash === payloadHash ? receipt('DONE', 200) : receipt('REFUSED', 409);
    }
    if (after !== undefined && !this.operations.some((one) => one.opId === after)) {
      return receipt('HELD', 200);
    }
    const text = openSeal(privateKeyPkcs8, 'recoup-operation-v1', opId, operation).toString();
    const status = this.refuse(text);
    if (status !== null) return receipt(status >= 500 ? 'RETRY' : 'REFUSED', status);
    this.operations.push({ opId, hash: payloadHash, userToken, loanId, text, runs: 1 });
    return receipt('DONE', 200);
  }

  private takeFile(id: string, init: RequestInit): Response {
    const headers = new Headers(init.headers);
    const bytes = Buffer.from(init.body as ArrayBuffer);
    const plain = openSeal(privateKeyPkcs8, 'recoup-file-v1', id, {
      ephemeralKey: headers.get('x-ephemeral-key') ?? '',
      iv: bytes.subarray(0, 12).toString('base64url'),
      ciphertext: bytes.subarray(12).toString('base64url'),
    });
    const sha256 = createHash('sha256').update(plain).digest('hex');
    this.files.set(id, sha256);
    return json(200, { _id: id, sha256, outcome: 'DONE' });
  }
}

function faultBefore(fault: Fault): (() => Response) | null {
  const portal = '<html><body>Welcome to the hotel</body></html>';
  const faults: Partial<Record<Fault, () => Response>> = {
    lostRequest: () => {
      throw new TypeError('Failed to fetch');
    },
    redirect: () => {
      throw new TypeError('Redirect refused');
    },
    html200: () => new Response(portal, { headers: { 'content-type': 'text/html' } }),
    portal401: () => new Response(portal, { status: 401 }),
    '500': () => refusal(500, 'BROKEN'),
    '503retryAfter': () => refusal(503, 'BUSY', { 'retry-after': '120' }),
    '429': () => refusal(429, 'SLOW_DOWN', { 'retry-after': '120' }),
    '413': () => refusal(413, 'TOO_LARGE'),
    '413proxy': () => new Response(portal, { status: 413 }),
    '426': () => refusal(426, 'UPDATE'),
    '401': () => refusal(401, 'NO_DEVICE'),
  };
  return faults[fault] ?? null;
}

async function faultAfter(fault: Fault, answer: Response): Promise<Response> {
  if (fault === 'lostAnswer') throw new TypeError('Failed to fetch');
  if (fault === '500afterCommit') return refusal(500, 'BROKEN');
  if (fault !== 'truncated') return answer;
  return new Response((await answer.text()).slice(0, -20), { status: 200 });
}

const code = (name: string, disposition_class: string, sortOrder: number) => ({
  code: name,
  label: name,
  channel: 'FIELD',
  disposition_class,
  needsAmount: false,
  needsDate: false,
  needsTime: false,
  needsPersonMet: false,
  sortOrder,
});
const CODES = [code('MET', 'CONTACTED', 1), code('PTP', 'PTP', 2)];

/** A phone that never saw the app. */
export async function newPhone(): Promise<Page> {
  globalThis.indexedDB = new IDBFactory();
  // Dexie lives outside the modules that are loaded anew, and took note of the first factory.
  Dexie.dependencies.indexedDB = globalThis.indexedDB;
  return loadPage();
}

/** The heart as a freshly loaded page has it: databases stay, memory is new. */
export async function loadPage() {
  vi.resetModules();
  return {
    ...(await import('../../../src/offline/session.ts')),
    ...(await import('../../../src/offline/operation-save.ts')),
    ...(await import('../../../src/offline/outbox.ts')),
    ...(await import('../../../src/offline/outbox-summary.ts')),
    ...(await import('../../../src/offline/outbox-export.ts')),
    ...(await import('../../../src/offline/delivery.ts')),
    ...(await import('../../../src/offline/loan-index.ts')),
    ...(await import('../../../src/offline/loan-history.ts')),
    ...(await import('../../../src/offline/pull.ts')),
    ...(await import('../../../src/offline/drafts.ts')),
    ...(await import('../../../src/offline/outbox-database.ts')),
    ...(await import('../../../src/offline/cache-database.ts')),
  };
}

/** The heart of one page. */
export type Page = Awaited<ReturnType<typeof loadPage>>;

/** Logs a user in online, as the app does; the session's token is the user's id. */
export async function logIn(page: Page, user: LoggedInUser, password = 'secret-1'): Promise<void> {
  const token = { getItem: () => user._id };
  vi.stubGlobal('localStorage', token);
  await page.onLogin({ user, password });
  await page.pull();
  // The delivery that the login started must not race the test's own.
  await page.deliverAll();
}

/** A loan as a pull brings it. */
export function pulledLoan(change: Partial<LoanDetail> = {}) {
  const id = change._id ?? newId();
  const text = [
    'Mobile_Number Alternate_Mobile_Number Email Address City State Pincode Region Branch Product',
    'Bucket DPD Loan_Amount EMI_Amount Principal_Outstanding Interest_Outstanding Penalty_Amount',
    'Total_Due_Amount Disbursal_Date Due_Date Last_Payment_Date Last_Payment_Amount Latitude',
    'Longitude collectorId managerId fieldAgentId collectorName managerName fieldAgentName visitDate',
    'disposition disposition_class disCreatedAt promiseDate promiseAmount convoxid dialledNumber batchNo',
  ].join(' ');
  const empty = Object.fromEntries(text.split(' ').map((field) => [field, null]));
  const loan = {
    ...empty,
    _id: id,
    Loan_ID: `LN-${id.slice(-6)}`,
    Client_Name: 'Alpha Finance',
    Customer_Name: 'Ravi Kumar',
    revision: 1,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    otherColumns: {},
    ...change,
  } as LoanDetail;
  return { loan, dispositions: [] as Disposition[], allocationId: newId() };
}
