import { sql } from 'drizzle-orm';
import type { BodyOf } from '../../contract/call.ts';
import type { Deposit, depositCalls } from '../../contract/deposit.ts';
import type { Actor } from '../access/actor.ts';
import { receiptsVisibleTo } from '../access/scope.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { depositReturns } from '../database/tables/payments.ts';
import { againstRules, conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { notify } from '../notifications/notification-service.ts';
import { findDeposits } from './deposit-rows.ts';

/** A deposit that still counts, locked. Throws 404, 409 when it was cancelled. */
async function standing(tx: Db, actor: Actor, depositId: string): Promise<Deposit> {
  await tx.execute(sql`select 1 from deposits where id = ${depositId} for update`);
  const [deposit] = await findDeposits(tx, actor, [depositId]);
  if (!deposit) throw notFound('This deposit');
  if (deposit.state === 'CANCELLED')
    throw conflict('ALREADY_CANCELLED', 'This deposit is cancelled already.');
  return deposit;
}

async function after(tx: Db, actor: Actor, depositId: string): Promise<Deposit> {
  const [deposit] = await findDeposits(tx, actor, [depositId]);
  if (!deposit) throw new Error(`The deposit ${depositId} is gone although it is locked.`);
  return deposit;
}

/**
 * Notes that a deposit was counted, as the amount that was seen. Verified again it stays as it is. Throws 404, 409 (what is
 * in it changed), 422 (one's own).
 */
export async function verifyDeposit(
  { db }: Context,
  actor: Actor,
  { depositId, amount }: BodyOf<typeof depositCalls.verifyDeposit>,
): Promise<Deposit> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    const deposit = await standing(tx, actor, depositId);
    if (amount !== undefined && amount !== deposit.amount)
      throw conflict(
        'DEPOSIT_CHANGED',
        'What is in this deposit has changed meanwhile. Compare its amount with the money, then verify it.',
      );
    if (deposit.state === 'VERIFIED') return deposit;
    if (!deposit.mayVerify)
      throw againstRules(
        'OWN_DEPOSIT',
        'A deposit that you brought or recorded has to be verified by somebody else.',
      );
    await tx.execute(sql`update deposits set verified_by = ${actor.userId}, verified_at = now()
      where id = ${depositId}`);
    const details = { amount: deposit.amount };
    audit({ action: 'deposit.verify', entity: 'deposit', entityId: depositId, details });
    return after(tx, actor, depositId);
  });
}

interface Involved extends Record<string, unknown> {
  agent_id: string;
  client_id: string;
  created_by: string;
  verified_by: string | null;
}

type Undone = 'DEPOSIT_CANCELLED' | 'RECEIPT_TAKEN_OUT';

/** Whoever brought, recorded or counted a deposit hears that money of it is its agent's to hand in again. */
async function tellOfUndoing(
  tx: Db,
  actor: Actor,
  depositId: string,
  told: { kind: Undone; amount: number; reason: string; loanId?: string },
): Promise<void> {
  const { kind, amount, reason, loanId } = told;
  const { rows } = await tx.execute<Involved>(sql`
    select agent_id, client_id, created_by, verified_by from deposits where id = ${depositId}`);
  const facts = { amount, reason, personName: actor.fullName };
  const notices = rows.flatMap(({ agent_id, client_id: clientId, created_by, verified_by }) =>
    [agent_id, created_by, verified_by].flatMap((userId) =>
      userId === null || userId === actor.userId
        ? []
        : [{ to: { userId }, kind, facts, clientId, ...(loanId !== undefined && { loanId }) }],
    ),
  );
  await notify(tx, notices);
}

const refuseVerified = () =>
  againstRules('VERIFIED', 'This deposit is verified. Ask whoever verified it to cancel it.');

