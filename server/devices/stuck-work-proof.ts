import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Hmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { base64url } from '../../contract/queued-work.ts';
import { idSchema, instantSchema } from '../../contract/values.ts';
import type { Db } from '../database/connection.ts';
import { BrokenFile, parsePiece, stuckMembers } from './stuck-work-scan.ts';

const headSchema = z.object({
  format: z.literal('recoup-outbox'),
  version: z.literal(2),
  deviceId: idSchema,
  userId: idSchema,
  exportedAt: instantSchema,
});

/** What the file says of itself before its lists. */
export type StuckHead = z.infer<typeof headSchema>;

const proofSchema = z.object({ proof: base64url.length(43) });

const LINE_END = 0x0a;
/** The proof's line has about 60 bytes. */
const LONGEST_PROOF_LINE = 1000;
/** Tokens tried before and after the moment of the export: the phone's clock may be off. */
const TOKENS_AROUND = 10;

/** Whose file it says it is. Throws BrokenFile when it isn't ours or says so too late. */
export async function readHead(path: string): Promise<StuckHead> {
  const head: Record<string, unknown> = {};
  for await (const { key, text, isElement } of stuckMembers(path)) {
    if (isElement || Object.keys(head).length > 20) break;
    head[key] = parsePiece(text);
    if ('exportedAt' in head) break;
  }
  const parsed = headSchema.safeParse(head);
  if (!parsed.success) throw new BrokenFile('The head is not that of an outbox.');
  return parsed.data;
}

/**
 * Hashes of the tokens that the device may have had when it exported: today's, whether it still opens anything or not, and
 * those before it nearest to the moment that the device names.
 */
async function tokenHashes(db: Db, { deviceId, userId, exportedAt }: StuckHead): Promise<Buffer[]> {
  const result = await db.execute<{ token_hash: Buffer }>(sql`
    with device as (
      select token_hash, ${exportedAt}::timestamptz
        - make_interval(secs => coalesce(clock_offset_ms, 0) / 1000.0) as exported_at
      from devices where id = ${deviceId} and user_id = ${userId}),
    past as (select p.* from past_device_tokens p where p.device_id = ${deviceId} and p.user_id = ${userId})
    (select token_hash from device where token_hash is not null)
    union all (select p.token_hash from past p, device v where p.ended_at >= v.exported_at
      order by p.ended_at limit ${TOKENS_AROUND})
    union all (select p.token_hash from past p, device v where p.ended_at < v.exported_at
      order by p.ended_at desc limit ${TOKENS_AROUND})`);
  return result.rows.map((row) => row.token_hash);
}

/** Feeds the first line to every candidate and returns the second. Throws BrokenFile when that is no proof's line. */
async function readLines(path: string, candidates: readonly Hmac[]): Promise<string> {
  let second: string | null = null;
  for await (const read of createReadStream(path, { highWaterMark: 262_144 })) {
    const chunk = read as Buffer;
    if (second === null) {
      const end: number = chunk.indexOf(LINE_END);
      const first = end < 0 ? chunk : chunk.subarray(0, end);
      for (const candidate of candidates) candidate.update(first);
      if (end >= 0) second = chunk.toString('latin1', end + 1);
    } else second += chunk.toString('latin1');
    if (second !== null && second.length > LONGEST_PROOF_LINE)
      throw new BrokenFile('There are more than two lines.');
  }
  if (second === null) throw new BrokenFile('There is no second line.');
  return second;
}

/** Whether the file was made by that device with a token it had, and not changed since. Throws BrokenFile. */
export async function isGenuine(db: Db, path: string, head: StuckHead): Promise<boolean> {
  const hashes = await tokenHashes(db, head);
  const candidates = hashes.map((hash) => createHmac('sha256', hash));
  const proof = proofSchema.safeParse(parsePiece(await readLines(path, candidates)));
  if (!proof.success) return false;
  const given = Buffer.from(proof.data.proof, 'base64url');
  const fits = candidates.map((candidate) => timingSafeEqual(candidate.digest(), given));
  return fits.includes(true);
}
