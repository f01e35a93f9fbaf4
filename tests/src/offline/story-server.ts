import { createHash } from 'node:crypto';
import { newId } from '../../../src/offline/id.ts';
import { openSeal } from '../../support/seal-open.ts';
import { pulledLoan } from './support.ts';
import { json, refusal } from './fake-faults.ts';
import { FAULTS, faultBefore } from './story-faults.ts';
import type { Fault } from './story-faults.ts';
import { StoryParts } from './story-parts.ts';
import type { Sealed } from './story-parts.ts';
import { historyOf } from './story-history.ts';
import type { Stored } from './story-history.ts';
import { missingNumbers } from './story-missing.ts';
import { StoryReviews } from './story-reviews.ts';
import { STORY_KEYS } from './story-keys.ts';
import type { StoryKey } from './story-keys.ts';
import { SESSION_PATHS } from './story-wire.ts';
import type { DeviceWord, Travelling } from './story-wire.ts';
import type { Random } from './story-random.ts';

/** Few, so that stories meet the end of a range. */
const NUMBERS_AT_ONCE = 3;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** The server as a model: what the contract says, in memory, with faults, backups, key rotation and wipes. */
export class StoryServer {
  readonly #random: Random;
  epoch = newId();
  isOnline = true;
  /** Of 1: how often a request of delivery meets a fault. */
  faultRate = 0;
  /** Of 1: how often one operation alone is answered with a fault of the server. */
  refusalRate = 0;
  largestBatch = 100;
  operations = new Map<string, Stored>();
  files = new Map<string, string>();
  readonly tokens = new Map<string, { userId: string; deviceId: string; isDead: boolean }>();
  readonly #late: (() => void)[] = [];
  readonly #parts = new StoryParts();
  #keys: StoryKey[] = STORY_KEYS.slice(0, 1);
  readonly wipes = new Set<string>();
  /** Per user: loans and as of which change; the change counts up. */
  readonly loans = new Map<string, Map<string, number>>();
  readonly #gone = new Map<string, Map<string, number>>();
  change = 0;
  readonly reviews = new StoryReviews();
  /** Changes after this one are held back: something long is at work. Null: nothing is. */
  heldAt: number | null = null;
  #nextNumber = 1;
  #backup: { operations: Map<string, Stored>; files: Map<string, string> } | null = null;
  /** Per user: numbers that are nowhere, as the last word of the device lets one tell. */
  readonly missing = new Map<string, number[]>();

  constructor(random: Random) {
    this.#random = random;
  }

  readonly fetch = async (address: string, init: RequestInit): Promise<Response> => {
    await Promise.resolve();
    if (!this.isOnline) throw new TypeError('Failed to fetch');
    const url = new URL(address, 'http://recoup.test');
    const path = url.pathname.replace('/api/v1', '');
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? '';
    if (path === '/disposition/with/code') return json(200, { data: [] });
    const isSession = SESSION_PATHS.has(path);
    if (isSession && !this.loans.has(token)) return refusal(401, 'SESSION_OVER');
    if (path === '/device') return this.#register(token, init.body as string);
    if (path === '/device/pull') return this.#pull(token, url.searchParams);
    if (path === '/device/receipt-numbers') return this.#giveNumbers();
    if (path === '/device/reconcile') return this.#reconcile(token, init.body as string);
    return this.#delivery(path, token, init);
  };

