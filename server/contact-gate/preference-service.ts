import { sql } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { CallRequest } from '../../contract/call.ts';
import type { contactGateCalls } from '../../contract/contact-gate.ts';
import { comparableNumber } from '../../contract/contact-rules.ts';
import { isTimeZone } from '../../contract/zone-time.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import type { Command } from '../command.ts';
import { badInput, notAllowed, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { endOfLastDay } from './last-day.ts';
import { visibleLoan } from './visible-loan.ts';

type NewAvoidTime = CallRequest<typeof contactGateCalls.addAvoidTime>['body'];
type NewNumber = CallRequest<typeof contactGateCalls.blockNumber>['body'];

/** Notes when a borrower asked to be left alone. The same id again is the same. Throws 404, 422 for a day that is over. */
export async function addAvoidTime(
  { tx, audit }: Command,
  actor: Actor,
  given: NewAvoidTime,
  businessTz: string,
): Promise<{ _id: string }> {
  const loan = await visibleLoan(tx, actor, given.loanId);
  const { weekdays, from, to, untilDay = null, note } = given;
  endOfLastDay(loan.zone ?? businessTz, untilDay);
  const id = given._id ?? newId();
  const { rows } = await tx.execute(sql`
    insert into contact_avoid_times (id, loan_id, weekdays, from_time, to_time, until_day, note, created_by)
    values (${id}, ${loan.id}, ${sql.param([...new Set(weekdays)])}::int[], ${from}, ${to}, ${untilDay}, ${note ?? null},
      ${actor.userId})
    on conflict (id) do nothing returning id`);
  if (rows.length > 0) {
    const details = { loanId: loan.id, weekdays, from, to, untilDay };
    audit({ action: 'contact.avoid-time', entity: 'avoid-time', entityId: id, details });
  }
  return { _id: id };
}

/** Ends an avoid-time; a second time changes nothing. Throws 404. */
export async function endAvoidTime(
  { tx, audit }: Command,
  actor: Actor,
  id: string,
): Promise<{ _id: string }> {
  const { rows } = await tx.execute<{ loan_id: string; is_over: boolean }>(sql`
    select t.loan_id, t.ended_at is not null as is_over from contact_avoid_times t join loans l on l.id = t.loan_id
    where t.id = ${id} and ${loansVisibleTo(actor)} for update of t`);
  const [time] = rows;
  if (!time) throw notFound('This time');
  if (!time.is_over) {
    await tx.execute(
      sql`update contact_avoid_times set ended_at = now(), ended_by = ${actor.userId} where id = ${id}`,
    );
    const details = { loanId: time.loan_id };
    audit({ action: 'contact.end-avoid-time', entity: 'avoid-time', entityId: id, details });
  }
  return { _id: id };
}

/** Blocks a number, for one loan (it is not the borrower's) or, by an admin, for all; once. Throws 403, 404. */
export async function blockNumber(
  { tx, audit }: Command,
  actor: Actor,
  given: NewNumber,
): Promise<{ _id: string }> {
  const loanId = given.loanId ?? null;
  if (loanId === null && !isAdmin(actor))
    throw notAllowed('Only an admin blocks a number for all loans. Name the loan.');
  if (loanId !== null) await visibleLoan(tx, actor, loanId);
  const number = comparableNumber(given.number);
  const id = given._id ?? newId();
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into contact_numbers (id, number, loan_id, note, created_by)
    values (${id}, ${number}, ${loanId}, ${given.note ?? null}, ${actor.userId})
    on conflict do nothing returning id`);
  if (rows.length > 0) {
    audit({ action: 'contact.block-number', entity: 'number', entityId: id, details: { loanId } });
    return { _id: id };
  }
  const standing = await tx.execute<{ id: string }>(sql`select id from contact_numbers
    where number = ${number} and loan_id is not distinct from ${loanId}::uuid and ended_at is null`);
  return { _id: standing.rows[0]?.id ?? id };
}

/**
 * Opens a number again, on all loans that one call found it to be wrong for; one for all loans only by an admin. A second
 * time changes nothing. Throws 404.
 */
export async function unblockNumber(
  { tx, audit }: Command,
  actor: Actor,
  id: string,
): Promise<{ _id: string }> {
  const { rows } = await tx.execute<{ loan_id: string | null; is_over: boolean }>(sql`
    select n.loan_id, n.ended_at is not null as is_over from contact_numbers n left join loans l on l.id = n.loan_id
    where n.id = ${id} and case when n.loan_id is null then ${isAdmin(actor)} else ${loansVisibleTo(actor)} end
    for update of n`);
  const [number] = rows;
  if (!number) throw notFound('This number');
  if (!number.is_over) {
    await tx.execute(
      sql`update contact_numbers n set ended_at = now(), ended_by = ${actor.userId} from contact_numbers this
      where this.id = ${id} and n.ended_at is null
        and (n.id = this.id or (n.disposition_id = this.disposition_id and n.number = this.number))`,
    );
    const details = { loanId: number.loan_id };
    audit({ action: 'contact.unblock-number', entity: 'number', entityId: id, details });
  }
  return { _id: id };
}

/** Sets the time zone a borrower lives in; null: the lender's. Throws 404, 400 for a zone that does not exist. */
export async function setZone(
  { tx, audit }: Command,
  actor: Actor,
  loanId: string,
  timeZone: string | null,
): Promise<{ _id: string }> {
  if (timeZone !== null && !isTimeZone(timeZone))
    throw badInput('Choose a time zone such as Asia/Kolkata.', [
      fieldProblem('timeZone', 'time-zone'),
    ]);
  const loan = await visibleLoan(tx, actor, loanId);
  if (timeZone === null) {
    // The row stays for its change to reach the phones first.
    await tx.execute(sql`update contact_zones set updated_at = now() where loan_id = ${loan.id}`);
    await tx.execute(sql`delete from contact_zones where loan_id = ${loan.id}`);
  } else
    await tx.execute(sql`insert into contact_zones (loan_id, time_zone, updated_by)
      values (${loan.id}, ${timeZone}, ${actor.userId})
      on conflict (loan_id) do update set time_zone = excluded.time_zone, updated_by = excluded.updated_by,
        updated_at = now()`);
  audit({ action: 'contact.zone', entity: 'loan', entityId: loan.id, details: { timeZone } });
  return { _id: loan.id };
}
