import type { QueuedCall } from '../../contract/device.ts';
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
