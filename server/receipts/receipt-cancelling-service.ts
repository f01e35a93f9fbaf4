import { sql } from 'drizzle-orm';
import type { BodyOf } from '../../contract/call.ts';
import type { CollectionReceipt, receiptCalls } from '../../contract/receipt.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { conflict, notFound } from '../errors.ts';
import { notify } from '../notifications/notification-service.ts';
import { refreshDues } from '../payments/due-service.ts';
import { lowerExcess } from './receipt-excess-service.ts';
import { findReceipt } from './receipt-list.ts';
import { notOverAgent } from './receipt-rows-service.ts';

/*
 * Cancelling collected money takes two: who took it in asks, with a reason, and whoever is over them cancels the receipt
 * or keeps it. Both are told of what the other did.
 */

type Told = 'RECEIPT_CANCEL_ASKED' | 'RECEIPT_CANCELLED' | 'RECEIPT_KEPT';

/** Who did it. */
type Teller = Pick<Actor, 'userId' | 'fullName'>;

/** A receipt as far as it is told of. */
interface ToldReceipt {
  readonly receipt: Pick<CollectionReceipt, 'agentId' | 'amount' | 'loanId'>;
  readonly clientId: string;
  readonly managerId: string | null;
}

interface StandingReceipt {
  readonly receipt: CollectionReceipt;
  readonly clientId: string;
  readonly managerId: string | null;
}

/** The receipt as the actor sees it, with its loan and itself locked. Throws 404, 409 (cancelled or deposited already). */
async function lockReceipt(
  { tx }: Command,
  actor: Actor,
  receiptId: string,
): Promise<StandingReceipt> {
  // The loan first, as everyone who changes its money does.
  await tx.execute(sql`select 1 from loans l
    where l.id = (select r.loan_id from receipts r where r.id = ${receiptId}) for no key update`);
  const locked = await tx.execute<{ client_id: string; manager_id: string | null }>(sql`
    select r.client_id, coalesce(u.manager_id, r.manager_id) as manager_id from receipts r join users u on u.id = r.agent_id
    where r.id = ${receiptId} for update of r`);
  const [row] = locked.rows;
  const receipt = await findReceipt(tx, actor, receiptId);
  if (!row || !receipt) throw notFound('This receipt');
  if (receipt.state === 'CANCELLED')
    throw conflict('ALREADY_CANCELLED', 'This receipt is cancelled already.');
  if (receipt.state === 'DEPOSITED')
    throw conflict(
      'RECEIPT_DEPOSITED',
      'This money is in a deposit. Take it out of the deposit first, then cancel the receipt.',
    );
  return { receipt, clientId: row.client_id, managerId: row.manager_id };
}

/** Tells the other side; who has no manager is decided about by the administrators, who see it in the list. */
export async function tellOfReceipt(
  { tx }: Command,
  actor: Teller,
  { receipt, clientId, managerId }: ToldReceipt,
  kind: Told,
): Promise<void> {
  const others = kind === 'RECEIPT_CANCEL_ASKED' ? [managerId] : [receipt.agentId, managerId];
  const facts = { amount: receipt.amount, personName: actor.fullName };
  await notify(
    tx,
    others.flatMap((userId) =>
      userId === null || userId === actor.userId
        ? []
        : [{ to: { userId }, kind, facts, clientId, loanId: receipt.loanId }],
    ),
  );
}

async function readAfter(
  { tx }: Command,
  actor: Actor,
  receiptId: string,
): Promise<CollectionReceipt> {
  const after = await findReceipt(tx, actor, receiptId);
  if (!after) throw new Error(`The receipt ${receiptId} is gone although it is locked.`);
  return after;
}

async function ask(
  command: Command,
  actor: Actor,
  standing: StandingReceipt,
  reason: string,
): Promise<void> {
  const { _id: entityId, number, amount, cancelAskedAt, cancelAskedReason } = standing.receipt;
  // Asked once more by a phone that never heard the answer.
  if (cancelAskedAt !== null && cancelAskedReason === reason) return;
  if (cancelAskedAt !== null)
    throw conflict('ALREADY_ASKED', 'You asked for this already. Your manager decides.');
  await command.tx
    .execute(sql`update receipts set cancel_asked_at = now(), cancel_asked_reason = ${reason}
    where id = ${entityId}`);
  const details = { number, amount, reason };
  command.audit({ action: 'receipt.cancel-asked', entity: 'receipt', entityId, details });
  await showOnPhones(command, standing);
  await tellOfReceipt(command, actor, standing, 'RECEIPT_CANCEL_ASKED');
}

