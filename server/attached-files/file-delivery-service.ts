import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { badInput, conflict, notFound, tooMany } from '../errors.ts';
import { isPictureKind } from './attached-file-service.ts';
import { bytesKey, keepBytes, sha256Of } from './file-bytes.ts';
import { checkedFile } from './file-content.ts';
import type { CheckedFile } from './file-content.ts';

/** Files of one person that wait for their disposition: more is no queue but a flood. */
const MOST_HELD = 500;

interface FileRow extends Record<string, unknown> {
  owner_id: string;
  kind: string;
  sha256: string;
  place_id: string | null;
  is_kept: boolean;
}

/** A delivered file: its id, its bytes, and the hash that the device says they have. */
export interface DeliveredFile {
  readonly id: string;
  readonly bytes: Buffer;
  readonly sha256: string;
  /** Its author chose it in place of the announced one, which was refused. */
  readonly isReplacement?: boolean;
}

/**
 * The announced or held row of the file, or null. Throws 404 when it is another person's, 409 for another hash, unless it
 * replaces one that never came.
 */
async function findFile(
  context: Context,
  actor: Actor,
  file: DeliveredFile,
): Promise<FileRow | null> {
  const result = await context.db.execute<FileRow>(sql`
    select owner_id, kind, sha256, coalesce(disposition_id, settlement_id) as place_id, store_key is not null as is_kept from files where id = ${file.id}`);
  const row = result.rows[0] ?? null;
  if (row && row.owner_id !== actor.userId) throw notFound('This file');
  const mayDiffer = file.isReplacement === true && row?.is_kept === false;
  if (row && row.sha256 !== file.sha256 && !mayDiffer)
    throw conflict('OTHER_CONTENT', 'These are not the bytes that were announced for this file.');
  return row;
}

async function markDelivered(
  context: Context,
  actor: Actor,
  file: DeliveredFile,
  checked: CheckedFile,
): Promise<void> {
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    await tx.execute(sql`update files set store_key = ${bytesKey(file.id)}, content_type = ${checked.contentType},
      sha256 = ${file.sha256}, size = ${file.bytes.length}, delivered_at = now() where id = ${file.id}`);
    const action = file.isReplacement === true ? 'file.replace' : 'file.deliver';
    audit({ action, entity: 'file', entityId: file.id });
  });
}

/** Notes a file whose disposition is not there yet; false when it was announced at this moment. */
async function hold(
  context: Context,
  actor: Actor,
  file: DeliveredFile,
  checked: CheckedFile,
): Promise<boolean> {
  const held = await context.db.execute(sql`
    insert into files (id, owner_id, kind, name, content_type, size, sha256, store_key)
    values (${file.id}, ${actor.userId}, 'held', 'held', ${checked.contentType}, ${file.bytes.length}, ${file.sha256},
      ${bytesKey(file.id)}) on conflict (id) do nothing returning id`);
  return held.rows.length > 0;
}

async function refuseFlood(context: Context, actor: Actor): Promise<void> {
  const result = await context.db.execute<{ n: number }>(
    sql`select count(*)::int as n from files where owner_id = ${actor.userId} and disposition_id is null
      and settlement_id is null`,
  );
  if ((result.rows[0]?.n ?? 0) >= MOST_HELD)
    throw tooMany('Too many files wait for their visits. Deliver the visits first.', 60);
}

/** What became of an own file whose bytes are here; null when they are not. Throws 404 when it is another person's. */
export async function fileReceiptOf(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ sha256: string; outcome: 'DONE' | 'HELD' } | null> {
  const result = await db.execute<FileRow>(sql`
    select owner_id, kind, sha256, coalesce(disposition_id, settlement_id) as place_id, store_key is not null as is_kept from files where id = ${id}`);
  const [row] = result.rows;
  if (row && row.owner_id !== actor.userId) throw notFound('This file');
  if (!row?.is_kept) return null;
  return { sha256: row.sha256, outcome: row.place_id === null ? 'HELD' : 'DONE' };
}

/**
 * Takes a file's bytes from a device: DONE once they lie in the store with the announced hash, HELD while nothing
 * announced them. A repeat is harmless. Throws 400 (bytes don't fit their hash), 404, 409, 415, 429.
 */
export async function receiveFile(
  context: Context,
  actor: Actor,
  file: DeliveredFile,
): Promise<'DONE' | 'HELD'> {
  if (sha256Of(file.bytes) !== file.sha256)
    throw badInput('The file arrived damaged. Send it again.', undefined, 'HASH_MISMATCH');
  const row = await findFile(context, actor, file);
  if (row?.is_kept) return row.place_id === null ? 'HELD' : 'DONE';
  if (!row) await refuseFlood(context, actor);
  const checked = await checkedFile(file.bytes, {
    isPictureWanted: row !== null && isPictureKind(row.kind),
    isFromDevice: true,
  });
  await keepBytes(context.fileStore, file.id, checked);
  if (!row && (await hold(context, actor, file, checked))) return 'HELD';
  if (!row) await findFile(context, actor, file);
  await markDelivered(context, actor, file, checked);
  return 'DONE';
}
