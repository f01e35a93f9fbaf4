import { sql } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { deviceCalls } from '../../contract/device.ts';
import type { DeviceCaller } from '../access/actor.ts';
import { receiveFile } from '../attached-files/file-delivery-service.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { badInput } from '../errors.ts';
import { findPrivateKey } from './server-keys.ts';
import { unseal } from './unseal.ts';

type FileCall = (typeof deviceCalls)['deliverFile'];

/** AES-GCM: 12 bytes of IV before the ciphertext, 16 of tag at its end. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Opens a sealed file and keeps it. Throws 400 when it can't be opened or doesn't fit its hash, and what receiveFile throws. */
export async function deliverFile(
  context: Context,
  device: DeviceCaller,
  { params, headers }: Pick<CallRequest<FileCall>, 'params' | 'headers'>,
  body: unknown,
): Promise<CallAnswer<FileCall>> {
  if (!Buffer.isBuffer(body) || body.length <= IV_BYTES + TAG_BYTES)
    throw badInput('Send the sealed bytes as application/octet-stream.');
  const key = await findPrivateKey(context.db, headers['x-key-id']);
  const sealed = {
    ephemeralKey: headers['x-ephemeral-key'],
    iv: body.subarray(0, IV_BYTES),
    ciphertext: body.subarray(IV_BYTES),
  };
  const bytes = unseal(key, sealed, 'recoup-file-v1', params.id);
  const sha256 = headers['x-sha256'];
  const isReplacement = headers['x-replaces'] !== undefined;
  const file = { id: params.id, bytes, sha256, isReplacement };
  const outcome = await receiveFile(context, device.actor, file);
  return { _id: params.id, sha256, outcome: await settledOutcome(context.db, params.id, outcome) };
}

/** A file of work that a manager decides on is where it belongs: its device need not keep it. */
export async function settledOutcome(
  db: Db,
  id: string,
  outcome: 'DONE' | 'HELD',
): Promise<'DONE' | 'HELD'> {
  if (outcome === 'DONE') return outcome;
  const { rows } = await db.execute(sql`
    select 1 from work_reviews w join files f on f.id = ${id} and f.owner_id = w.user_id where ${id}::uuid = any(w.file_ids)`);
  return rows.length > 0 ? 'DONE' : 'HELD';
}
