import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { LOAN_EDITABLE_FIELDS } from '../../contract/loan.ts';
import type { LoanDetail, LoanEditableField } from '../../contract/loan.ts';
import { parseFields } from '../../contract/errors.ts';
import { changedFieldsSchema } from '../../contract/loan-edit.ts';
import type { loanEditInputSchema } from '../../contract/loan-edit.ts';
import type { Actor } from '../access/actor.ts';
import { workableLoan } from '../access/workable-loan.ts';
import { workedAt } from '../access/work-origin.ts';
import type { WorkOrigin } from '../access/work-origin.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { loanChanges } from '../database/tables/loans.ts';
import { badInput } from '../errors.ts';
import { newId } from '../ids.ts';
import { loanDetailsOf } from '../loans/loan-details-service.ts';
import { writeCorrections } from './loan-correction-service.ts';

/** A field's change that was set aside: the value that stands, and the one offered. */
interface Conflict {
  readonly field: LoanEditableField;
  readonly stands: string | null;
  readonly offered: string;
}

/** What an edit did. */
export interface EditedLoan {
  readonly loan: LoanDetail;
  readonly conflicts: Conflict[];
}

/** A field whose offered value differs from the loan's. */
interface Change {
  readonly field: LoanEditableField;
  readonly stands: string | null;
  /** The empty text empties the field. */
  readonly offered: string;
}

function changesOf(loan: LoanDetail, wanted: Readonly<Record<string, string | undefined>>) {
  return LOAN_EDITABLE_FIELDS.flatMap((field): Change[] => {
    const offered = wanted[field];
    const stands = loan[field];
    return offered === undefined || offered === (stands ?? '') ? [] : [{ field, stands, offered }];
  });
}

/** What is changed must be right. Throws 400; what an import brought and nobody changes is not asked. */
function refuseWrong(changes: readonly Change[]): void {
  const wanted = changes.map(({ field, offered }) => [field, offered]);
  const { problems } = parseFields(changedFieldsSchema, Object.fromEntries(wanted));
  if (problems === null) return;
  const found = problems.map((each) => Object.assign(each, { path: `changes.${each.path}` }));
  throw badInput(found[0]?.message ?? 'A change is not valid.', found);
}

/**
 * Fields that someone else, or an import, changed after that revision (noted by the database at every change), or the actor
 * later than this edit was made: of two devices the one that delivers last may bring what is older. An edit at once is the last.
 */
async function takenSince(
  tx: Db,
  actor: Actor,
  { _id: loanId, revision }: z.output<typeof loanEditInputSchema>,
  { at }: WorkOrigin,
) {
  const result = await tx.execute<{ field: string }>(sql`
    select distinct field from loan_changes where loan_id = ${loanId} and revision > ${revision} and not is_conflict
      and (changed_by is distinct from ${actor.userId} or coalesce(made_at, changed_at) > ${at})`);
  return new Set(result.rows.map((row) => row.field));
}

/** Keeps both values of a conflict for a manager to settle; the same offer is kept once. */
async function setAside(
  tx: Db,
  actor: Actor,
  loan: LoanDetail,
  conflicts: readonly Conflict[],
  opId: string | null,
): Promise<void> {
  for (const { field, stands, offered } of conflicts) {
    const known =
      await tx.execute(sql`select 1 from loan_changes where loan_id = ${loan._id} and field = ${field}
      and is_conflict and settled_at is null and changed_by = ${actor.userId} and new_value = ${offered}`);
    if (known.rows.length > 0) continue;
    await tx.insert(loanChanges).values({
      id: newId(),
      loanId: loan._id,
      revision: loan.revision,
      field,
      oldValue: stands,
      newValue: offered,
      isConflict: true,
      changedBy: actor.userId,
      opId,
    });
  }
}

async function detail(tx: Db, actor: Actor, loanId: string): Promise<LoanDetail> {
  const loan = (await loanDetailsOf(tx, [loanId], actor.role)).get(loanId);
  if (!loan) throw new Error(`The loan ${loanId} is gone although it is locked.`);
  return loan;
}

const namesOf = (changes: readonly Change[]) => changes.map(({ field }) => field);

/**
 * Corrects a loan's contact fields, field by field: one that someone else or an import changed since the named revision,
 * or the actor later, keeps the server's value, and both are kept for a manager. Repeating it changes nothing. Throws 404 (not the actor's),
 * 400 (what is changed is no phone number, e-mail or pincode).
 */
export async function editLoan(
  { tx, audit }: Command,
  actor: Actor,
  input: z.output<typeof loanEditInputSchema>,
  origin: WorkOrigin,
): Promise<EditedLoan> {
  const work = { loanId: input._id, at: workedAt(origin), origin };
  const { loanId } = await workableLoan(tx, actor, work);
  const before = await detail(tx, actor, loanId);
  const changes = changesOf(before, input.changes);
  refuseWrong(changes);
  // A revision that the loan never had (a copy was restored, or it is made up) tells of no change.
  const revision = input.revision > before.revision ? 0 : input.revision;
  const taken = await takenSince(tx, actor, { ...input, revision }, origin);
  const conflicts = changes.filter(({ field }) => taken.has(field));
  const accepted = changes.filter(({ field }) => !taken.has(field));
  await writeCorrections(tx, actor, loanId, accepted, origin);
  await setAside(tx, actor, before, conflicts, origin.opId);
  const details = { fields: namesOf(accepted), conflicts: namesOf(conflicts) };
  if (changes.length > 0) audit({ action: 'loan.edit', entity: 'loan', entityId: loanId, details });
  return { loan: await detail(tx, actor, loanId), conflicts };
}
