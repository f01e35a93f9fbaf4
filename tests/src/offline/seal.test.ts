import { describe, expect, it } from 'vitest';
import { sha256Hex, toBase64Url, utf8 } from '../../../src/offline/bytes.ts';
import { newId } from '../../../src/offline/id.ts';
import { seal } from '../../../src/offline/seal.ts';
import { openSeal } from '../../support/seal-open.ts';
import vectors from '../../support/seal-vectors.json' with { type: 'json' };

const { privateKeyPkcs8, ...serverKey } = vectors.serverKey;

describe('sealing', () => {
  it.each(vectors.cases)('the vector of $purpose opens to its plain bytes', async (vector) => {
    const plain = openSeal(privateKeyPkcs8, vector.purpose, vector.id, vector);
    expect(toBase64Url(new Uint8Array(plain))).toBe(vector.plain);
    expect(await sha256Hex(new Uint8Array(plain))).toBe(vector.sha256);
  });

  it('what the phone seals opens with the server key only under its own id and purpose', async () => {
    const id = newId();
    const sealed = await seal(utf8('नमस्ते'), serverKey, 'recoup-operation-v1', id);
    const text = {
      ephemeralKey: sealed.ephemeralKey,
      iv: toBase64Url(sealed.iv),
      ciphertext: toBase64Url(sealed.ciphertext),
    };
    expect(openSeal(privateKeyPkcs8, 'recoup-operation-v1', id, text).toString()).toBe('नमस्ते');
    expect(() => openSeal(privateKeyPkcs8, 'recoup-operation-v1', newId(), text)).toThrow(
      /authenticate/,
    );
    expect(() => openSeal(privateKeyPkcs8, 'recoup-file-v1', id, text)).toThrow(/authenticate/);
  });

  it('the same bytes never look the same twice', async () => {
    const id = newId();
    const one = await seal(utf8('x'), serverKey, 'recoup-file-v1', id);
    const two = await seal(utf8('x'), serverKey, 'recoup-file-v1', id);
    expect(one.ephemeralKey).not.toBe(two.ephemeralKey);
    expect(toBase64Url(one.ciphertext)).not.toBe(toBase64Url(two.ciphertext));
  });
});
