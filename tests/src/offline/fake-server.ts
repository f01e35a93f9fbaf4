import type { PhoneUnlock } from '../../../contract/phone-unlock.ts';
import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import type { DeviceState } from '../../../contract/queued-work.ts';
import { newId } from '../../../src/offline/id.ts';
import { codeOf } from '../../support/disposition-code.ts';
import { openSeal } from '../../support/seal-open.ts';
import vectors from '../../support/seal-vectors.json' with { type: 'json' };
import { faultAfter, faultBefore, json, refusal } from './fake-faults.ts';
import type { Fault } from './fake-faults.ts';
import { FakeUploads } from './fake-uploads.ts';

const { privateKeyPkcs8, ...serverKey } = vectors.serverKey;

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

/** A server in memory that opens seals, runs each operation once and holds children; with faults on demand. */
export class FakeServer {
  epoch = newId();
  offlineLoginDays = 7;
  /** What this device had confirmed before, as registration says it. */
  lastSequence = 0;
  /** What it knows of this phone before its storage was cleared. */
  replaces: { lastContactAt: string; missingCount: number } | null = null;
  largestBatch = 100;
  /** So many pages are still given. */
  pullsUntilKill = Number.POSITIVE_INFINITY;
  readonly tokens = new Map<string, string>();
  /** Tokens that a later login replaced. */
  readonly deadTokens = new Set<string>();
  readonly operations: Delivered[] = [];
  /** Ids of what it took before the test began. */
  readonly takenBefore = new Set<string>();
  readonly files = new Map<string, string>();
  /** Files are kept, but nothing announced them: as after a restored backup. */
  holdsFiles = false;
  readonly batches: string[][] = [];
  readonly pages: {
    loans: unknown[];
    gone: string[];
    closed?: unknown[];
    isHeldBack?: boolean;
    inReview?: string[];
  }[] = [];
  /** What the phone should hold, for its comparisons. */
  shouldHold: { loanId: string; mark: string; isComing: boolean }[] | null = null;
  readonly digests: string[] = [];
  readonly deliveryTokensSeen: string[] = [];
  /** What devices said of themselves, with each batch. */
  readonly states: DeviceState[] = [];
  /** Every request of delivery, in order; ids as `:id`. */
  readonly requests: string[] = [];
  readonly uploads = new FakeUploads((...file) => this.keepFile(...file));
  /** Files that came in the bodies of requests, as far as they are here, and the sizes of these parts. */
  readonly partsOf = new Map<string, Buffer>();
  readonly partSizes: number[] = [];
  /** The key that this server can open seals of, under the id it goes by. */
  serverKey = serverKey;
  gaps: [number, number][] = [];
  /** The server's clock, milliseconds. */
  time: () => number = () => Date.now();
  /** Ids of the devices that registered. */
  readonly devicesSeen: string[] = [];
  /** Receipt numbers per range, and how many ranges were given. */
  rangeSize = 100;
  rangesGiven = 0;
  isWipeAsked = false;
  /** Work is taken for a manager to decide on. */
  takesForReview = false;
  /** Asked for this user only. */
  isWipeAskedFor = '';
  wipesConfirmed = 0;
  /** Asked before each request of delivery. */
  nextFault: (request: { method: string; path: string }) => Fault = () => 'none';
  /** Happens while a delivery's request is under way. */
  beforeAnswer: () => Promise<void> = async () => undefined;
  /** Refuses an operation by what it says. */
  refuse: (text: string) => number | null = () => null;

  /** What it allows on phones. */
  unlock: PhoneUnlock = {
    allowed: 'any',
    passwordDays: 7,
    tries: 5,
    idleSeconds: 600,
    passwordMark: 'first',
  };
  /** Whether it takes cursors of before its restore. */
  knowsOldCursors = false;
  /** Says that it has what it confirms with another content. */
  confirmsOther = false;

  /** What it does when a session asks for its user's part of the vault's key; an older server knows nothing of it. */
  vaultKeys: 'unknown' | 'told' | 'noAnswer' | 'tooMany' | 'sessionOver' = 'unknown';
  /** Another after its database was replaced. */
  vaultKeyLife = 'first';
  /** Whose session it is, should that not be who asks: somebody logged in meanwhile. */
  sessionsOf: string | null = null;

  private tellVaultKey(token: string): Response {
    if (this.vaultKeys === 'noAnswer') throw new TypeError('Failed to fetch');
    if (this.vaultKeys === 'tooMany') return refusal(429, 'TOO_MANY');
    if (this.vaultKeys === 'sessionOver') return refusal(401, 'SESSION_OVER');
    const userId = this.sessionsOf ?? token;
    return this.vaultKeys === 'told'
      ? json(200, { vaultKey: `${this.vaultKeyLife} of ${userId}`, userId })
      : refusal(404, 'NOT_FOUND');
  }

