import { sql } from 'drizzle-orm';
import type { Deposit } from '../../contract/deposit.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { againstRules, conflict, notFound } from '../errors.ts';
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

/** Notes that a deposit was counted. Verified again it stays as it is. Throws 404, 409, 422 (one's own). */
export async function verifyDeposit(
  { db }: Context,
  actor: Actor,
  depositId: string,
): Promise<Deposit> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    const deposit = await standing(tx, actor, depositId);
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

/** Whoever brought, recorded or counted a deposit hears that it was undone: the money is its agent's to hand in again. */
async function tellOfUndoing(
  tx: Db,
  actor: Actor,
  { _id: depositId, amount }: Deposit,
  reason: string,
): Promise<void> {
  const { rows } = await tx.execute<Involved>(sql`
    select agent_id, client_id, created_by, verified_by from deposits where id = ${depositId}`);
  const facts = { amount, reason, personName: actor.fullName };
  const notices = rows.flatMap(({ agent_id, client_id: clientId, created_by, verified_by }) =>
    [agent_id, created_by, verified_by].flatMap((userId) =>
      userId === null || userId === actor.userId
        ? []
        : [{ to: { userId }, kind: 'DEPOSIT_CANCELLED' as const, facts, clientId }],
    ),
  );
  await notify(tx, notices);
}

/** Undoes a deposit: its receipts are in hand again, and whoever had to do with it is told. Throws 404, 409, 422 (verified, and the actor is not over it). */
export async function cancelDeposit(
  { db }: Context,
  actor: Actor,
  { depositId, reason }: { depositId: string; reason: string },
): Promise<Deposit> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    const deposit = await standing(tx, actor, depositId);
    if (!deposit.mayCancel)
      throw againstRules(
        'VERIFIED',
        'This deposit is verified. Ask whoever verified it to cancel it.',
      );
    const freed = await tx.execute<{ id: string }>(sql`
      update receipts set deposit_id = null where deposit_id = ${depositId} returning id`);
    await tx.execute(sql`update deposits
      set cancelled_at = now(), cancelled_by = ${actor.userId}, cancel_reason = ${reason} where id = ${depositId}`);
    // The deposit itself no longer says which ones were in it.
    const details = { amount: deposit.amount, reason, receiptIds: freed.rows.map(({ id }) => id) };
    audit({ action: 'deposit.cancel', entity: 'deposit', entityId: depositId, details });
    await tellOfUndoing(tx, actor, deposit, reason);
    return after(tx, actor, depositId);
  });
}
