import { sql } from 'drizzle-orm';
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Db } from '../database/connection.ts';
import { createWhole, writeWhole } from '../whole-file.ts';

/** How far the trail went, as a line outside of the database that only the key's holder can write. */
const anchorSchema = z.object({
  origin: z.string(),
  sequence: z.number(),
  hash: z.string(),
  at: z.string(),
  signature: z.string(),
});
/** A signed head of the trail. */
export type AuditAnchor = z.infer<typeof anchorSchema>;

const keyFile = (dataDir: string) => join(dataDir, 'audit-key.pem');
/** The signed heads, one in a line, oldest first. */
export const anchorFile = (dataDir: string) => join(dataDir, 'audit-heads.jsonl');

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function readKey(dataDir: string): Promise<KeyObject | null> {
  const file = keyFile(dataDir);
  const pem = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (pem === null) return null;
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new Error(
      `${file} is no key: heads of the audit trail can be neither signed nor compared. Put it back from a backup; moved away, it is made anew, and heads that were signed before count as changed.`,
      { cause },
    );
  }
}

/** The key that signs heads; made at the first need, by whichever process is first. */
async function ensureKey(dataDir: string): Promise<KeyObject> {
  const known = await readKey(dataDir);
  if (known !== null) return known;
  await mkdir(dataDir, { recursive: true });
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await createWhole(keyFile(dataDir), pem.toString());
  return (await readKey(dataDir)) ?? privateKey;
}

const signedText = ({ origin, sequence, hash, at }: Omit<AuditAnchor, 'signature'>): Buffer =>
  Buffer.from(JSON.stringify([origin, sequence, hash, at]));

async function anchorLines(dataDir: string): Promise<string> {
  return readFile(anchorFile(dataDir), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
}

/** The signed heads so far. A line that a kill or a full disk cut short is left out; one that somebody changed is kept, and found out. */
async function readAnchors(dataDir: string): Promise<AuditAnchor[]> {
  const text = await anchorLines(dataDir);
  const lines = text.split('\n').filter((line) => line.endsWith('}'));
  return lines.flatMap((line) => {
    try {
      return [anchorSchema.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

/** The signature of the newest head that was taken at the address of the settings. */
const takenFile = (dataDir: string) => join(dataDir, 'audit-heads.taken');

async function readTaken(dataDir: string): Promise<string | null> {
  return readFile(takenFile(dataDir), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

/** The newest head, while it was not taken elsewhere: it vouches for those before it, too. */
export async function untakenAnchor(dataDir: string): Promise<AuditAnchor | null> {
  const newest = (await readAnchors(dataDir)).at(-1) ?? null;
  return newest?.signature === (await readTaken(dataDir)) ? null : newest;
}

/** Notes that a head was taken elsewhere. */
export async function noteTaken(dataDir: string, { signature }: AuditAnchor): Promise<void> {
  await writeWhole(takenFile(dataDir), signature);
}

interface Head extends Record<string, unknown> {
  origin: string | null;
  sequence: number;
  hash: string;
  at: string;
}

async function readHead(db: Db): Promise<Head | null> {
  const { rows } = await db.execute<Head>(sql`
    select o.origin, a.sequence::float8 as sequence, a.hash, a.at
    from organisation o, audit_log a order by a.sequence desc limit 1`);
  return rows[0] ?? null;
}

/** Signs the trail's head and adds it to the file, when it moved since the last one. Returns the new anchor, or null. */
export async function anchorHead(db: Db, dataDir: string): Promise<AuditAnchor | null> {
  const head = await readHead(db);
  if (head === null || head.origin === null) return null;
  const last = (await readAnchors(dataDir)).at(-1);
  if (last?.hash === head.hash) return null;
  const key = await ensureKey(dataDir);
  const { origin, sequence, hash, at } = head;
  const unsigned = { origin, sequence, hash, at };
  const signature = sign(null, signedText(unsigned), key).toString('base64');
  const anchor = { ...unsigned, signature };
  const before = await anchorLines(dataDir);
  // Behind a line that was cut short this one would be part of it, and left out too.
  const begin = before === '' || before.endsWith('\n') ? '' : '\n';
  await appendFile(anchorFile(dataDir), `${begin}${JSON.stringify(anchor)}\n`, { mode: 0o600 });
  return anchor;
}

/** What anchors say about the trail. */
export interface AnchorFinding {
  /** Anchors of this database's life that were compared. */
  readonly compared: number;
  readonly newest: AuditAnchor | null;
  /** Where the trail is not what it was: rows cut off, the table emptied, the chain written anew. */
  readonly broken: readonly { readonly anchor: AuditAnchor; readonly reason: string }[];
}

/** Compares the trail with every head that was signed in this life of the database. */
export async function compareAnchors(db: Db, dataDir: string): Promise<AnchorFinding> {
  const all = await readAnchors(dataDir);
  const { rows: lives } = await db.execute<{ origin: string | null }>(
    sql`select origin from organisation`,
  );
  const origin = lives[0]?.origin ?? null;
  const own = all.filter((anchor) => anchor.origin === origin);
  const key = await readKey(dataDir);
  const publicKey = key === null ? null : createPublicKey(key);
  const { rows } = await db.execute<{ sequence: number; hash: string }>(sql`
    select sequence::float8 as sequence, hash from audit_log
    where sequence = any(${sql.param(own.map(({ sequence }) => sequence))}::bigint[])`);
  const hashes = new Map(rows.map(({ sequence, hash }) => [sequence, hash]));
  const broken = own.flatMap((anchor) => {
    const signature = Buffer.from(anchor.signature, 'base64');
    if (publicKey === null || !verify(null, signedText(anchor), publicKey, signature))
      return [{ anchor, reason: 'the signed head was changed' }];
    const hash = hashes.get(anchor.sequence);
    if (hash === undefined) return [{ anchor, reason: 'the row is gone' }];
    return hash === anchor.hash ? [] : [{ anchor, reason: 'the row is another one' }];
  });
  return { compared: own.length, newest: own.at(-1) ?? null, broken };
}
