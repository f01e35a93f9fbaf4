import { sql } from 'drizzle-orm';
import { hasOtherFiles } from '../attached-files/attached-file-service.ts';
import type { GivenFiles } from '../attached-files/attached-file-service.ts';
import type { Db } from '../database/connection.ts';
import { collectedMoney } from './collected-money.ts';
import type { NewDisposition, StoredDisposition } from './disposition-row.ts';
import type { ContactInput } from './disposition-rules.ts';

/** A contact that came once more by a call at once. */
interface RepeatedContact extends GivenFiles {
  readonly row: NewDisposition;
  readonly input: ContactInput;
}

/** Whether its money was paid another way, on another day or under another number than was told first. */
async function hasOtherMoney(tx: Db, { row, input }: RepeatedContact): Promise<boolean> {
  const [money] = collectedMoney([{ row, input }]);
  if (money === undefined) return false;
  const { rows } = await tx.execute<{ is_same: boolean }>(sql`
    select mode is not distinct from ${money.mode} and paid_on is not distinct from ${money.paidOn}::date
      and reference is not distinct from ${money.reference}
      and coalesce(number, claimed_number) is not distinct from ${money.number}::bigint as is_same
    from receipts where disposition_id = ${row.id} order by created_at, cancelled_at nulls last limit 1`);
  return rows[0]?.is_same === false;
}

/**
 * Whether a repeat at once, whose row says what is stored, brings other money or other files. Delivered work is not asked:
 * its payload's hash covers both, and a phone may send a photo again smaller. A contact that was corrected, or that a call's
 * beginning became, may have files that this repeat never had.
 */
export async function bringsOthers(
  tx: Db,
  stored: StoredDisposition,
  repeat: RepeatedContact,
): Promise<boolean> {
  const isCorrected = stored.revision > 1;
  const mayHaveMore = isCorrected || stored.updatedAt !== stored.createdAt;
  if (!isCorrected && (await hasOtherMoney(tx, repeat))) return true;
  return hasOtherFiles(tx, { dispositionId: stored.id }, repeat, mayHaveMore);
}