  /** What was delayed on the way arrives after all; nobody waits for its answer any more. */
  arriveLate(): void {
    for (const arrive of this.#late.splice(0)) arrive();
  }

  backUp(): void {
    this.#backup = { operations: new Map(this.operations), files: new Map(this.files) };
  }

  /** Back to the last backup, under a new life. False: there is none. */
  restore(): boolean {
    if (this.#backup === null) return false;
    this.operations = new Map(this.#backup.operations);
    this.files = new Map(this.#backup.files);
    this.epoch = newId();
    this.missing.clear();
    return true;
  }

  /** Back to the last backup, and nobody says so: only what devices say of their numbers can tell. False: there is none. */
  putBack(): boolean {
    if (this.#backup === null) return false;
    this.operations = new Map(this.#backup.operations);
    this.files = new Map(this.#backup.files);
    return true;
  }

  /** A new key to seal with; the older ones stay as long as anything may be sealed to them. */
  rotateKeys(): void {
    const next = STORY_KEYS[this.#keys.length];
    if (next !== undefined) this.#keys.push(next);
  }

  /** A manager counts all that waited for it. */
  decide(): void {
    for (const opId of this.reviews.decide()) this.#touch(this.operations.get(opId)?.loanId ?? '');
  }

  allocate(userId: string, loanId: string): void {
    this.change += 1;
    const loans = this.loans.get(userId) ?? new Map<string, number>();
    this.loans.set(userId, loans.set(loanId, this.change));
    this.#gone.get(userId)?.delete(loanId);
  }

  deallocate(userId: string, loanId: string): void {
    this.change += 1;
    if (this.loans.get(userId)?.delete(loanId) !== true) return;
    const gone = this.#gone.get(userId) ?? new Map<string, number>();
    this.#gone.set(userId, gone.set(loanId, this.change));
  }

  /** What was done on a loan changes it for everybody who has it. */
  #touch(loanId: string): void {
    this.change += 1;
    for (const loans of this.loans.values()) if (loans.has(loanId)) loans.set(loanId, this.change);
  }

  get #key(): StoryKey {
    const key = this.#keys.at(-1);
    if (key === undefined) throw new Error('No key.');
    return key;
  }

  /** Three at a time, never any of them twice: a restored server skips what the lost one may have given. */
  #giveNumbers(): Response {
    const firstNumber = this.#nextNumber;
    this.#nextNumber += NUMBERS_AT_ONCE;
    const lastNumber = firstNumber + NUMBERS_AT_ONCE - 1;
    return json(200, { firstNumber, lastNumber, epoch: this.epoch });
  }

  #register(userId: string, body: string): Response {
    const { deviceId, isWiped } = JSON.parse(body) as { deviceId: string; isWiped?: boolean };
    if (this.wipes.has(userId) && isWiped !== true) return refusal(403, 'DEVICE_WIPE_PENDING');
    this.wipes.delete(userId);
    for (const known of this.tokens.values())
      if (known.userId === userId && known.deviceId === deviceId) known.isDead = true;
    const deliveryToken = newId();
    this.tokens.set(deliveryToken, { userId, deviceId, isDead: false });
    return json(200, {
      deviceId,
      deliveryToken,
      ...this.#stand(userId),
      offlineLoginDays: 7,
    });
  }

  #stand(userId: string) {
    const { keyId, publicKey } = this.#key;
    return {
      serverKey: { keyId, publicKey },
      epoch: this.epoch,
      serverTime: new Date().toISOString(),
      lastSequence: Math.max(0, ...this.#known(userId)),
      gaps: (this.missing.get(userId) ?? []).map((number) => [number, number]),
    };
  }

  #known(userId: string): number[] {
    return [...this.operations.values()]
      .filter((operation) => operation.author === userId)
      .map((operation) => operation.sequence);
  }

  #pull(userId: string, query: URLSearchParams): Response {
    if (this.wipes.has(userId)) return refusal(403, 'DEVICE_WIPE_PENDING');
    const cursor = query.get('cursor');
    if (cursor !== null && !cursor.startsWith(this.epoch)) return refusal(400, 'CURSOR_INVALID');
    const from = Number(cursor?.split('@')[1] ?? 0);
    const changes = [
      ...[...(this.loans.get(userId) ?? [])].map(([id, at]) => ({ id, at, isGone: false })),
      ...(from === 0
        ? []
        : [...(this.#gone.get(userId) ?? [])].map(([id, at]) => ({ id, at, isGone: true }))),
    ]
      .filter(({ at }) => at > from)
      .sort((one, other) => one.at - other.at);
    const upTo = Math.max(from, this.heldAt ?? this.change);
    const told = changes.filter(({ at }) => at <= upTo);
    const page = told.slice(0, 2);
    const hasMore = page.length < told.length;
    const to = hasMore ? (page.at(-1)?.at ?? from) : upTo;
    return json(200, {
      epoch: this.epoch,
      cursor: `${this.epoch}@${to}`,
      hasMore,
      isHeldBack: !hasMore && told.length < changes.length,
      remaining: told.length - page.length,
      loans: page
        .filter((change) => !change.isGone)
        .map(({ id, at }) =>
          Object.assign(pulledLoan({ _id: id, Customer_Name: `${userId} ${at}` }), {
            mark: String(at),
            dispositions: historyOf(this.reviews.counted(this.operations.values()), id),
          }),
        ),
      gone: page.filter((change) => change.isGone).map(({ id }) => id),
      ...(hasMore ? {} : { inReview: this.reviews.waitingOf(userId, this.operations) }),
      serverTime: new Date().toISOString(),
    });
  }

  #reconcile(userId: string, body: string): Response {
    const { digest, cursor } = JSON.parse(body) as { digest: string; cursor: string };
    const from = Number(cursor.split('@')[1] ?? 0);
    const loans = [...(this.loans.get(userId) ?? [])].sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    const lines = loans.map(([id, at]) => `${id} ${at}\n`).join('');
    const isSame = sha256(lines) === digest;
    const listed = loans.map(([loanId, at]) => ({ loanId, mark: String(at), isComing: at > from }));
    return json(200, { isSame, loans: isSame ? [] : listed });
  }

  async #delivery(path: string, token: string, init: RequestInit): Promise<Response> {
    const fault = this.#fault();
    if (fault === 'late') this.#late.push(() => void this.#answer(path, token, init));
    const before = faultBefore(fault);
    if (before !== null) return before();
    const answer = this.#answer(path, token, init);
    if (fault === 'again') return this.#answer(path, token, init);
    if (fault === 'lostAnswer') throw new TypeError('Failed to fetch');
    if (fault === '500afterCommit') return refusal(500, 'BROKEN');
    if (fault !== 'truncated') return answer;
    return new Response((await answer.text()).slice(0, -20), { status: 200 });
  }

  #fault(): Fault {
    return this.#random.chance(this.faultRate) ? this.#random.pick(FAULTS) : 'none';
  }

  #answer(path: string, token: string, init: RequestInit): Response {
    const device = this.tokens.get(token);
    if (device === undefined || device.isDead) return refusal(401, 'NO_DEVICE');
    if (path === '/device/delivery') return this.#takeBatch(device, init.body as string);
    if (path === '/device/wiped') {
      this.wipes.delete(device.userId);
      return json(200, { ok: true });
    }
    if (path === '/device/file-parts') {
      const { id, sealed, answer } = this.#parts.take(device.userId, init.body as string);
      return sealed === null ? json(200, answer) : this.#takeFile(device.userId, id, sealed);
    }
    const headers = new Headers(init.headers);
    return this.#takeFile(device.userId, path.split('/').at(-1) ?? '', {
      keyId: headers.get('x-key-id') ?? '',
      ephemeralKey: headers.get('x-ephemeral-key') ?? '',
      bytes: Buffer.from(init.body as ArrayBuffer),
    });
  }

  #takeBatch({ userId }: { userId: string }, body: string): Response {
    const { device, operations } = JSON.parse(body) as {
      device: DeviceWord;
      operations: Travelling[];
    };
    if (operations.length > this.largestBatch) return refusal(413, 'TOO_LARGE');
    const receipts = operations.map((operation) => this.#run(userId, operation));
    this.#noteMissing(userId, device);
    return json(200, { receipts, ...this.#stand(userId), wipe: this.wipes.has(userId) });
  }

  #run(author: string, operation: Travelling): unknown {
    const { opId, payloadHash, loanId, after, sequence } = operation;
    const receipt = (outcome: string, status: number, code?: string) => ({
      opId,
      payloadHash,
      outcome,
      status,
      ...(code === undefined ? {} : { code }),
    });
    const known = this.operations.get(opId);
    if (known !== undefined)
      return known.hash === payloadHash ? receipt('DONE', 200) : receipt('REFUSED', 409);
    if (after !== undefined && !this.operations.has(after)) return receipt('HELD', 200);
    const key = this.#keys.find(({ keyId }) => keyId === operation.keyId);
    if (key === undefined) return receipt('REFUSED', 400, 'UNKNOWN_KEY');
    if (this.#random.chance(this.refusalRate)) return receipt('RETRY', 500);
    const plain = openSeal(key.privateKey, 'recoup-operation-v1', opId, operation);
    if (sha256(plain) !== payloadHash) return receipt('REFUSED', 422);
    const text = plain.toString();
    this.operations.set(opId, { opId, hash: payloadHash, author, loanId, text, sequence });
    if (this.reviews.take(opId)) return receipt('DONE', 200, 'IN_REVIEW');
    this.#touch(loanId);
    return receipt('DONE', 200);
  }

  /** Numbers that the device gave out and that neither it nor this server has, within one life. */
  #noteMissing(userId: string, { givenSequence, waiting, epoch }: DeviceWord): void {
    if (givenSequence === undefined || waiting === undefined || epoch !== this.epoch) return;
    this.missing.set(userId, missingNumbers(givenSequence, waiting, this.#known(userId)));
  }

  #takeFile(
    userId: string,
    id: string,
    { keyId: sealedTo, ephemeralKey, bytes }: Sealed,
  ): Response {
    const key = this.#keys.find(({ keyId }) => keyId === sealedTo);
    if (key === undefined) return refusal(400, 'UNKNOWN_KEY');
    const isAnnounced = [...this.operations.values()].some(
      ({ author, text }) => author === userId && text.includes(id),
    );
    const plain = openSeal(key.privateKey, 'recoup-file-v1', id, {
      ephemeralKey,
      iv: bytes.subarray(0, 12).toString('base64url'),
      ciphertext: bytes.subarray(12).toString('base64url'),
    });
    const hash = sha256(plain);
    if (isAnnounced) this.files.set(id, hash);
    const outcome = isAnnounced ? 'DONE' : 'HELD';
    return json(200, { _id: id, sha256: hash, outcome, received: bytes.length });
  }
}
