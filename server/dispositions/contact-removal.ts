import { inArray, sql } from 'drizzle-orm';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { endAlertsOf, reviveAlerts } from '../alerts/alert-service.ts';
import { businessDay, isoInstant } from '../clock.ts';
import type { Command } from '../command.ts';
import { endUnsaidHolds } from '../contact-gate/hold-service.ts';
import { giveNumbersBack } from '../contact-gate/wrong-number-service.ts';
import type { Db } from '../database/connection.ts';
import { dispositions } from '../database/tables/dispositions.ts';
import { againstRules, notFound } from '../errors.ts';
import { followLoans, followRemoval } from './contact-consequences.ts';
import { followOutcomes } from './disposition-contacts.ts';
import { lockContacts, refuseWithoutRight } from './contact-rights.ts';

/** A call that was placed keeps its outcome: each call has exactly one. */
async function refuseOfPlacedCalls(tx: Db, ids: readonly string[]): Promise<void> {
  const placed = await tx.execute(sql`select 1 from dialer_calls
    where id = any(${sql.param(ids)}::uuid[]) or disposition_id = any(${sql.param(ids)}::uuid[]) limit 1`);
  if (placed.rows.length > 0)
    throw againstRules(
      'CALL_HAPPENED',
      'This is the outcome of a call that was placed. Correct it instead of removing it.',
    );
}

/**
 * Takes contacts that were recorded by mistake out of histories, reports and sums, all or none; the rows are kept and can
 * come back on the same day. Throws 404, 400 (no reason), 409 (money in a deposit), 422 (too late, a placed call's).
 */
export async function removeDispositions(
  command: Command,
  actor: Actor,
  { ids, reason }: { ids: readonly string[]; reason?: string | undefined },
  businessTz: string,
): Promise<{ removed: number }> {
  const { tx, audit } = command;
  const rows = await lockContacts(tx, actor, ids);
  for (const row of rows) refuseWithoutRight(actor, row, reason, businessTz);
  const known = rows.map(({ id }) => id);
  await refuseOfPlacedCalls(tx, known);
  for (const row of rows) await followRemoval(command, actor, { row, businessTz }, false);
  await endAlertsOf(tx, known);
  await giveNumbersBack(tx, known);
  await tx.execute(sql`
    insert into dispositions_removed (id, loan_id, agent_id, manager_id, row, reason, removed_by)
    select d.id, d.loan_id, d.agent_id, d.manager_id, to_jsonb(d), ${reason ?? null}, ${actor.userId}
    from dispositions d where d.id = any(${sql.param(known)}::uuid[])`);
  await tx.delete(dispositions).where(inArray(dispositions.id, known));
  const loanIds = rows.map(({ loanId }) => loanId);
  await endUnsaidHolds(tx, loanIds);
  await followLoans(command, loanIds, businessTz);
  for (const { id, loanId, code } of rows)
    audit({
      action: 'disposition.remove',
      entity: 'disposition',
      entityId: id,
      details: { loanId, code, reason: reason ?? null },
    });
  return { removed: rows.length };
}

interface RemovedRow extends Record<string, unknown> {
  id: string;
  loan_id: string;
  agent_id: string;
  manager_id: string | null;
  removed_by: string;
  removed_at: string;
  /** Its removal cancelled its receipt; one that was cancelled before stays so. */
  is_money_back: boolean;
}

function mayRestore(actor: Actor, row: RemovedRow): boolean {
  if (isAdmin(actor)) return true;
  if (actor.role === 'MANAGER') return row.manager_id === actor.userId;
  return row.agent_id === actor.userId && row.removed_by === actor.userId;
}

async function lockRemoved(tx: Db, actor: Actor, ids: readonly string[]): Promise<RemovedRow[]> {
  const wanted = [...new Set(ids)];
  await tx.execute(sql`select 1 from loans where id in (select loan_id from dispositions_removed
    where id = any(${sql.param(wanted)}::uuid[])) order by id for no key update`);
  const found = await tx.execute<RemovedRow>(sql`
    select id, loan_id, agent_id, manager_id, removed_by, removed_at, exists (select 1 from receipts r
        where r.disposition_id = m.id and r.cancelled_at = m.removed_at) as is_money_back
    from dispositions_removed m where id = any(${sql.param(wanted)}::uuid[]) order by id for update`);
  const rows = found.rows.filter((row) => mayRestore(actor, row));
  if (rows.length < wanted.length) throw notFound('This disposition');
  return rows;
}

/**
 * Brings removed contacts back as they stood, all or none, on the day of their removal: whoever removed its own, its
 * manager, admins. Money that went with them gets new receipts. Throws 404, 422 (too late).
 */
export async function restoreDispositions(
  command: Command,
  actor: Actor,
  ids: readonly string[],
  businessTz: string,
): Promise<{ restored: number }> {
  const { tx, audit } = command;
  const removed = await lockRemoved(tx, actor, ids);
  const today = businessDay(businessTz);
  if (removed.some((row) => businessDay(businessTz, new Date(row.removed_at)) !== today))
    throw againstRules('TOO_LATE', 'A removed entry can be brought back on the same day only.');
  const known = removed.map(({ id }) => id);
  await tx.execute(sql`
    insert into dispositions select r.* from dispositions_removed m
      cross join lateral jsonb_populate_record(null::dispositions, m.row) r
    where m.id = any(${sql.param(known)}::uuid[])`);
  await tx.execute(
    sql`delete from dispositions_removed where id = any(${sql.param(known)}::uuid[])`,
  );
  await reviveAlerts(
    tx,
    removed.map((row) => ({ dispositionId: row.id, endedAt: row.removed_at })),
  );
  const rows = await tx.select().from(dispositions).where(inArray(dispositions.id, known));
  const paid = new Set(removed.flatMap((row) => (row.is_money_back ? [row.id] : [])));
  for (const row of rows)
    if (paid.has(row.id)) await followRemoval(command, actor, { row, businessTz }, true);
  await followOutcomes(tx, rows);
  await followLoans(
    command,
    rows.map(({ loanId }) => loanId),
    businessTz,
  );
  for (const { id, loan_id: loanId, removed_at: removedAt } of removed)
    audit({
      action: 'disposition.restore',
      entity: 'disposition',
      entityId: id,
      details: { loanId, removedAt: isoInstant(removedAt) },
    });
  return { restored: rows.length };
}
