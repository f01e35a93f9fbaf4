import { generateKeyPairSync } from 'node:crypto';
import { newId } from '../../../src/offline/id.ts';

/** A key pair of the server. */
export interface StoryKey {
  keyId: string;
  publicKey: string;
  privateKey: string;
}

/** Making keys takes long: the stories share a few. */
export const STORY_KEYS: readonly StoryKey[] = Array.from({ length: 6 }, () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([
    Buffer.of(4),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ]);
  return {
    keyId: newId(),
    publicKey: point.toString('base64url'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
  };
});