/** The contact says how its money stands: a change of the receipt is one of the contact for the pull. */
async function showOnPhones({ tx }: Command, { receipt }: StandingReceipt): Promise<void> {
  await tx.execute(sql`update dispositions set updated_at = now()
    where id = (select r.disposition_id from receipts r where r.id = ${receipt._id})`);
}

/** Which receipt is meant: itself, or by the contact in which its money was taken in. */
type ReceiptNamed = Omit<BodyOf<typeof receiptCalls.cancelReceipt>, 'reason'>;

async function idOf(tx: Db, { receiptId, dispositionId }: ReceiptNamed): Promise<string> {
  if (receiptId !== undefined) return receiptId;
  const { rows } = await tx.execute<{ id: string }>(sql`select id from receipts
    where disposition_id = ${dispositionId} order by cancelled_at is null desc, created_at desc limit 1`);
  if (!rows[0]) throw notFound('This receipt');
  return rows[0].id;
}

/**
 * Cancels a receipt with a reason; its agent only asks for it. What the agent recorded of the contact stays as it was.
 * Throws 404; 409 when it is cancelled, deposited or asked for already; 422 for whoever is neither its agent nor over them.
 */
export async function cancelReceiptIn(
  command: Command,
  actor: Actor,
  { reason, ...named }: BodyOf<typeof receiptCalls.cancelReceipt>,
): Promise<CollectionReceipt> {
  const receiptId = await idOf(command.tx, named);
  const standing = await lockReceipt(command, actor, receiptId);
  const { agentId, mayCancel, number, amount, loanId } = standing.receipt;
  if (agentId === actor.userId) await ask(command, actor, standing, reason);
  else {
    if (!mayCancel) throw notOverAgent();
    await command.tx.execute(sql`update receipts
      set cancelled_at = now(), cancelled_by = ${actor.userId}, cancel_reason = ${reason}
      where id = ${receiptId}`);
    await refreshDues(command.tx, [loanId]);
    await lowerExcess(command.tx, loanId);
    await showOnPhones(command, standing);
    const details = { number, amount, reason };
    command.audit({ action: 'receipt.cancel', entity: 'receipt', entityId: receiptId, details });
    await tellOfReceipt(command, actor, standing, 'RECEIPT_CANCELLED');
  }
  return readAfter(command, actor, receiptId);
}

/** The same as a command of its own. */
export async function cancelReceipt(
  { db }: Context,
  actor: Actor,
  body: BodyOf<typeof receiptCalls.cancelReceipt>,
): Promise<CollectionReceipt> {
  return runCommand(db, actor, async (command) => cancelReceiptIn(command, actor, body));
}

/** Keeps a receipt whose agent asked that it be cancelled. Throws as `cancelReceipt` does; 409 when nobody asks (any more). */
export async function keepReceipt(
  { db }: Context,
  actor: Actor,
  receiptId: string,
): Promise<CollectionReceipt> {
  return runCommand(db, actor, async (command) => {
    const standing = await lockReceipt(command, actor, receiptId);
    const { mayCancel, cancelAskedAt, number, amount } = standing.receipt;
    if (!mayCancel) throw notOverAgent();
    if (cancelAskedAt === null)
      throw conflict('NOT_ASKED', 'Nobody asks any more that this receipt be cancelled.');
    await command.tx
      .execute(sql`update receipts set cancel_asked_at = null, cancel_asked_reason = null
      where id = ${receiptId}`);
    await showOnPhones(command, standing);
    const details = { number, amount };
    command.audit({ action: 'receipt.keep', entity: 'receipt', entityId: receiptId, details });
    await tellOfReceipt(command, actor, standing, 'RECEIPT_KEPT');
    return readAfter(command, actor, receiptId);
  });
}
