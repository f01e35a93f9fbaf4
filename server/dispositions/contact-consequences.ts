import { sql } from 'drizzle-orm';
import { CALL_STARTED } from '../../contract/disposition.ts';
import type { PaymentMode } from '../../contract/receipt.ts';
import type { Actor } from '../access/actor.ts';
import type { Command } from '../command.ts';
import { changeReceipt } from '../receipts/receipt-keeping-service.ts';
import type { StoredDisposition } from './disposition-row.ts';
import { clearLoanSummaries, refreshLoanSummaries } from './loan-summary.ts';

/** A contact as it stands now, and how its money was paid when that is said anew. */
interface Followed {
  readonly row: StoredDisposition;
  readonly mode?: PaymentMode | undefined;
  readonly businessTz: string;
}

async function standingMode(
  { tx }: Command,
  dispositionId: string,
): Promise<{ mode: PaymentMode | null } | null> {
  const found = await tx.execute<{ mode: PaymentMode | null }>(sql`
    select mode from receipts where disposition_id = ${dispositionId}
    order by cancelled_at is null desc, created_at desc limit 1`);
  return found.rows[0] ?? null;
}

/** Brings the receipt of a changed contact up to date. Throws 409 while its money is in a deposit. */
async function followMoney(command: Command, actor: Actor, followed: Followed): Promise<void> {
  const { row, mode, businessTz } = followed;
  const standing = await standingMode(command, row.id);
  const usual = row.channel === 'CALL' ? 'ONLINE' : null;
  const money = {
    dispositionId: row.id,
    loanId: row.loanId,
    agentId: row.agentId,
    managerId: row.managerId,
    amount: row.code === CALL_STARTED ? 0 : (row.amountCollected ?? 0),
    mode: mode ?? (standing === null ? usual : standing.mode),
    number: null,
    recordedAt: new Date(row.recordedAt),
  };
  // Paid in another way is another receipt, though the amount stays.
  const isOtherMode = mode !== undefined && standing !== null && standing.mode !== mode;
  if (isOtherMode) await changeReceipt(command, actor.userId, { ...money, amount: 0 }, businessTz);
  await changeReceipt(command, actor.userId, money, businessTz);
}

/** What hangs on loans' contacts follows a change of them: newest disposition, promises. */
export async function followLoans(
  { tx }: Command,
  loanIds: readonly string[],
  businessTz: string,
): Promise<void> {
  await clearLoanSummaries(tx, loanIds);
  await refreshLoanSummaries(tx, loanIds, businessTz);
}

/** What hangs on a changed contact follows: its receipt, the loan's newest disposition and promise. */
export async function followContact(
  command: Command,
  actor: Actor,
  followed: Followed,
): Promise<void> {
  await followMoney(command, actor, followed);
  await followLoans(command, [followed.row.loanId], followed.businessTz);
}

/** The receipt of a contact that is taken out (its money counts no more) or comes back. */
export async function followRemoval(
  command: Command,
  actor: Actor,
  { row, businessTz }: Followed,
  isBack: boolean,
): Promise<void> {
  const counted = isBack ? row : { ...row, amountCollected: 0 };
  await followMoney(command, actor, { row: counted, businessTz });
}
