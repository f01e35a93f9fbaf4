import { sql } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { CallRequest } from '../../contract/call.ts';
import { LOAN_EDITABLE_FIELDS } from '../../contract/loan.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import type { ImportField } from '../../contract/import-mapping.ts';
import { loanFieldsOf } from '../../contract/loan-entry.ts';
import type { FieldConflict, loanEntryCalls } from '../../contract/loan-entry.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { againstRules, conflict, notAllowed, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { checkLoanFields } from '../loan-imports/field-check-service.ts';
import type { CheckedField } from '../loan-imports/field-check-service.ts';
import { followDue } from '../loan-closures/loan-return-service.ts';
import { loanDetailsOf } from '../loans/loan-details-service.ts';
import { tellFigure } from '../payments/due-service.ts';

type Change = CallRequest<typeof loanEntryCalls.changeLoan>['body'];
type Changes = NonNullable<Change['changes']>;

const CONTACT_FIELDS: ReadonlySet<string> = new Set(LOAN_EDITABLE_FIELDS);

/** A value as the wire has it, as text. */
const textOf = (value: string | number | null | undefined): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

async function lockLoan(tx: Db, actor: Actor, id: string): Promise<LoanDetail> {
  const locked = await tx.execute(
    sql`select 1 from loans l where l.id = ${id} and ${loansVisibleTo(actor)} for update of l`,
  );
  const loan = locked.rows.length === 0 ? undefined : await readLoan(tx, actor, id);
  if (!loan) throw notFound('The loan');
  return loan;
}

async function readLoan(tx: Db, actor: Actor, id: string): Promise<LoanDetail | undefined> {
  return (await loanDetailsOf(tx, [id], actor.role)).get(id.toLowerCase());
}

function fieldsOf(actor: Actor, changes: Changes): ImportField[] {
  const allowed = loanFieldsOf(actor.role);
  const named = Object.keys(changes) as ImportField[];
  const foreign = named.filter((field) => !allowed.includes(field));
  if (foreign.length > 0)
    throw notAllowed(`You may not change ${foreign.join(', ').replaceAll('_', ' ')}.`);
  return named;
}

/** Fields that somebody else changed since the form was read, to something else than is wanted now. */
function conflictsOf(loan: LoanDetail, change: Change, fields: readonly ImportField[]) {
  if (change.revision === loan.revision) return [];
  return fields.flatMap((field): FieldConflict[] => {
    const theirs = textOf(loan[field]);
    const asked = change.changes?.[field];
    const isSeen = theirs === textOf(asked?.from) || theirs === textOf(asked?.to);
    return isSeen ? [] : [{ field, yours: textOf(asked?.to), theirs }];
  });
}

function refuseConflicts(conflicts: readonly FieldConflict[], loan: LoanDetail): void {
  if (conflicts.length === 0) return;
  throw conflict(
    'CHANGED_MEANWHILE',
    'Somebody else changed this loan meanwhile. Compare the values and save again.',
    { conflicts, revision: loan.revision },
  );
}

function check(fields: readonly ImportField[], changes: Changes): CheckedField[] {
  const { checked, problems } = checkLoanFields(
    fields.map((field) => [field, changes[field]?.to ?? ''] as const),
  );
  if (problems.length > 0)
    throw againstRules(
      'WRONG_FIELDS',
      problems.map(({ reason }) => reason).join(' '),
      problems.map(({ field, code, reason }) => fieldProblem(field, code, {}, reason)),
    );
  return checked;
}

/** The database notes changes of contact fields by itself (trigger); the others are noted here. */
async function noteChanges(
  tx: Db,
  actor: Actor,
  before: LoanDetail,
  changed: readonly { field: string; from: string | null; to: string | null }[],
): Promise<void> {
  const noted = changed.filter(({ field }) => !CONTACT_FIELDS.has(field));
  if (noted.length === 0) return;
  const rows = noted.map(({ field, from, to }) => ({ id: newId(), field, from, to }));
  await tx.execute(sql`
    insert into loan_changes (id, loan_id, revision, field, old_value, new_value, changed_by)
    select n.id, ${before._id}::uuid, ${before.revision + 1}, n.field, n."from", n."to", ${actor.userId}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, field text, "from" text, "to" text)`);
}

async function write(
  tx: Db,
  actor: Actor,
  loan: LoanDetail,
  change: Change,
  checked: readonly CheckedField[],
): Promise<string[]> {
  const changed = checked
    .map(({ field, value }) => ({ field, from: textOf(loan[field]), to: textOf(value) }))
    .filter(({ from, to }) => from !== to);
  const period = change.periodEndsOn;
  const isMoved = period !== undefined && period !== loan.periodEndsOn;
  if (changed.length === 0 && !isMoved) return [];
  const names = new Set<string>(changed.map(({ field }) => field));
  const written = checked.filter(({ field }) => names.has(field));
  const row = Object.fromEntries(written.map(({ column, value }) => [column, value]));
  const sets = written.map(
    ({ column }) => sql`${sql.identifier(column)} = r.${sql.identifier(column)}`,
  );
  if (isMoved) sets.push(sql`period_ends_on = ${period}::date`);
  await tx.execute(sql`select set_config('recoup.actor', ${actor.userId}, true)`);
  await tx.execute(sql`update loans l set ${sql.join(sets, sql`, `)}
    from jsonb_populate_record(null::loans, ${JSON.stringify(row)}::jsonb) r where l.id = ${loan._id}`);
  const told = written.find(({ field }) => field === 'Total_Due_Amount');
  if (told) await tellFigure(tx, loan._id, told.value === null ? null : Number(told.value));
  const moved = isMoved ? [{ field: 'periodEndsOn', from: loan.periodEndsOn, to: period }] : [];
  await noteChanges(tx, actor, loan, [...changed, ...moved]);
  return [...names, ...moved.map(({ field }) => field)];
}

/**
 * Changes one loan (spec 7.5: `PUT /loans/single/loan`), all of it or nothing. Throws 404; 403 for a field that the role
 * may not change; 422 with the wrong fields; 409 CHANGED_MEANWHILE with both values of what someone else changed.
 */
export async function changeLoan(
  command: Command,
  actor: Actor,
  change: Change,
  today: string,
): Promise<LoanDetail> {
  const { tx, audit } = command;
  const loan = await lockLoan(tx, actor, change._id);
  const changes = change.changes ?? {};
  const fields = fieldsOf(actor, changes);
  const checked = check(fields, changes);
  const day = change.periodEndsOn;
  if (day !== undefined && day !== null && day !== loan.periodEndsOn && day < today)
    throw againstRules('WRONG_FIELDS', 'The period would be over. Choose today or a later day.', [
      fieldProblem('periodEndsOn', 'day-is-over'),
    ]);
  refuseConflicts(conflictsOf(loan, change, fields), loan);
  const names = await write(tx, actor, loan, change, checked);
  if (names.includes('Total_Due_Amount')) await followDue(command, actor.userId, loan._id, today);
  if (names.length > 0)
    audit({
      action: 'loan.change',
      entity: 'loan',
      entityId: loan._id,
      details: { fields: names },
    });
  return (await readLoan(tx, actor, loan._id)) ?? loan;
}
