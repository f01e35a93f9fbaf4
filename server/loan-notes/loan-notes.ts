import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type { LoanNote, loanNoteCalls } from '../../contract/loan-note.ts';
import { CLIENT_SIDE } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo, loansAtHandOf } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';

/** Notes of one loan that an answer gives at most. */
const MOST = 200;

interface NoteRow extends LoanNote, Record<string, unknown> {}

const isOfLender = (actor: Actor) => CLIENT_SIDE.some((role) => role === actor.role);

/** Condition on `n` (notes) and `l` (their loan): what the agency writes for itself is not for the lender's eyes. */
const readableBy = (actor: Actor): SQL =>
  isOfLender(actor)
    ? sql`(${loansVisibleTo(actor)} and n.is_for_lender and n.removed_at is null)`
    : sql`(${loansAtHandOf(actor)} and n.removed_at is null)`;

async function read(db: Db, actor: Actor, where: SQL): Promise<LoanNote[]> {
  const found = await db.execute<NoteRow>(sql`
    select n.id as "_id", n.loan_id as "loanId", n.words as note, n.is_pinned as "isPinned",
      n.is_for_lender as "isForLender", n.author_id as "authorId", u.full_name as "Author_Name",
      n.created_at as "createdAt", n.author_id = ${actor.userId} as "isOwn"
    from loan_notes n join loans l on l.id = n.loan_id join users u on u.id = n.author_id
    where ${readableBy(actor)} and ${where}
    order by n.is_pinned desc, n.created_at desc, n.id desc limit ${MOST}`);
  return found.rows.map((row) => Object.assign(row, { createdAt: isoInstant(row.createdAt) }));
}

async function refuseForeignLoan(db: Db, actor: Actor, loanId: string): Promise<void> {
  const loan = await db.execute(
    sql`select 1 from loans l where l.id = ${loanId} and ${loansAtHandOf(actor)}`,
  );
  if (loan.rows.length === 0) throw notFound('This loan');
}

/** A loan's notes, pinned first, then the newest. Throws 404 when the actor may not see the loan. */
export async function listNotes(
  db: Db,
  actor: Actor,
  loanId: string,
): Promise<{ data: LoanNote[] }> {
  await refuseForeignLoan(db, actor, loanId);
  return { data: await read(db, actor, sql`n.loan_id = ${loanId}`) };
}

type NewNote = CallRequest<typeof loanNoteCalls.addLoanNote>['body'];

/** Writes a note; what the lender's people write is for both sides. Throws 404, 409 (the id is another note's). */
export async function addNote(
  { tx, audit }: Command,
  actor: Actor,
  given: NewNote,
): Promise<LoanNote> {
  await refuseForeignLoan(tx, actor, given.loanId);
  const id = given._id ?? newId();
  const isForLender = given.isForLender || isOfLender(actor);
  const added = await tx.execute(sql`
    insert into loan_notes (id, loan_id, author_id, words, is_pinned, is_for_lender)
    values (${id}, ${given.loanId}, ${actor.userId}, ${given.note}, ${given.isPinned}, ${isForLender})
    on conflict (id) do nothing returning id`);
  const [note] = await read(
    tx,
    actor,
    sql`n.id = ${id} and n.author_id = ${actor.userId}
    and n.loan_id = ${given.loanId} and n.words = ${given.note}`,
  );
  if (!note) throw conflict('OTHER_CONTENT', 'This note was saved before with other content.');
  if (added.rows.length > 0) {
    const details = { loanId: given.loanId, isForLender };
    audit({ action: 'loan-note.add', entity: 'loanNote', entityId: id, details });
  }
  return note;
}

/** Shows a note first, or no longer. Throws 404. */
export async function pinNote(
  { tx, audit }: Command,
  actor: Actor,
  { _id: id, isPinned }: { _id: string; isPinned: boolean },
): Promise<LoanNote> {
  const [before] = await read(tx, actor, sql`n.id = ${id}`);
  if (!before) throw notFound('This note');
  if (before.isPinned === isPinned) return before;
  await tx.execute(sql`update loan_notes set is_pinned = ${isPinned} where id = ${id}`);
  audit({ action: 'loan-note.pin', entity: 'loanNote', entityId: id, details: { isPinned } });
  return { ...before, isPinned };
}

/** Removes an own note. Throws 404 for anybody else's. */
export async function removeNote(
  { tx, audit }: Command,
  actor: Actor,
  id: string,
): Promise<{ success: boolean }> {
  const removed = await tx.execute(sql`
    update loan_notes n set removed_at = now(), removed_by = ${actor.userId}
    from loans l where l.id = n.loan_id and n.id = ${id} and n.author_id = ${actor.userId} and ${readableBy(actor)}
    returning n.id`);
  if (removed.rows.length === 0) throw notFound('This note');
  audit({ action: 'loan-note.remove', entity: 'loanNote', entityId: id });
  return { success: true };
}
