import { sql } from 'drizzle-orm';
import type { LoanRecord } from '../../contract/loan-entry.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';

/** So many entries of each kind: a loan has a few dozen. */
const MOST = 200;

type Row<Kind extends keyof LoanRecord> = LoanRecord[Kind][number] & Record<string, unknown>;

const toClosure = (row: Row<'closures'>): LoanRecord['closures'][number] => ({
  ...row,
  closedAt: isoInstant(row.closedAt),
  reopenedAt: isoInstantOrNull(row.reopenedAt),
});

const toAllocation = (row: Row<'allocations'>): LoanRecord['allocations'][number] => ({
  ...row,
  allocatedAt: isoInstant(row.allocatedAt),
  endedAt: isoInstantOrNull(row.endedAt),
});

const toChange = (row: Row<'changes'>): LoanRecord['changes'][number] => ({
  ...row,
  changedAt: isoInstant(row.changedAt),
});

const toPayment = (row: Row<'payments'>): LoanRecord['payments'][number] => ({
  ...row,
  reversedAt: isoInstantOrNull(row.reversedAt),
});

const toSheet = (row: Row<'sheets'>): LoanRecord['sheets'][number] => ({
  ...row,
  createdAt: isoInstant(row.createdAt),
});

async function readClosures(db: Db, id: string): Promise<LoanRecord['closures']> {
  const { rows } = await db.execute<Row<'closures'>>(sql`
    select x.id as "_id", x.reason, x.note, b.full_name as "closedBy", x.closed_at as "closedAt",
      r.full_name as "reopenedBy", x.reopened_at as "reopenedAt"
    from loan_closures x left join users b on b.id = x.closed_by left join users r on r.id = x.reopened_by
    where x.loan_id = ${id} order by x.closed_at desc limit ${MOST}`);
  return rows.map(toClosure);
}

async function readAllocations(db: Db, id: string): Promise<LoanRecord['allocations']> {
  const { rows } = await db.execute<Row<'allocations'>>(sql`
    select a.id as "_id", a.kind, u.full_name as name, b.full_name as "allocatedBy", a.allocated_at as "allocatedAt",
      a.ended_at as "endedAt"
    from allocations a join users u on u.id = a.assignee_id left join users b on b.id = a.allocated_by
    where a.loan_id = ${id} order by a.allocated_at desc, a.kind limit ${MOST}`);
  return rows.map(toAllocation);
}

async function readChanges(db: Db, id: string): Promise<LoanRecord['changes']> {
  const { rows } = await db.execute<Row<'changes'>>(sql`
    select x.id as "_id", x.field, x.old_value as "oldValue", x.new_value as "newValue", u.full_name as "changedBy",
      x.changed_at as "changedAt"
    from loan_changes x left join users u on u.id = x.changed_by
    where x.loan_id = ${id} and not x.is_conflict order by x.changed_at desc, x.revision desc limit ${MOST}`);
  return rows.map(toChange);
}

async function readPayments(db: Db, id: string): Promise<LoanRecord['payments']> {
  const { rows } = await db.execute<Row<'payments'>>(sql`
    select p.id as "_id", p.amount, p.paid_on as "paidOn", p.mode, p.reference, u.full_name as "collectorName",
      s.file_name as "fileName", p.row, p.reversed_at as "reversedAt"
    from payments p left join users u on u.id = p.collector_id left join activity_sheets s on s.id = p.sheet_id
    where p.loan_id = ${id} order by p.paid_on desc, p.created_at desc limit ${MOST}`);
  return rows.map(toPayment);
}

async function readSheets(db: Db, id: string): Promise<LoanRecord['sheets']> {
  const { rows } = await db.execute<Row<'sheets'>>(sql`
    select i.batch_no as "batchNo", coalesce(i.name, i.file_name) as name, u.full_name as "createdBy",
      i.created_at as "createdAt"
    from loans l join loan_imports i on i.batch_no in (l.batch_no, l.first_batch_no) join users u on u.id = i.created_by
    where l.id = ${id} order by i.created_at desc`);
  return rows.map(toSheet);
}

/** All that is kept of a loan besides its facts and contacts. Throws 404 when there is none that the actor may see. */
export async function readLoanRecord(db: Db, actor: Actor, id: string): Promise<LoanRecord> {
  const seen = await db.execute(
    sql`select 1 from loans l where l.id = ${id} and ${loansVisibleTo(actor)}`,
  );
  if (seen.rows.length === 0) throw notFound('The loan');
  return {
    closures: await readClosures(db, id),
    allocations: await readAllocations(db, id),
    changes: await readChanges(db, id),
    payments: await readPayments(db, id),
    sheets: await readSheets(db, id),
  };
}
