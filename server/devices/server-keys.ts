import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ServerKey } from '../../contract/queued-work.ts';
import type { Db } from '../database/connection.ts';
import { holdLock } from '../database/locks.ts';
import { idArray } from '../database/prepared.ts';
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

const toServerKey = ({ id, public_key: publicKey }: KeyRow): ServerKey => ({
  keyId: id,
  publicKey: publicKey.toString('base64url'),
});

/** The key to seal to from now on: the newest that is active; the first is made when it is first asked for. */
export async function currentServerKey(db: Db): Promise<ServerKey> {
  return toServerKey((await findActive(db)) ?? (await makeFirst(db)));
}

/** A key's private half (PKCS #8), or null when there is no such key: never, or no longer. */
export async function findPrivateKey(db: Db, keyId: string): Promise<Buffer | null> {
  const result = await db.execute<{ private_key: Buffer }>(
    sql`select /* prepared */ private_key from server_keys where id = ${keyId}`,
  );
  return result.rows[0]?.private_key ?? null;
}

/** Finds a private key (PKCS #8) by its id; null: there is no such key. */
export type KeyRing = (keyId: string) => Promise<Buffer | null>;

/** Reads private keys, each once, for one batch; those that are known already not at all. */
export function keyRing(db: Db, given: ReadonlyMap<string, Buffer> = new Map()): KeyRing {
  const known = new Map<string, Promise<Buffer | null>>();
  return async (keyId) => {
    const found = known.get(keyId) ?? given.get(keyId) ?? findPrivateKey(db, keyId);
    known.set(keyId, Promise.resolve(found));
    return found;
  };
}

/** What a delivery begins with. */
interface DeliveryStart {
  /** The database's life: a restored backup has another. */
  readonly epoch: string;
  /** The key to seal to from now on. */
  readonly serverKey: ServerKey;
  readonly keyOf: KeyRing;
}

interface StartRow extends Record<string, unknown> {
  epoch: string;
  active_id: string | null;
  public_key: Buffer | null;
  sealed_to: string | null;
  private_key: Buffer | null;
}

/** Reads at once what every delivery needs, with the keys that its work was sealed to. */
export async function readDeliveryStart(
  db: Db,
  sealedTo: readonly string[],
): Promise<DeliveryStart> {
  const { rows } = await db.execute<StartRow>(sql`
    select /* prepared */ o.epoch, a.id as active_id, a.public_key, k.id as sealed_to, k.private_key
    from organisation o
      left join (select id, public_key from server_keys where active_from <= now() order by active_from desc, id desc limit 1) a
        on true
      left join server_keys k on k.id = any(${idArray([...new Set(sealedTo)])})`);
  const [first] = rows;
  if (first === undefined) throw new Error('The table organisation is empty.');
  const { epoch, active_id: id, public_key: publicKey } = first;
  const active = id === null || publicKey === null ? null : { id, public_key: publicKey };
  const keys = rows.flatMap(({ sealed_to: keyId, private_key: key }) =>
    keyId === null || key === null ? [] : [[keyId, key] as const],
  );
  const serverKey = toServerKey(active ?? (await makeFirst(db)));
  return { epoch, serverKey, keyOf: keyRing(db, new Map(keys)) };
}
