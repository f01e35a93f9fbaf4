import { sql } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { UNDO_HOURS } from '../../contract/loan-closure.ts';
import type { ClosingPreview, LoanChoice, loanClosureCalls } from '../../contract/loan-closure.ts';
import { OPEN_SETTLEMENT_STATES } from '../../contract/settlement.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { loansInReachOf } from '../access/scope.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { againstRules, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { chooseLoans } from './loan-choice.ts';
import { CLOSES_FROM, closeLoans, reopenLoans } from './loan-closing-service.ts';

type HandReason = 'DELETED' | 'WITHDRAWN';
type Closed = CallAnswer<typeof loanClosureCalls.deleteLoans>;
type Restored = CallAnswer<typeof loanClosureCalls.restoreLoans>;
type RestoreOrder = CallRequest<typeof loanClosureCalls.restoreLoans>['body'];

interface PreviewRow extends ClosingPreview, Record<string, unknown> {}

/** What a deletion or recall of the chosen loans would end. Throws what `chooseLoans` throws. */
export async function previewClosing(
  db: Db,
  actor: Actor,
  loans: LoanChoice,
  reason: HandReason,
): Promise<ClosingPreview> {
  const ids = await chooseLoans(db, actor, loans);
  const ends = sql`l.status = any(${sql.param(CLOSES_FROM[reason])}::text[])`;
  const { rows } = await db.execute<PreviewRow>(sql`
    select count(*) filter (where ${ends}) as count,
      coalesce(sum(l.total_due_amount) filter (where ${ends}), 0)::bigint as "dueAmount",
      count(*) filter (where ${ends} and l.disposition is not null) as "workedCount",
      count(*) filter (where ${ends} and l.promise_date is not null) as "promiseCount",
      coalesce(sum(l.promise_amount) filter (where ${ends} and l.promise_date is not null), 0)::bigint as "promiseAmount",
      count(*) filter (where ${ends} and (l.collector_id is not null or l.field_agent_id is not null)) as "allocatedCount",
      count(*) filter (where ${ends} and l.paid_amount > 0) as "paidCount",
      (select count(*) from settlements s join loans l on l.id = s.loan_id
        where l.id = any(${sql.param(ids)}::uuid[]) and ${ends}
          and s.state = any(${sql.param([...OPEN_SETTLEMENT_STATES])}::text[])) as "settlementCount",
      count(*) filter (where not ${ends}) as "unchangedCount"
    from loans l where l.id = any(${sql.param(ids)}::uuid[])`);
  const [preview] = rows;
  if (!preview) throw notFound('A loan of the list');
  return preview;
}

/** Deletes or recalls the chosen loans (spec 7.5). The order's id takes it back. Throws what `chooseLoans` throws. */
export async function closeByHand(
  command: Command,
  actor: Actor,
  order: { loans: LoanChoice; reason: HandReason; note?: string | undefined },
): Promise<Closed> {
  const loanIds = await chooseLoans(command.tx, actor, order.loans);
  const commandId = newId();
  const note = order.note === '' ? undefined : order.note;
  const count = await closeLoans(command, actor.userId, {
    loanIds,
    reason: order.reason,
    note,
    commandId,
  });
  return { success: true, commandId, count, unchanged: loanIds.length - count };
}

interface OwnClosure extends Record<string, unknown> {
  loanId: string;
  isLate: boolean;
}

/** Deletions and recalls by hand that the actor may take back. */
async function readOwnClosures(tx: Db, actor: Actor, order: RestoreOrder): Promise<OwnClosure[]> {
  const which =
    'commandId' in order
      ? sql`x.command_id = ${order.commandId}`
      : sql`x.loan_id = any(${sql.param(order.loanIds)}::uuid[])`;
  const { rows } = await tx.execute<OwnClosure>(sql`
    select l.id as "loanId", x.closed_at < now() - make_interval(hours => ${UNDO_HOURS}) as "isLate"
    from loan_closures x join loans l on l.id = x.loan_id
    where ${which} and ${loansInReachOf(actor)} and x.reopened_at is null and x.reason in ('DELETED', 'WITHDRAWN')`);
  return rows;
}

/**
 * Takes deletions or recalls back. A repeat changes nothing. Throws 404 when the actor has none such, 422 TOO_LATE when
 * the lender's own people come after a day: the agency can still do it.
 */
export async function restoreLoans(
  command: Command,
  actor: Actor,
  order: RestoreOrder,
): Promise<Restored> {
  const { tx } = command;
  const closures = await readOwnClosures(tx, actor, order);
  if (closures.length === 0) {
    const known =
      await tx.execute(sql`select 1 from loan_closures x join loans l on l.id = x.loan_id
      where ${'commandId' in order ? sql`x.command_id = ${order.commandId}` : sql`l.id = any(${sql.param(order.loanIds)}::uuid[])`}
        and ${loansInReachOf(actor)} limit 1`);
    if (known.rows.length === 0) throw notFound('A deleted or recalled loan');
    return { success: true, reopened: 0, kept: 0 };
  }
  if (!isAdmin(actor) && closures.some(({ isLate }) => isLate))
    throw againstRules(
      'TOO_LATE',
      `This can be taken back within ${UNDO_HOURS} hours. Ask the agency to bring the loans back.`,
    );
  const loanIds = closures.map(({ loanId }) => loanId);
  return { success: true, ...(await reopenLoans(command, actor.userId, { loanIds })) };
}