async function undo(
  { tx, audit }: Command,
  actor: Actor,
  { _id: depositId, amount }: Deposit,
  reason: string,
): Promise<void> {
  const freed = await tx.execute<{ id: string }>(sql`
    update receipts set deposit_id = null where deposit_id = ${depositId} returning id`);
  await tx.execute(sql`update deposits
    set cancelled_at = now(), cancelled_by = ${actor.userId}, cancel_reason = ${reason} where id = ${depositId}`);
  // The deposit itself no longer says which ones were in it.
  const details = { amount, reason, receiptIds: freed.rows.map(({ id }) => id) };
  audit({ action: 'deposit.cancel', entity: 'deposit', entityId: depositId, details });
  await tellOfUndoing(tx, actor, depositId, { kind: 'DEPOSIT_CANCELLED', amount, reason });
}

/** Undoes a deposit: its receipts are in hand again, and whoever had to do with it is told. Throws 404, 409, 422 (verified, and the actor is not over it). */
export async function cancelDeposit(
  { db }: Context,
  actor: Actor,
  { depositId, reason }: { depositId: string; reason: string },
): Promise<Deposit> {
  return runCommand(db, actor, async (command) => {
    const deposit = await standing(command.tx, actor, depositId);
    if (!deposit.mayCancel) throw refuseVerified();
    await undo(command, actor, deposit, reason);
    return after(command.tx, actor, depositId);
  });
}

/** The deposit that a receipt is in, locked. Throws 404, and 409 when it is in none (any more). */
async function depositOf(tx: Db, actor: Actor, receiptId: string): Promise<Deposit> {
  const { rows } = await tx.execute<{ deposit_id: string | null }>(sql`
    select r.deposit_id from receipts r where r.id = ${receiptId} and ${receiptsVisibleTo(actor)}`);
  const [receipt] = rows;
  if (!receipt) throw notFound('This receipt');
  if (receipt.deposit_id === null) throw notDeposited();
  return standing(tx, actor, receipt.deposit_id);
}

const notDeposited = () =>
  conflict('NOT_DEPOSITED', 'This receipt is no longer in a deposit. Look at the list again.');

interface Freed extends Record<string, unknown> {
  number: number | null;
  amount: number;
  loan_id: string;
}

/** Frees one receipt of a deposit and lowers it by that. Throws 409 when it left the deposit meanwhile. */
async function free(
  { tx, audit }: Command,
  actor: Actor,
  { _id: depositId, amount: before }: Deposit,
  { receiptId, reason }: BodyOf<typeof depositCalls.takeOutOfDeposit>,
): Promise<void> {
  const { rows } = await tx.execute<Freed>(sql`update receipts set deposit_id = null
    where id = ${receiptId} and deposit_id = ${depositId} returning number, amount, loan_id`);
  const [freed] = rows;
  if (!freed) throw notDeposited();
  const { number, amount, loan_id: loanId } = freed;
  await tx.execute(sql`update deposits set amount = amount - ${amount} where id = ${depositId}`);
  await tx.insert(depositReturns).values({
    id: newId(),
    depositId,
    receiptId,
    amount,
    reason,
    takenBy: actor.userId,
  });
  const details = { receiptId, number, amount, from: before, to: before - amount, reason };
  audit({ action: 'deposit.take-out', entity: 'deposit', entityId: depositId, details });
  const told = { kind: 'RECEIPT_TAKEN_OUT', amount, reason, loanId } as const;
  await tellOfUndoing(tx, actor, depositId, told);
}

/**
 * Takes one receipt out of its deposit, which stays verified when it was: what was counted is the less by what came back.
 * The last one undoes the deposit. Throws 404, 409 (in no deposit), 422 as `cancelDeposit`.
 */
export async function takeOutOfDeposit(
  { db }: Context,
  actor: Actor,
  asked: BodyOf<typeof depositCalls.takeOutOfDeposit>,
): Promise<Deposit> {
  return runCommand(db, actor, async (command) => {
    const deposit = await depositOf(command.tx, actor, asked.receiptId);
    if (!deposit.mayCancel) throw refuseVerified();
    if (deposit.receiptCount > 1) await free(command, actor, deposit, asked);
    else await undo(command, actor, deposit, asked.reason);
    return after(command.tx, actor, deposit._id);
  });
}
