import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { fieldProblem } from '../../contract/errors.ts';
import type { Deposit, depositInputSchema } from '../../contract/deposit.ts';
import type { Actor } from '../access/actor.ts';
import { receiptsAnsweredForBy, receiptsVisibleTo } from '../access/scope.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { deposits } from '../database/tables/payments.ts';
import { againstRules, conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { isCancelAsked, notOverAgent, receiptState } from '../receipts/receipt-rows-service.ts';
import { findDeposits } from './deposit-rows.ts';

type DepositInput = z.output<typeof depositInputSchema>;

interface HandedIn extends Record<string, unknown> {
  id: string;
  number: number | null;
  agent_id: string;
  client_id: string;
  amount: number;
  collected_on: string;
  state: string;
  is_cancel_asked: boolean;
  is_answered_for: boolean;
}

/** The receipts, locked in one order. Throws 404 and 422 when one of them is not the actor's people's, 409 when one is not in hand or to be cancelled. */
async function takeInHand(
  tx: Db,
  actor: Actor,
  receiptIds: readonly string[],
): Promise<HandedIn[]> {
  const asked = [...new Set(receiptIds)];
  const result = await tx.execute<HandedIn>(sql`
    select r.id, r.number, r.agent_id, r.client_id, r.amount, r.collected_on, ${receiptState} as state,
      ${isCancelAsked} as is_cancel_asked, ${receiptsAnsweredForBy(actor)} as is_answered_for
    from receipts r where r.id = any(${sql.param(asked)}::uuid[]) and ${receiptsVisibleTo(actor)}
    order by r.id for update`);
  if (result.rows.length < asked.length) throw notFound('One of these receipts');
  if (result.rows.some((receipt) => !receipt.is_answered_for)) throw notOverAgent();
  const gone = result.rows.filter(({ state }) => state !== 'IN_HAND');
  if (gone.length > 0)
    throw conflict(
      'NOT_IN_HAND',
      gone.length === 1
        ? 'One of these receipts is no longer in hand. Look at the list again.'
        : `${gone.length} of these receipts are no longer in hand. Look at the list again.`,
      { receiptIds: gone.map(({ id }) => id) },
    );
  refuseAsked(result.rows);
  return result.rows;
}

/** Money that may not exist is not handed in: the slip would say more than there is. */
function refuseAsked(receipts: readonly HandedIn[]): void {
  const asked = receipts.filter((receipt) => receipt.is_cancel_asked);
  if (asked.length === 0) return;
  throw conflict(
    'CANCEL_ASKED',
    asked.length === 1
      ? 'The manager is asked to cancel one of these receipts. Deposit the others; this one once that is decided.'
      : `The manager is asked to cancel ${asked.length} of these receipts. Deposit the others; these once that is decided.`,
    { receiptIds: asked.map(({ id }) => id) },
  );
}

function dayOf(asked: string | undefined, receipts: readonly HandedIn[], today: string): string {
  const day = asked ?? today;
  if (day > today)
    throw againstRules('DAY_AHEAD', 'Choose a day that is not in the future.', [
      fieldProblem('depositedOn', 'day-in-future'),
    ]);
  if (receipts.some((receipt) => receipt.collected_on > day))
    throw againstRules('BEFORE_COLLECTING', 'Money can not be deposited before it was collected.', [
      fieldProblem('depositedOn', 'before-collecting'),
    ]);
  return day;
}

/** One deposit's receipts are of one agent and one client. */
function shares(receipts: readonly HandedIn[]): HandedIn[][] {
  const groups = new Map<string, HandedIn[]>();
  for (const receipt of receipts) {
    const key = `${receipt.agent_id} ${receipt.client_id}`;
    groups.set(key, [...(groups.get(key) ?? []), receipt]);
  }
  return [...groups.values()];
}

/**
 * Deposits receipts that are in hand: one deposit per agent and client, all of them or none. Throws 404, 409 NOT_IN_HAND
 * (a second click finds them deposited) and CANCEL_ASKED (its agent asks that it be cancelled), 422 for a day that can't be.
 */
export async function createDeposits(
  { db, settings }: Context,
  actor: Actor,
  input: DepositInput,
): Promise<Deposit[]> {
  const today = businessDay(settings.businessTz);
  return runCommand(db, actor, async ({ tx, audit }) => {
    const receipts = await takeInHand(tx, actor, input.receiptIds);
    const depositedOn = dayOf(input.depositedOn, receipts, today);
    const made: string[] = [];
    for (const share of shares(receipts)) {
      const [first] = share;
      if (!first) continue;
      const id = newId();
      const amount = share.reduce((sum, receipt) => sum + receipt.amount, 0);
      const receiptIds = share.map((receipt) => receipt.id);
      await tx.insert(deposits).values({
        id,
        agentId: first.agent_id,
        clientId: first.client_id,
        amount,
        depositedOn,
        place: input.place,
        reference: input.reference ?? null,
        createdBy: actor.userId,
      });
      await tx.execute(
        sql`update receipts set deposit_id = ${id} where id = any(${sql.param(receiptIds)}::uuid[])`,
      );
      const details = { amount, place: input.place, receiptIds };
      audit({ action: 'deposit.make', entity: 'deposit', entityId: id, details });
      made.push(id);
    }
    return findDeposits(tx, actor, made);
  });
}
