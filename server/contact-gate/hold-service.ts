import { sql } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type { contactGateCalls } from '../../contract/contact-gate.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { hasPan, panOf, taxNumberOf } from '../borrower-profiles/tax-number-service.ts';
import type { Command } from '../command.ts';
import { comparableNumberSql } from '../database/comparable-number-sql.ts';
import type { Db } from '../database/connection.ts';
import { newIdSql } from '../database/new-id-sql.ts';
import { idArray } from '../database/prepared.ts';
import { conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { endOfLastDay } from './last-day.ts';
import { visibleLoan } from './visible-loan.ts';

type NewHold = CallRequest<typeof contactGateCalls.addContactHold>['body'];

/** Holds contacts with a borrower. The same id again is the same hold. Throws 404, 422 for a day that is over. */
export async function addHold(
  { tx, audit }: Command,
  actor: Actor,
  given: NewHold,
  businessTz: string,
): Promise<{ _id: string }> {
  const loan = await visibleLoan(tx, actor, given.loanId);
  const { kind, channel = null, untilDay = null, note } = given;
  const endsAt = endOfLastDay(loan.zone ?? businessTz, untilDay);
  const id = given._id ?? newId();
  const { rows } = await tx.execute(sql`
    insert into contact_holds (id, loan_id, kind, channel, starts_at, ends_at, note, created_by)
    values (${id}, ${loan.id}, ${kind}, ${channel}, now(), ${endsAt?.toISOString() ?? null}, ${note ?? null},
      ${actor.userId})
    on conflict (id) do nothing returning id`);
  if (rows.length > 0) {
    const details = { loanId: loan.id, kind, channel, untilDay };
    audit({ action: 'contact.hold', entity: 'hold', entityId: id, details });
  }
  return { _id: id };
}

/** Ends a hold. Throws 404, and 409 when it is over already. */
export async function endHold(
  { tx, audit }: Command,
  actor: Actor,
  id: string,
  note: string,
): Promise<{ _id: string }> {
  const { rows } = await tx.execute<{ loan_id: string; kind: string; is_over: boolean }>(sql`
    select h.loan_id, h.kind, least(h.ends_at, h.ended_at, 'infinity') <= now() as is_over
    from contact_holds h join loans l on l.id = h.loan_id
    where h.id = ${id} and ${loansVisibleTo(actor)} for update of h`);
  const [hold] = rows;
  if (!hold) throw notFound('This hold');
  if (hold.is_over) throw conflict('HOLD_IS_OVER', 'This hold is over already.');
  await tx.execute(sql`update contact_holds set ended_at = now(), ended_by = ${actor.userId}, end_note = ${note}
    where id = ${id}`);
  const details = { loanId: hold.loan_id, kind: hold.kind };
  audit({ action: 'contact.end-hold', entity: 'hold', entityId: id, details });
  return { _id: id };
}

/** A recorded contact, as it stands now, and why the borrower is left alone after it: the debt was disputed, or the borrower has died. */
export interface HoldingContact {
  readonly dispositionId: string;
  readonly loanId: string;
  readonly agentId: string;
  /** Null: there is no such reason. */
  readonly kind: 'DISPUTE' | 'BEREAVEMENT' | null;
  readonly at: Date;
}

/** Loans of one borrower that are held at once. */
const MOST_LOANS = 500;

/** The other loans `o` of who has died: told by the contacts `t`. The whole agency leaves the family alone, for every lender. */
const otherLoansOfDead = sql`
  select o.id as loan_id, t.disposition_id, t.agent_id, t.kind, t.at from told t
    cross join lateral (
      (select s.loan_id as id from unnest(t.numbers) as n(number)
        join loan_search s on length(n.number) = 10 and s.words like '%' || n.number || '%' limit ${MOST_LOANS})
      union (select p.id from loans p where ${hasPan('p.other_columns')} and ${panOf('p.other_columns')} = t.pan
        limit ${MOST_LOANS})) found
    join loans o on o.id = found.id and o.status <> 'DELETED'
      and ((${hasPan('o.other_columns')} and ${panOf('o.other_columns')} = t.pan)
        or (lower(trim(o.customer_name)) = t.name and t.numbers && array[${comparableNumberSql('o.mobile_number')},
          ${comparableNumberSql('o.alternate_mobile_number')}]))
  where t.kind = 'BEREAVEMENT'`;

/**
 * Holds the loans of contacts that say so until somebody ends it: disputed ones where the lender's policy says so, after a
 * death all loans of the borrower (the same name with one of its numbers, or the same tax number). Once per contact, and not
 * beside a hold of the same kind.
 */
export async function holdLoans(tx: Db, contacts: readonly HoldingContact[]): Promise<void> {
  const holding = contacts.filter(({ kind }) => kind !== null);
  if (holding.length === 0) return;
  const asked = holding.map(({ dispositionId, loanId, agentId, kind, at }) => ({
    disposition_id: dispositionId,
    loan_id: loanId,
    agent_id: agentId,
    kind,
    // The contact itself was before the hold.
    at: new Date(at.getTime() + 1).toISOString(),
  }));
  await tx.execute(sql`
    with told as (
      select r.disposition_id, r.loan_id, r.agent_id, r.kind, r.at, lower(trim(l.customer_name)) as name,
        ${taxNumberOf('l.other_columns')} as pan,
        array_remove(array[${comparableNumberSql('l.mobile_number')},
          ${comparableNumberSql('l.alternate_mobile_number')}], null) as numbers
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
          as r(disposition_id uuid, loan_id uuid, agent_id uuid, kind text, at timestamptz)
        join loans l on l.id = r.loan_id),
    concerned as (select distinct on (x.loan_id, x.kind) x.*
      from (select t.loan_id, t.disposition_id, t.agent_id, t.kind, t.at from told t union all ${otherLoansOfDead}) x
      order by x.loan_id, x.kind, x.at, x.disposition_id)
    insert into contact_holds (id, loan_id, kind, starts_at, disposition_id, created_by)
    select ${newIdSql}, c.loan_id, c.kind, c.at, c.disposition_id, c.agent_id
    from concerned c join loans l on l.id = c.loan_id left join contact_policies p on p.client_id = l.client_id
    where (c.kind <> 'DISPUTE' or coalesce(p.holds_on_dispute, true))
      and not exists (select 1 from contact_holds h where h.loan_id = c.loan_id and h.kind = c.kind
        and h.channel is null and least(h.ends_at, h.ended_at) is null)
    on conflict (disposition_id, loan_id) where disposition_id is not null
      do update set kind = excluded.kind, ended_at = null where contact_holds.ended_by is null`);
}

/**
 * The same for contacts that may have said otherwise before: those that say so no longer give back what they held, unless
 * another contact of one of these loans says the same.
 */
export async function followHolds(tx: Db, contacts: readonly HoldingContact[]): Promise<void> {
  await endUnsaidHolds(
    tx,
    contacts.map(({ loanId }) => loanId),
  );
  await holdLoans(tx, contacts);
}

/** What the other contacts of the loans that a contact holds say by now: all of a borrower's loans after a death. */
const isStillSaid = sql`exists (
  select 1 from contact_holds g join dispositions o on o.loan_id = g.loan_id where g.disposition_id = h.disposition_id
    and case h.kind when 'BEREAVEMENT' then o.code like '%DECEASED'
      else o.loan_id = h.loan_id and o.disposition_class = h.kind end)`;

/** Ends the holds of contacts of these loans that nobody says any more, after contacts were taken out or corrected. */
export async function endUnsaidHolds(tx: Db, loanIds: readonly string[]): Promise<void> {
  await tx.execute(sql`update /* prepared */ contact_holds h set ended_at = now()
    where h.ended_at is null and h.disposition_id in (select k.disposition_id from contact_holds k
        where k.loan_id = any(${idArray(loanIds)}) and k.disposition_id is not null)
      and not ${isStillSaid}`);
}
