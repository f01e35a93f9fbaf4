import { createHash } from 'node:crypto';
import type { DeviceGrant, Operation, SealedOperation } from '../../contract/queued-work.ts';
import { newId } from '../../server/ids.ts';
import { randomBytes, toBase64Url, utf8 } from '../../src/offline/bytes.ts';
import { seal } from '../../src/offline/seal.ts';

/** A visit to a locked door, sealed by the app's own code to the server's key of this grant. */
export async function sealedVisit(
  grant: DeviceGrant,
  loanId: string,
  sequence: number,
): Promise<SealedOperation> {
  const opId = newId();
  const operation: Operation = {
    call: 'createFieldDisposition',
    version: 1,
    body: {
      _id: opId,
      loanId,
      disposition: 'FIELD_DOOR_LOCKED',
      position: { missingReason: 'DENIED' },
      remarks: 'Nobody opened; the neighbour says that they come back in the evening.',
    },
    savedAt: new Date().toISOString(),
    clockOffsetMs: 0,
    nonce: toBase64Url(randomBytes(16)),
  };
  const plain = utf8(JSON.stringify(operation));
  const sealed = await seal(plain, grant.serverKey, 'recoup-operation-v1', opId);
  return {
    opId,
    sequence,
    loanId,
    keyId: sealed.keyId,
    ephemeralKey: sealed.ephemeralKey,
    iv: toBase64Url(sealed.iv),
    ciphertext: toBase64Url(sealed.ciphertext),
    payloadHash: createHash('sha256').update(plain).digest('hex'),
  };
}
