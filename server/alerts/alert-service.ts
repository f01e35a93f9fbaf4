import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { idArray } from '../database/prepared.ts';

/** A reminder to be made. */
export interface NewAlert {
  readonly loanId: string;
  /** Null: made by hand. One alert per disposition and owner. */
  readonly dispositionId: string | null;
  readonly ownerId: string;
  readonly alertType: 'PTP' | 'CallBack';
  /** ISO instant. */
  readonly dueAt: string;
}

async function findAlert(tx: Db, alert: NewAlert): Promise<string | null> {
  const result = await tx.execute<{ id: string }>(
    alert.dispositionId === null
      ? sql`select id from alerts where owner_id = ${alert.ownerId} and loan_id = ${alert.loanId}
          and alert_type = ${alert.alertType} and due_at = ${alert.dueAt} and disposition_id is null limit 1`
      : sql`select id from alerts where disposition_id = ${alert.dispositionId} and owner_id = ${alert.ownerId}`,
  );
  return result.rows[0]?.id ?? null;
}

/**
 * Makes a reminder and returns its id. One per disposition and owner; by hand one per owner, loan, kind and instant: a
 * repeat returns the one that is there.
 */
export async function ensureAlert(tx: Db, alert: NewAlert): Promise<string> {
  const known = await findAlert(tx, alert);
  if (known !== null) return known;
  const id = newId();
  const made = await tx.execute<{ id: string }>(sql`
    insert into alerts (id, loan_id, disposition_id, owner_id, alert_type, due_at)
    values (${id}, ${alert.loanId}, ${alert.dispositionId}, ${alert.ownerId}, ${alert.alertType}, ${alert.dueAt})
    on conflict (disposition_id, owner_id) do nothing returning id`);
  return made.rows[0]?.id ?? (await findAlert(tx, alert)) ?? id;
}

/**
 * Statement that tells the collector of each visited loan that its field agent was there, from now on; nobody where a loan has
 * no collector. A visit is told of once.
 */
export function fieldAlertInsert(visitIds: readonly string[]): SQL {
  const newIds = idArray(visitIds.map(() => newId()));
  return sql`
    insert into alerts (id, loan_id, disposition_id, owner_id, alert_type, is_field_disposition, due_at)
    select asked.id, d.loan_id, d.id, l.collector_id,
      case d.disposition_class when 'PTP' then 'PTP' when 'CALLBACK' then 'CallBack' end, true, now()
    from unnest(${newIds}, ${idArray(visitIds)}) as asked(id, visit_id)
      join dispositions d on d.id = asked.visit_id join loans l on l.id = d.loan_id
    where l.collector_id is not null and l.collector_id <> d.agent_id
    on conflict (disposition_id, owner_id) do nothing`;
}

/** Makes a corrected contact's reminder say what it says now: moved, or made; whoever it was given to keeps it. */
export async function changeAlert(tx: Db, alert: NewAlert): Promise<void> {
  const changed = await tx.execute(sql`
    update alerts set alert_type = ${alert.alertType}, due_at = ${alert.dueAt}, deactivated_at = null
    where disposition_id = ${alert.dispositionId} and not is_field_disposition returning id`);
  if (changed.rows.length === 0) await ensureAlert(tx, alert);
}

/** Ends the reminders of contacts that say nothing to be reminded of any more. */
export async function endAlertsOf(tx: Db, dispositionIds: readonly string[]): Promise<void> {
  await tx.execute(sql`update alerts set deactivated_at = now()
    where disposition_id = any(${sql.param(dispositionIds)}::uuid[]) and deactivated_at is null`);
}

/** Ends the reminders of loans that ended at an instant (ISO): by it they are found when the loans come back. */
export async function endAlertsOfLoans(
  tx: Db,
  loanIds: readonly string[],
  at: string,
): Promise<void> {
  await tx.execute(sql`update alerts set deactivated_at = ${at}::timestamptz
    where loan_id = any(${sql.param(loanIds)}::uuid[]) and deactivated_at is null`);
}

/** Gives the reminders that ended with loans back to who has these again. `ended`: SQL of (loan_id, closed_at). */
export async function reviveAlertsOfLoans(tx: Db, ended: SQL): Promise<void> {
  await tx.execute(sql`
    update alerts a set deactivated_at = null from (${ended}) c join loans l on l.id = c.loan_id
    where a.loan_id = c.loan_id and a.deactivated_at = c.closed_at and l.status = 'ACTIVE'
      and a.owner_id in (l.collector_id, l.field_agent_id, l.manager_id)`);
}

/** Brings back the reminders that ended at the instants (ISO) at which their contacts were removed. */
export async function reviveAlerts(
  tx: Db,
  contacts: readonly { dispositionId: string; endedAt: string }[],
): Promise<void> {
  await tx.execute(sql`update alerts a set deactivated_at = null
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as c("dispositionId" uuid, "endedAt" timestamptz)
    where a.disposition_id = c."dispositionId" and a.deactivated_at = c."endedAt"`);
}

/**
 * Brings the reminders of broken promises back, due now: each owner's own reminder of that promise, or a new one for who
 * has the loan by now.
 */
export async function comeBack(
  tx: Db,
  promises: readonly { loanId: string; dispositionId: string; ownerId: string }[],
): Promise<void> {
  if (promises.length === 0) return;
  const asked = promises.map(({ loanId, dispositionId, ownerId }) => ({
    id: newId(),
    loan_id: loanId,
    disposition_id: dispositionId,
    owner_id: ownerId,
  }));
  await tx.execute(sql`
    insert into alerts (id, loan_id, disposition_id, owner_id, alert_type, due_at)
    select a.id, a.loan_id, a.disposition_id, a.owner_id, 'PTP', now()
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(id uuid, loan_id uuid, disposition_id uuid, owner_id uuid)
    on conflict (disposition_id, owner_id) do update set due_at = excluded.due_at, deactivated_at = null`);
}
