import {
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
} from 'node:crypto';

/** Sealed bytes as they travel; all base64url. */
export interface SealedText {
  ephemeralKey: string;
  iv: string;
  ciphertext: string;
}

/** Opens sealed bytes with the server's private key (PKCS #8, base64url): Node's own crypto, so a second opinion. */
export function openSeal(
  privateKeyPkcs8: string,
  purpose: string,
  id: string,
  sealed: SealedText,
): Buffer {
  const privateKey = createPrivateKey({
    key: Buffer.from(privateKeyPkcs8, 'base64url'),
    format: 'der',
    type: 'pkcs8',
  });
  const point = Buffer.from(sealed.ephemeralKey, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33, 65).toString('base64url'),
    },
  });
  const shared = diffieHellman({ privateKey, publicKey });
  const key = Buffer.from(hkdfSync('sha256', shared, Buffer.alloc(0), purpose + id, 32));
  const bytes = Buffer.from(sealed.ciphertext, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.iv, 'base64url'));
  decipher.setAAD(Buffer.from(id));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
}
