import { sql } from 'drizzle-orm';
import { CALL_STARTED } from '../../contract/disposition.ts';
import type { PaymentMode } from '../../contract/receipt.ts';
import type { Actor } from '../access/actor.ts';
import type { Command } from '../command.ts';
import { changeReceipt } from '../receipts/receipt-keeping-service.ts';
import type { StoredDisposition } from './disposition-row.ts';
import { clearLoanSummaries, refreshLoanSummaries } from './loan-summary.ts';

/** How money was paid: the way, the transaction's or cheque's number, and of what a borrower claims the day. */
export interface Paid {
  readonly mode: PaymentMode | null;
  readonly paidOn: string | null;
  readonly reference: string | null;
}

/** A contact as it stands now, and how its money was paid as far as that is said anew. */
interface Followed {
  readonly row: StoredDisposition;
  readonly paid?: { readonly [Key in keyof Paid]?: Paid[Key] | undefined };
  readonly businessTz: string;
  /** Why it was changed: of an amount of more than is owed too. */
  readonly reason?: string | undefined;
  /** What it said before; left out where it says all of its money anew. */
  readonly before?: StoredDisposition;
}

interface LastPaid extends Paid {
  readonly isCancelled: boolean;
}

/** A call that only began speaks of no money. */
const amountOf = ({ code, amountCollected }: StoredDisposition): number =>
  code === CALL_STARTED ? 0 : (amountCollected ?? 0);

async function lastPaid({ tx }: Command, dispositionId: string): Promise<LastPaid | null> {
  const found = await tx.execute<LastPaid & Record<string, unknown>>(sql`
    select mode, paid_on as "paidOn", reference, cancelled_at is not null as "isCancelled" from receipts where disposition_id = ${dispositionId}
    order by cancelled_at is null desc, created_at desc limit 1`);
  return found.rows[0] ?? null;
}

/**
 * Brings the receipt or claim of a changed contact up to date. One that was cancelled stays so until its money is told
 * anew. Throws 409 while its money is in a deposit.
 */
async function followMoney(command: Command, actor: Actor, followed: Followed): Promise<void> {
  const { row, paid = {}, businessTz, before } = followed;
  const last = await lastPaid(command, row.id);
  const isClaim = row.channel === 'CALL';
  const { mode = null, paidOn = null, reference = null } = last ?? {};
  const said = { mode, paidOn, reference };
  if (paid.mode !== undefined) said.mode = paid.mode;
  if (isClaim && paid.paidOn !== undefined) said.paidOn = paid.paidOn;
  if (paid.reference !== undefined) said.reference = paid.reference || null;
  const money = {
    dispositionId: row.id,
    loanId: row.loanId,
    agentId: row.agentId,
    managerId: row.managerId,
    amount: amountOf(row),
    ...said,
    isClaim,
    number: null,
    recordedAt: new Date(row.recordedAt),
    excessReason: followed.reason,
    isAtOnce: true,
  };
  // Paid in another way or under another number is another receipt, though the amount stays.
  const isOtherWay = last !== null && (mode !== said.mode || reference !== said.reference);
  const isAnew =
    before === undefined ||
    isOtherWay ||
    paidOn !== said.paidOn ||
    amountOf(before) !== money.amount;
  if (last?.isCancelled === true && !isAnew) return;
  if (isOtherWay) await changeReceipt(command, actor, { ...money, amount: 0 }, businessTz);
  await changeReceipt(command, actor, money, businessTz);
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
