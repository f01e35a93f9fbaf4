import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CallAnswer } from '../../contract/call.ts';
import type { loanConflictCalls } from '../../contract/loan-conflict.ts';
import type { LoanEditableField } from '../../contract/loan.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { conflict, notFound } from '../errors.ts';
import { valueOfField, writeCorrections } from '../loan-edits/loan-correction-service.ts';

type SettleCall = (typeof loanConflictCalls)['settleLoanConflict'];

interface ConflictRow extends Record<string, unknown> {
  loan_id: string;
  field: LoanEditableField;
  offered: string;
  stands: string | null;
  op_id: string | null;
}

/** Locks the loan first, as every correction of it does, then reads what is offered and what stands. Throws 404. */
async function lockConflict(tx: Db, actor: Actor, id: string): Promise<ConflictRow> {
  const found = await tx.execute<{ loan_id: string }>(sql`
    select l.id as loan_id from loans l
    where l.id = (select loan_id from loan_changes where id = ${id} and is_conflict) and ${loansVisibleTo(actor)}
    for no key update of l`);
  const result = await tx.execute<ConflictRow>(sql`
    select x.loan_id, x.field, coalesce(x.new_value, '') as offered, ${valueOfField(sql`x.field`)} as stands, x.op_id
    from loan_changes x join loans l on l.id = x.loan_id
    where x.id = ${id} and l.id = ${found.rows[0]?.loan_id ?? null}`);
  const [row] = result.rows;
  if (!row) throw notFound('This conflict');
  return row;
}

async function markSettled(tx: Db, actor: Actor, id: string, isTaken: boolean): Promise<void> {
  const settled = await tx.execute(sql`
    update loan_changes set settled_at = now(), settled_by = ${actor.userId}, is_taken = ${isTaken}
    where id = ${id} and settled_at is null returning id`);
  if (settled.rows.length === 0)
    throw conflict('ALREADY_SETTLED', 'Someone settled this already. Look at the loan again.');
}

/**
 * Settles one conflict for good: the value that stands is kept, or the offered one is written as the settler's own
 * correction. Others of the same loan stay open. Throws 404, 409 ALREADY_SETTLED, and 409 CHANGED_MEANWHILE when the loan
 * no longer has the value that was seen.
 */
export async function settleLoanConflict(
  { tx, audit }: Command,
  actor: Actor,
  { _id, takes, stands }: z.output<SettleCall['body']>,
): Promise<CallAnswer<SettleCall>> {
  const row = await lockConflict(tx, actor, _id);
  const isTaken = takes === 'OFFERED';
  await markSettled(tx, actor, _id, isTaken);
  const { field, offered, loan_id: loanId } = row;
  if ((row.stands ?? '') !== (stands ?? ''))
    throw conflict('CHANGED_MEANWHILE', 'This field was changed meanwhile. Look at it again.', {
      stands: row.stands,
    });
  const isChanged = isTaken && offered !== (row.stands ?? '');
  const now = { opId: row.op_id, at: null };
  if (isChanged) await writeCorrections(tx, actor, loanId, [{ field, offered }], now);
  const details = { conflictId: _id, field, takes };
  audit({ action: 'loan.settle-conflict', entity: 'loan', entityId: loanId, details });
  return { _id, field, value: isTaken ? offered || null : row.stands };
}
