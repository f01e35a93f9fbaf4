import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  agencyDecisionSchema,
  clientDecisionSchema,
} from '../../contract/settlement-calls.ts';
import { rupeesText } from '../../contract/rupees.ts';
import { authorityFor } from '../../contract/settlement-rule.ts';
import { settlementStep } from '../../contract/settlement-machine.ts';
import type {
  SettlementAsk,
  SettlementRefusal,
  SettlementStep,
} from '../../contract/settlement-machine.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { againstRules, conflict, notAllowed } from '../errors.ts';
import type { CallError } from '../errors.ts';
import { followSettlements } from './settlement-following-service.ts';
import { remindNext, tellOfStanding } from './settlement-notices.ts';
import { refuseBadTerms } from './settlement-proposing-service.ts';
import { lockSettlement, standingOf } from './settlement-rows.ts';
import type { SettlementRow } from './settlement-rows.ts';
import { writeStep } from './settlement-writing.ts';

type Decision = z.output<typeof agencyDecisionSchema> | z.output<typeof clientDecisionSchema>;

/** Why a step is not taken, in words. */
const WHY: Readonly<Record<SettlementRefusal, string>> = {
  NOT_YOUR_TURN: 'This settlement does not wait for you.',
  OWN_TERMS: 'You proposed this settlement or set its terms: somebody else has to decide.',
  BEYOND_LIMIT: 'This waiver is beyond what you may approve: a higher level decides.',
  NOT_NOW: 'This can not be done with the settlement as it stands now.',
  TERMS_MISSING: 'Give the other terms.',
};

const refusal = (code: SettlementRefusal): CallError =>
  code === 'NOT_YOUR_TURN' ? notAllowed(WHY[code], code) : againstRules(code, WHY[code]);

/** The step, or a refusal. Throws 403 NOT_YOUR_TURN, 422. */
export function stepOrRefuse(row: SettlementRow, actor: Actor, ask: SettlementAsk): SettlementStep {
  const outcome = settlementStep(authorityFor(row, row), standingOf(row), actor, ask);
  if (outcome.step === null) throw refusal(outcome.refusal);
  return outcome.step;
}

async function lastDone(tx: Db, id: string): Promise<string> {
  const { rows } = await tx.execute<{ action: string; name: string | null }>(sql`
    select e.action, u.full_name as name from settlement_events e left join users u on u.id = e.actor_id
    where e.settlement_id = ${id} order by e.revision desc limit 1`);
  const [last] = rows;
  return last === undefined
    ? 'changed'
    : `${last.action.toLowerCase()} by ${last.name ?? 'a payment'}`;
}

/** Throws 422 when the borrower owes no more than the offer by now, or the loan is over: there is nothing to waive. */
function refuseOvertaken({ dueNow, isWorked, offeredAmount }: SettlementRow): void {
  if (isWorked && dueNow !== null && dueNow > offeredAmount) return;
  const due = rupeesText(dueNow ?? 0);
  throw againstRules(
    'DUE_IS_LESS',
    isWorked
      ? `Only ${due} is due by now, no more than the offer. Reject this settlement or withdraw it.`
      : 'This loan is not worked any more. Reject this settlement or withdraw it.',
  );
}

/** Throws 409 STALE_SETTLEMENT, saying what happened, when the settlement is no longer the one that was decided on. */
async function refuseStale(tx: Db, row: SettlementRow, revision: number): Promise<void> {
  if (row.revision === revision) return;
  throw conflict(
    'STALE_SETTLEMENT',
    `Somebody was faster (${await lastDone(tx, row._id)}). Look at the settlement again, then decide.`,
    { revision: row.revision, settlementStatus: row.settlementStatus },
  );
}

async function noteNudge(command: Command, actor: Actor, row: SettlementRow): Promise<void> {
  await command.tx
    .execute(sql`update settlements set nudge_count = nudge_count + 1, nudged_at = now()
    where id = ${row._id}`);
  await remindNext(command.tx, actor, row, row.waitsFor);
}

/**
 * Decides about a settlement: what the machine allows, on the revision that was seen. Throws 403, 404, 409 STALE_SETTLEMENT,
 * 422.
 */
export async function decideSettlement(
  { db, settings }: Context,
  actor: Actor,
  { _id, revision, action, remarks, terms }: Decision,
): Promise<void> {
  const today = businessDay(settings.businessTz);
  await runCommand(db, actor, async (command) => {
    const { tx } = command;
    const row = await lockSettlement(tx, actor, _id);
    await refuseStale(tx, row, revision);
    const step = stepOrRefuse(row, actor, { action, terms });
    if (action === 'APPROVE') refuseOvertaken(row);
    const isCounter = action === 'COUNTER' && terms !== undefined;
    if (isCounter) refuseBadTerms(terms, row, today);
    await writeStep(command, actor, row, {
      action,
      step,
      remarks,
      ...(isCounter && { terms }),
    });
    if (action === 'NUDGE') return noteNudge(command, actor, row);
    const told = { ...row, offeredAmount: step.offeredAmount };
    if (action === 'ACTIVATE') await followSettlements(command, [row.loanId], today);
    else await tellOfStanding(tx, actor, told, step);
  });
}
