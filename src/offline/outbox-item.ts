import type { QueuedCall } from '../../contract/queued-work.ts';
import type { AttachedFile } from '../../contract/disposition.ts';
import { isBusyAnswer } from '../lib/busy.ts';
import type { LastAnswer, StoredFile } from './outbox-database.ts';

/** queued, sending: on its way. attention: a person must look. files: confirmed, files still to go. sent: all there. */
export type OutboxItemState = 'queued' | 'sending' | 'attention' | 'files' | 'sent';

/** Why an item is where it is; its words are `outbox.reason.REASON` of the catalogue. */
export type OutboxReason =
  | 'turn'
  | 'network'
  | 'foreignAnswer'
  | 'busy'
  | 'serverFault'
  | 'onItsWay'
  | 'heldForEarlier'
  | 'behindAttention'
  | 'loginNeeded'
  | 'updateNeeded'
  | 'refused'
  | 'notAllowed'
  | 'conflict'
  | 'unknownKey'
  | 'fileRefused'
  | 'filesOnTheirWay'
  | 'inReview'
  | 'sent';

/** A file of an item. */
export interface OutboxFile {
  fileId: string;
  kind: AttachedFile['kind'] | null;
  name: string | null;
  size: number;
  /** How much of it is on the server, bytes; 0 too where it goes in one piece. */
  sentBytes: number;
  state: StoredFile['state'];
  answer: LastAnswer | null;
}

/** One own item of the outbox. `call`, `body` are null when it was saved before a password change. */
export interface OutboxItem {
  opId: string;
  sequence: number;
  loanId: string;
  call: QueuedCall | null;
  body: Record<string, unknown> | null;
  /** By the server's clock, milliseconds. */
  savedAt: number;
  state: OutboxItemState;
  reason: OutboxReason;
  isSetAside: boolean;
  /** Milliseconds; null: not by itself. */
  nextTryAt: number | null;
  /** What the server or the network last said. */
  answer: LastAnswer | null;
  confirmedAt: number | null;
  files: OutboxFile[];
}

/** Why an unsent item waits, from the last answer. */
export function waitingReason(answer: LastAnswer | null): OutboxReason {
  if (answer === null) return 'turn';
  if (answer.code === 'NO_ANSWER') return 'network';
  if (isBusyAnswer(answer)) return 'busy';
  if (answer.code === 'FOREIGN_ANSWER') return 'foreignAnswer';
  return answer.status >= 500 || answer.status === 0 ? 'serverFault' : 'turn';
}

/** Why a parked item was refused. */
export function refusalReason(answer: LastAnswer | null): OutboxReason {
  if (answer?.code === 'UNKNOWN_KEY') return 'unknownKey';
  if (answer?.status === 403 || answer?.status === 404) return 'notAllowed';
  // Other refusals of that status (an open settlement, a cancelled receipt) say what is wrong themselves.
  return answer?.code === 'OTHER_CONTENT' ? 'conflict' : 'refused';
}
