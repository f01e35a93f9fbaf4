import { inArray, sql } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { dispositionsVisibleTo } from '../access/scope.ts';
import { businessDay } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { dispositions } from '../database/tables/dispositions.ts';
import { againstRules, badInput, notFound } from '../errors.ts';
import type { StoredDisposition } from './disposition-row.ts';

/** What decides about a contact: who recorded it under whom, and when. */
type Recorded = Pick<StoredDisposition, 'agentId' | 'managerId' | 'recordedAt'>;

/**
 * How an actor who sees a contact may change it: FREE is its recorder on the business day of recording; WITH_REASON its
 * manager and admins, any day; null nobody else.
 */
export function rightOver(
  actor: Actor,
  contact: Recorded,
  businessTz: string,
): 'FREE' | 'WITH_REASON' | null {
  const isOfToday =
    businessDay(businessTz, new Date(contact.recordedAt)) === businessDay(businessTz);
  if (contact.agentId === actor.userId && isOfToday) return 'FREE';
  const isOverIt = actor.role === 'MANAGER' && contact.managerId === actor.userId;
  return isAdmin(actor) || isOverIt ? 'WITH_REASON' : null;
}

/** Throws 422 TOO_LATE for whoever may not change the contact (any more), 400 when a reason is missing. */
export function refuseWithoutRight(
  actor: Actor,
  contact: Recorded,
  reason: string | undefined,
  businessTz: string,
): void {
  const right = rightOver(actor, contact, businessTz);
  if (right === null)
    throw againstRules(
      'TOO_LATE',
      'You can change an entry of your own on the day of recording only. Ask your manager to change it.',
    );
  if (right === 'WITH_REASON' && !reason)
    throw badInput('Say why you change this entry.', [
      fieldProblem('reason', 'reason-missing', {}, 'Say why you change this entry.'),
    ]);
}

/** The contacts with their loans and themselves locked, always in the same order. Throws 404 unless the actor sees each of them. */
export async function lockContacts(
  tx: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<StoredDisposition[]> {
  const wanted = [...new Set(ids)];
  const seen = await tx.execute<{ loan_id: string }>(sql`
    select d.loan_id from dispositions d join loans l on l.id = d.loan_id
    where d.id = any(${sql.param(wanted)}::uuid[]) and ${dispositionsVisibleTo(actor)}`);
  if (seen.rows.length < wanted.length) throw notFound('This disposition');
  const loanIds = seen.rows.map((row) => row.loan_id);
  await tx.execute(
    sql`select 1 from loans where id = any(${sql.param(loanIds)}::uuid[]) order by id for no key update`,
  );
  const rows = await tx
    .select()
    .from(dispositions)
    .where(inArray(dispositions.id, wanted))
    .orderBy(dispositions.id)
    .for('update');
  // Removed while we waited for the loans.
  if (rows.length < wanted.length) throw notFound('This disposition');
  return rows;
}
