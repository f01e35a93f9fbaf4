import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ServerKey } from '../../contract/queued-work.ts';
import type { Db } from '../database/connection.ts';
import { holdLock } from '../database/locks.ts';
import { newId } from '../ids.ts';

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

async function findActive(db: Db): Promise<KeyRow | null> {
  const result = await db.execute<KeyRow>(sql`
    select /* prepared */ id, public_key from server_keys where active_from <= now() order by active_from desc, id desc limit 1`);
  return result.rows[0] ?? null;
}

/** One process at a time makes keys. Call inside a transaction. */
export async function lockKeys(tx: Db): Promise<void> {
  await holdLock(tx, 'serverKeys');
}

/** Makes a key pair that is handed out from so many days on. */
export async function insertKey(tx: Db, daysAhead: number): Promise<KeyRow> {
  const { publicKey, privateKey } = newKeyPair();
  const id = newId();
  await tx.execute(sql`insert into server_keys (id, public_key, private_key, active_from)
    values (${id}, ${publicKey}, ${privateKey}, now() + make_interval(days => ${daysAhead}))`);
  return { id, public_key: publicKey };
}

async function makeFirst(db: Db): Promise<KeyRow> {
  return db.transaction(async (tx) => {
    await lockKeys(tx);
    return (await findActive(tx)) ?? (await insertKey(tx, 0));
  });
}

/** The key to seal to from now on: the newest that is active; the first is made when it is first asked for. */
export async function currentServerKey(db: Db): Promise<ServerKey> {
  const key = (await findActive(db)) ?? (await makeFirst(db));
  return { keyId: key.id, publicKey: key.public_key.toString('base64url') };
}

/** A key's private half (PKCS #8), or null when there is no such key: never, or no longer. */
export async function findPrivateKey(db: Db, keyId: string): Promise<Buffer | null> {
  const result = await db.execute<{ private_key: Buffer }>(
    sql`select /* prepared */ private_key from server_keys where id = ${keyId}`,
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
