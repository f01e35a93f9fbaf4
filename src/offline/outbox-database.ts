import type { Table } from 'dexie';
import type { SealedOperation } from '../../contract/queued-work.ts';
import type { Encrypted } from './encryption.ts';
import { LastingDatabase, refreshed } from './lasting-database.ts';
import type { DatabaseVersion } from './lasting-database.ts';

/** What the server (or the network) last said about an item. Status 0: no answer. */
export interface LastAnswer {
  at: number;
  status: number;
  code: string | null;
  /** The server's sentence, when it gave one. */
  message: string | null;
}

/**
 * queued: waits for its turn. sending: on its way (or was, when a drain died). held: the server keeps it until its
 * parent arrives. parked: refused; a person must look.
 */
export type OperationState = 'queued' | 'sending' | 'held' | 'parked';

/** An operation as it waits: sealed to the server, with the author's own copy under the vault key. */
export interface StoredOperation {
  opId: string;
  sequence: number;
  loanId: string;
  after: string | null;
  sealed: Pick<SealedOperation, 'keyId' | 'ephemeralKey' | 'iv' | 'ciphertext'>;
  payloadHash: string;
  /** Null when it was confirmed once, and a restored server is offered it again. */
  own: Encrypted | null;
  savedAt: number;
  state: OperationState;
  /** A parked item that no longer holds up its loan. */
  isSetAside: boolean;
  attempts: number;
  nextTryAt: number;
  answer: LastAnswer | null;
  /** When it was offered to a server that had confirmed it once and misses it, milliseconds. */
  offeredAt?: number;
}

/** A file of an operation; its bytes are in `fileBytes`. Goes after its operation. */
export interface StoredFile {
  fileId: string;
  opId: string;
  state: 'waiting' | 'parked' | 'delivered';
  keyId: string;
  ephemeralKey: string;
  /** Of the plain bytes. */
  sha256: string;
  size: number;
  attempts: number;
  nextTryAt: number;
  answer: LastAnswer | null;
  /** By the server's clock; 0 until then. */
  deliveredAt: number;
  /** A resumable upload of it was begun: the server may have part of it. */
  isStarted?: boolean;
  /** Its author chose it in place of one that the server refused. */
  isReplacement?: boolean;
  /** It was refused by its headers' way, and goes in the bodies of requests. */
  isInBodies?: boolean;
  /** Larger parts of it did not get through, bytes. */
  partBytes?: number;
  /** How much of it is on the server, sealed bytes. */
  sentBytes?: number;
}

/** A file's sealed bytes, and for pictures the author's own encrypted copy. */
export interface StoredFileBytes {
  fileId: string;
  sealed: ArrayBuffer;
  own: Encrypted | null;
}

/** A confirmed operation. Kept 30 days, sealed, so that a restored server can be given it again. */
export interface StoredReceipt {
  opId: string;
  sequence: number;
  loanId: string;
  after: string | null;
  sealed: StoredOperation['sealed'];
  payloadHash: string;
  savedAt: number;
  confirmedAt: number;
  /** The same by the server's clock, which the phone's may be years away from; absent: an older version's. */
  serverAt?: number;
  /** The author's copy, until a pull has brought the result back. */
  own: Encrypted | null;
  /** What is left of that copy once the loan left the phone: that it was a visit, say, and its outcome. */
  outcome?: Encrypted | null;
  offeredAt?: number;
  /** The server said that a manager is to decide on it; the next pull knows better. */
  isInReview?: true;
}

/** Receipt numbers from the first to the last, both included. */
export type ReceiptRange = readonly [first: number, last: number];

/** How delivery stands for this author on this device. */
export interface DeliveryState {
  key: 'state';
  nextSequence: number;
  /** login: the delivery token was refused. update: the server wants a newer app. */
  pause: 'login' | 'update' | null;
  attempts: number;
  nextTryAt: number;
  /** Until when the server asked to be left alone (Retry-After): only a person may go on earlier. */
  askedUntil: number;
  answer: LastAnswer | null;
  /** Operations per request; halved by 413, grows again. */
  batchSize: number;
  /** The life of the server's database; null before the first contact. */
  epoch: string | null;
  lastConfirmedAt: number | null;
  /** The delivery at work: one that lost the lock while frozen must not write any more. */
  drain: string | null;
  /** What the server was last told of this device, and when (milliseconds). */
  said: { at: number; unsent: number; attention: number } | null;
  /** The app that the server found too old, when the pause is for an update. */
  pausedVersion: string | null;
  /** When the last pull began, by this phone's clock, milliseconds: what is confirmed later bears no earlier time. */
  pulledFrom: number;
  /** Receipt numbers that no receipt has yet, in the order in which they are used. */
  receiptRanges: readonly ReceiptRange[];
}

/** Operations per request when nothing limits them. */
export const BATCH_SIZE = 100;

const FIRST_STATE: DeliveryState = {
  key: 'state',
  nextSequence: 1,
  pause: null,
  attempts: 0,
  nextTryAt: 0,
  askedUntil: 0,
  answer: null,
  batchSize: BATCH_SIZE,
  epoch: null,
  lastConfirmedAt: null,
  drain: null,
  said: null,
  pausedVersion: null,
  pulledFrom: 0,
  receiptRanges: [],
};

/** The outbox's released versions: only added to, never edited. */
export const OUTBOX_VERSIONS: readonly DatabaseVersion[] = [
  {
    version: 1,
    stores: {
      operations: 'opId, sequence, loanId',
      files: 'fileId, opId, state',
      fileBytes: 'fileId',
      receipts: 'opId, confirmedAt, loanId',
      state: 'key',
    },
  },
];

/** One author's outbox on this device. Emptied by receipts only. */
export class OutboxDatabase extends LastingDatabase {
  declare operations: Table<StoredOperation, string>;
  declare files: Table<StoredFile, string>;
  declare fileBytes: Table<StoredFileBytes, string>;
  declare receipts: Table<StoredReceipt, string>;
  declare state: Table<DeliveryState, string>;

  constructor(userId: string, versions = OUTBOX_VERSIONS) {
    super(`recoup-outbox-${userId}`, versions, 'strict');
  }
}

/** An operation as it travels; `after` names the one that must be on the server before it. */
export function travelling(
  { opId, sequence, loanId, sealed, payloadHash }: StoredOperation,
  after: string | null,
): SealedOperation {
  const needs = after === null ? {} : { after };
  return { opId, sequence, loanId, ...needs, ...sealed, payloadHash };
}

const opened = new Map<string, OutboxDatabase>();

/** An author's outbox; opened once per tab. */
export function outboxOf(userId: string): OutboxDatabase {
  const known = opened.get(userId);
  if (known !== undefined) return refreshed(known);
  const database = new OutboxDatabase(userId);
  opened.set(userId, database);
  return database;
}

/** How delivery stands. */
export async function readDeliveryState(database: OutboxDatabase): Promise<DeliveryState> {
  return { ...FIRST_STATE, ...(await database.state.get('state')) };
}

/** Changes how delivery stands; what isn't named stays. Joins a running transaction that has `state`. */
export async function changeDeliveryState(
  database: OutboxDatabase,
  change: (state: DeliveryState) => Partial<DeliveryState>,
): Promise<void> {
  await database.transaction('rw', database.state, async () => {
    const state = await readDeliveryState(database);
    await database.state.put({ ...state, ...change(state) });
  });
}
