import { sql } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type { contactGateCalls } from '../../contract/contact-gate.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
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

/** A contact after which the borrower is left alone: the debt was disputed, or the borrower has died. */
export interface HoldingContact {
  readonly dispositionId: string;
  readonly loanId: string;
  readonly agentId: string;
  readonly kind: 'DISPUTE' | 'BEREAVEMENT';
  readonly at: Date;
}

/**
 * Holds the loans of such contacts until somebody ends it: disputed ones where the lender's policy says so. Once per
 * contact, and not beside a hold of the same kind.
 */
export async function holdAfter(tx: Db, contacts: readonly HoldingContact[]): Promise<void> {
  if (contacts.length === 0) return;
  const asked = contacts.map(({ dispositionId, loanId, agentId, kind, at }) => ({
    id: newId(),
    disposition_id: dispositionId,
    loan_id: loanId,
    agent_id: agentId,
    kind,
    // The contact itself was before the hold.
    at: new Date(at.getTime() + 1).toISOString(),
  }));
  await tx.execute(sql`
    insert into contact_holds (id, loan_id, kind, starts_at, disposition_id, created_by)
    select r.id, r.loan_id, r.kind, r.at, r.disposition_id, r.agent_id
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as r(id uuid, disposition_id uuid, loan_id uuid, agent_id uuid, kind text, at timestamptz)
      join loans l on l.id = r.loan_id left join contact_policies p on p.client_id = l.client_id
    where (r.kind <> 'DISPUTE' or coalesce(p.holds_on_dispute, true))
      and not exists (select 1 from contact_holds h where h.loan_id = r.loan_id and h.kind = r.kind
        and h.channel is null and least(h.ends_at, h.ended_at) is null)
    on conflict (disposition_id) where disposition_id is not null
      do update set kind = excluded.kind where contact_holds.ended_at is null`);
}
