import { meantInstant } from '../../contract/device-time.ts';
import type { Operation, QueuedCall } from '../../contract/queued-work.ts';
import { clockNow, rightTime } from '../lib/clock.ts';
import { utf8 } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import type { AnnouncedFile } from './operation-body.ts';
import type { Encrypted } from './encryption.ts';
import { decryptJson, encryptJson } from './encryption.ts';
import { openedVaultOrNull } from './vault.ts';

/** What the author may see of an own operation. */
export interface OperationCopy {
  call: QueuedCall;
  loanId: string;
  body: Record<string, unknown>;
  files: AnnouncedFile[];
  /** What else was sealed, so that the very same bytes can be sealed anew; copies of older versions have none. */
  origin?: OperationOrigin;
}

/** Circumstances of saving that are sealed with an operation. */
export type OperationOrigin = Required<Pick<Operation, 'savedAt' | 'clockOffsetMs' | 'nonce'>> &
  Pick<Operation, 'authorId' | 'seen'>;

/** The bytes that are sealed of an operation. */
export function plainOperation(
  { call, body }: Pick<OperationCopy, 'call' | 'body'>,
  { savedAt, clockOffsetMs, seen, authorId, nonce }: OperationOrigin,
): Bytes {
  const origin = { savedAt, clockOffsetMs, seen, authorId, nonce };
  return utf8(JSON.stringify({ call, version: 1, body, ...origin }));
}

/** The author's own copy, encrypted under the vault key. */
export async function encryptCopy(
  key: CryptoKey,
  opId: string,
  copy: OperationCopy,
): Promise<Encrypted> {
  return encryptJson(key, copy, `operation:${opId}`);
}

/** The author's copy read; null when locked, or when it was made under an older password's key. */
export async function readCopy(opId: string, own: Encrypted | null): Promise<OperationCopy | null> {
  const vault = openedVaultOrNull();
  if (vault === null || own === null) return null;
  try {
    return await decryptJson<OperationCopy>(vault.key, own, `operation:${opId}`);
  } catch {
    return null;
  }
}

/** When it was saved by the server's clock, as the server will say; without its copy by what is known of this one's now. */
export function savedTime(atMs: number, copy: OperationCopy | null): number {
  if (copy === null) return rightTime(atMs);
  const { origin } = copy;
  const heardMs = Date.parse(origin?.seen?.serverTime ?? '');
  const span = { fromMs: Number.isNaN(heardMs) ? null : heardMs, toMs: clockNow() };
  return meantInstant({ atMs, offsetMs: origin?.clockOffsetMs ?? 0 }, span);
}
