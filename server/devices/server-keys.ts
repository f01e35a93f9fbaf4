import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ServerKey } from '../../contract/device.ts';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';

/** Any fixed number: whoever holds this advisory lock is the one process that makes the first key. */
const keyLock = 4802;

interface KeyRow extends Record<string, unknown> {
  id: string;
  public_key: Buffer;
}

function newKeyPair(): { publicKey: Buffer; privateKey: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // The raw point: 4, then both coordinates.
  const point = Buffer.concat([
    Buffer.from([4]),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ]);
  return { publicKey: point, privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }) };
}

async function findKey(db: Db): Promise<KeyRow | null> {
  const result = await db.execute<KeyRow>(
    sql`select id, public_key from server_keys order by created_at desc, id desc limit 1`,
  );
  return result.rows[0] ?? null;
}

async function makeKey(db: Db): Promise<KeyRow> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${keyLock})`);
    const known = await findKey(tx);
    if (known) return known;
    const { publicKey, privateKey } = newKeyPair();
    const id = newId();
    await tx.execute(sql`insert into server_keys (id, public_key, private_key)
      values (${id}, ${publicKey}, ${privateKey})`);
    return { id, public_key: publicKey };
  });
}

/** The key to seal to from now on: the newest; the first is made when it is first asked for. */
export async function currentServerKey(db: Db): Promise<ServerKey> {
  const key = (await findKey(db)) ?? (await makeKey(db));
  return { keyId: key.id, publicKey: key.public_key.toString('base64url') };
}

/** A key's private half (PKCS #8), or null when there never was such a key. Old keys stay readable. */
export async function findPrivateKey(db: Db, keyId: string): Promise<Buffer | null> {
  const result = await db.execute<{ private_key: Buffer }>(
    sql`select private_key from server_keys where id = ${keyId}`,
  );
  return result.rows[0]?.private_key ?? null;
}

/** Reads private keys, each once, for one batch. */
export function keyRing(db: Db): (keyId: string) => Promise<Buffer | null> {
  const known = new Map<string, Promise<Buffer | null>>();
  return (keyId) => {
    const found = known.get(keyId) ?? findPrivateKey(db, keyId);
    known.set(keyId, found);
    return found;
  };
}