  /** Takes the place of the browser's fetch. */
  install(): void {
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => this.answer(address, init));
  }

  private async answer(address: string, init: RequestInit): Promise<Response> {
    const url = new URL(address, 'http://recoup.test');
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? '';
    if (url.pathname === '/api/v1/device') return this.register(token, init.body as string);
    if (url.pathname === '/api/v1/device/start-key')
      return json(200, { startKey: `of ${token}`, userId: this.sessionsOf ?? token });
    if (url.pathname === '/api/v1/device/vault-key') return this.tellVaultKey(token);
    if (url.pathname === '/api/v1/disposition/with/code') return json(200, { data: CODES });
    if (url.pathname === '/api/v1/device/pull') return this.pull(url.searchParams.get('cursor'));
    if (url.pathname === '/api/v1/device/reconcile') return this.reconcile(init.body as string);
    if (url.pathname === '/api/v1/device/receipt-numbers') return this.giveNumbers();
    const { method = 'GET' } = init;
    this.requests.push(`${method} ${url.pathname.replace(/[0-9a-f-]{36}$/, ':id')}`);
    const fault = this.nextFault({ method, path: url.pathname });
    await this.beforeAnswer();
    const before = faultBefore(fault);
    if (before !== null) return before();
    this.deliveryTokensSeen.push(token);
    if (!this.tokens.has(token) || this.deadTokens.has(token)) return refusal(401, 'NO_DEVICE');
    return faultAfter(fault, await this.serve(url, token, init));
  }

  private async serve(url: URL, token: string, init: RequestInit): Promise<Response> {
    const id = url.pathname.split('/').at(-1) ?? '';
    if (url.pathname.startsWith('/api/v1/device/uploads'))
      return this.uploads.serve(new Request(url, { ...init, duplex: 'half' } as RequestInit));
    if (url.pathname === '/api/v1/device/wiped') {
      this.wipesConfirmed += 1;
      return json(200, { ok: true });
    }
    if (url.pathname.endsWith('/device/file-parts')) return this.takePart(init.body as string);
    if (!url.pathname.startsWith('/api/v1/device/files/'))
      return this.takeBatch(token, init.body as string);
    if (init.method === 'PUT') return this.takeFile(id, init);
    const sha256 = this.files.get(id) ?? null;
    return json(200, { _id: id, sha256, outcome: sha256 === null ? 'UNKNOWN' : 'DONE' });
  }

  private register(session: string, body: string): Response {
    if (this.isWipeAsked && !body.includes('"isWiped":true')) {
      return refusal(403, 'DEVICE_WIPE_PENDING');
    }
    this.isWipeAsked = false;
    this.devicesSeen.push((JSON.parse(body) as { deviceId: string }).deviceId);
    const deliveryToken = `delivery-${session}-${newId()}`;
    for (const [old, owner] of this.tokens) if (owner === session) this.deadTokens.add(old);
    this.tokens.set(deliveryToken, session);
    return json(200, {
      deviceId: newId(),
      deliveryToken,
      serverKey: this.serverKey,
      epoch: this.epoch,
      serverTime: new Date(this.time()).toISOString(),
      offlineLoginDays: this.offlineLoginDays,
      lastSequence: this.lastSequence,
      unlock: this.unlock,
      replaces: this.replaces,
    });
  }

  private pull(cursor: string | null): Response {
    if (this.pullsUntilKill <= 0) throw new TypeError('Failed to fetch');
    this.pullsUntilKill -= 1;
    const at = Number(cursor?.split(':')[1] ?? 0);
    const isOld = cursor !== null && !cursor.startsWith(this.epoch);
    if (isOld && !this.knowsOldCursors) return refusal(400, 'CURSOR_INVALID');
    const page = this.pages[at] ?? { loans: [], gone: [] };
    const next = Math.min(at + 1, this.pages.length);
    return json(200, {
      epoch: this.epoch,
      cursor: `${this.epoch}:${next}`,
      hasMore: next < this.pages.length,
      remaining: 0,
      ...page,
      serverTime: new Date(this.time()).toISOString(),
    });
  }

  /** Compares with `shouldHold`, as the real server does; without it everything is the same. */
  private reconcile(body: string): Response {
    const { digest } = JSON.parse(body) as { digest: string };
    this.digests.push(digest);
    if (this.shouldHold === null) return json(200, { isSame: true, loans: [] });
    const loans = this.shouldHold.toSorted((one, other) => (one.loanId < other.loanId ? -1 : 1));
    const lines = loans.map(({ loanId, mark }) => `${loanId} ${mark}\n`).join('');
    const isSame = createHash('sha256').update(lines).digest('hex') === digest;
    return json(200, { isSame, loans: isSame ? [] : loans });
  }

  private giveNumbers(): Response {
    this.rangesGiven += 1;
    const firstNumber = (this.rangesGiven - 1) * this.rangeSize + 1;
    const lastNumber = firstNumber + this.rangeSize - 1;
    return json(200, { firstNumber, lastNumber, epoch: this.epoch });
  }

  private takeBatch(token: string, body: string): Response {
    const { device, operations } = JSON.parse(body) as {
      device: DeviceState;
      operations: TravellingOperation[];
    };
    this.states.push(device);
    if (operations.length > this.largestBatch) return refusal(413, 'TOO_LARGE');
    // An empty one is but a sign of life.
    if (operations.length > 0) this.batches.push(operations.map((operation) => operation.opId));
    return json(200, {
      receipts: operations.map((operation) => this.run(token, operation)),
      epoch: this.epoch,
      unlock: this.unlock,
      serverTime: new Date(this.time()).toISOString(),
      serverKey: this.serverKey,
      lastSequence: 0,
      gaps: this.gaps,
      wipe: this.isWipeAsked || this.tokens.get(token) === this.isWipeAskedFor,
    });
  }

  private run(userToken: string, operation: TravellingOperation): unknown {
    const { opId, payloadHash, loanId, after } = operation;
    const said = this.confirmsOther ? 'f'.repeat(64) : payloadHash;
    const receipt = (outcome: string, status: number) => ({
      opId,
      payloadHash: said,
      outcome,
      status,
    });
    const known = this.operations.find((one) => one.opId === opId);
    if (known !== undefined) {
      return known.hash === payloadHash ? receipt('DONE', 200) : receipt('REFUSED', 409);
    }
    const isThere = (id: string) =>
      this.takenBefore.has(id) || this.operations.some((one) => one.opId === id);
    if (after !== undefined && !isThere(after)) return receipt('HELD', 200);
    if (operation.keyId !== this.serverKey.keyId) {
      return { ...receipt('REFUSED', 400), code: 'UNKNOWN_KEY' };
    }
    const text = openSeal(privateKeyPkcs8, 'recoup-operation-v1', opId, operation).toString();
    const status = this.refuse(text);
    if (status !== null) return receipt(status >= 500 ? 'RETRY' : 'REFUSED', status);
    this.operations.push({ opId, hash: payloadHash, userToken, loanId, text, runs: 1 });
    const done = receipt('DONE', 200);
    return this.takesForReview ? { ...done, code: 'IN_REVIEW' } : done;
  }

  private takePart(body: string): Response {
    const part = JSON.parse(body) as {
      _id: string;
      keyId: string;
      ephemeralKey: string;
      sha256: string;
      size: number;
      offset: number;
      part: string;
    };
    const { _id, sha256, size } = part;
    const before = this.partsOf.get(_id) ?? Buffer.alloc(0);
    const bytes = Buffer.from(part.part, 'base64url');
    this.partSizes.push(bytes.length);
    const now = part.offset === before.length ? Buffer.concat([before, bytes]) : before;
    this.partsOf.set(_id, now);
    if (now.length < size) return json(200, { _id, sha256, outcome: 'PART', received: now.length });
    const answer = this.keepFile(_id, part, now);
    return typeof answer === 'string'
      ? refusal(400, answer)
      : json(200, { ...answer, received: size });
  }

  private takeFile(id: string, init: RequestInit): Response {
    const headers = new Headers(init.headers);
    if (!headers.has('x-key-id')) return refusal(400, 'BAD_INPUT');
    const key = {
      keyId: headers.get('x-key-id') ?? '',
      ephemeralKey: headers.get('x-ephemeral-key') ?? '',
    };
    const answer = this.keepFile(id, key, Buffer.from(init.body as ArrayBuffer));
    return typeof answer === 'string' ? refusal(400, answer) : json(200, answer);
  }

  /** Opens a file that arrived whole and keeps its hash; the code of a refusal when it can't. */
  keepFile(id: string, key: { keyId: string; ephemeralKey: string }, sealed: Buffer) {
    if (key.keyId !== this.serverKey.keyId) return 'UNKNOWN_KEY';
    const plain = openSeal(privateKeyPkcs8, 'recoup-file-v1', id, {
      ephemeralKey: key.ephemeralKey,
      iv: sealed.subarray(0, 12).toString('base64url'),
      ciphertext: sealed.subarray(12).toString('base64url'),
    });
    const sha256 = createHash('sha256').update(plain).digest('hex');
    this.files.set(id, sha256);
    return { _id: id, sha256, outcome: this.holdsFiles ? 'HELD' : 'DONE' };
  }
}

const CODES = [codeOf('MET'), codeOf('PTP', { disposition_class: 'PTP', sortOrder: 2 })];
