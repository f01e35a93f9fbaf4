import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Alert, alertCalls } from '../../contract/alert.ts';
import type { Actor } from '../access/actor.ts';
import { workableLoan } from '../access/workable-loan.ts';
import { workedAt } from '../access/work-origin.ts';
import type { WorkOrigin } from '../access/work-origin.ts';
import { instantOf } from '../clock.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { appointmentProblems, momentOf, wholeDay } from '../dispositions/appointment-service.ts';
import { againstRules, notFound } from '../errors.ts';
import { readAlert } from './alert-list.ts';
import { ensureAlert } from './alert-service.ts';

type AlertInput = z.output<(typeof alertCalls)['createAlert']['body']>;

async function refuseForeignDisposition(tx: Db, actor: Actor, input: AlertInput): Promise<void> {
  if (input.dispositionId === undefined) return;
  const own = await tx.execute(sql`select 1 from dispositions
    where id = ${input.dispositionId} and loan_id = ${input.loanId} and agent_id = ${actor.userId}`);
  if (own.rows.length === 0) throw notFound('This disposition');
}

const PATHS = { date: 'alertDate', time: 'alertTime' };

/** Nobody is reminded of what was over when it was asked for. */
function refusePast(input: AlertInput, origin: WorkOrigin, businessTz: string): void {
  const appointment = { date: input.alertDate, time: input.alertTime };
  const moment = momentOf(workedAt(origin), businessTz);
  const asked = origin.opId === null ? moment : wholeDay(moment);
  const problems = appointmentProblems(appointment, asked, PATHS);
  const [first] = problems;
  if (first) throw againstRules('DAY_OVER', first.message, problems);
}

/**
 * Makes an alert of a promise or callback (spec 7.4). One per disposition: a repeat answers the one that is there. Throws
 * 404 when the loan or the disposition is not the actor's, 422 when its time is over or a year ahead.
 */
export async function createAlert(
  { tx, audit }: Command,
  actor: Actor,
  input: AlertInput,
  { businessTz, origin }: { businessTz: string; origin: WorkOrigin },
): Promise<Alert> {
  const at = workedAt(origin);
  await workableLoan(tx, actor, { loanId: input.loanId, at, origin });
  await refuseForeignDisposition(tx, actor, input);
  refusePast(input, origin, businessTz);
  const id = await ensureAlert(tx, {
    loanId: input.loanId,
    dispositionId: input.dispositionId ?? null,
    ownerId: actor.userId,
    alertType: input.alertType,
    dueAt: instantOf(businessTz, input.alertDate, input.alertTime),
  });
  audit({ action: 'alert.create', entity: 'alert', entityId: id });
  return readAlert(tx, id, businessTz);
}

/** Deactivates an own alert; again is harmless. Throws 404 for anyone else's. */
export async function deactivateAlert(
  { tx, audit }: Command,
  actor: Actor,
  id: string,
): Promise<{ success: boolean }> {
  const done =
    await tx.execute(sql`update alerts set deactivated_at = coalesce(deactivated_at, now())
    where id = ${id} and owner_id = ${actor.userId} returning id`);
  if (done.rows.length === 0) throw notFound('This alert');
  audit({ action: 'alert.deactivate', entity: 'alert', entityId: id });
  return { success: true };
}
