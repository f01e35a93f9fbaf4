import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Page } from '../../contract/paging.ts';
import type { KeptLoan, SheetRemoval } from '../../contract/sheet.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, listPage } from '../database/list-page.ts';
import { allowLongWork } from '../database/long-work.ts';
import { broughtBy, readSheet } from './sheet-rows.ts';

/* What has become of the loans that a sheet brought. Conditions on `l` (loans). */

const isWorked = sql`(l.disposition_at is not null
  or exists (select 1 from dispositions d where d.loan_id = l.id))`;
const isPromised = sql`(l.promise_date is not null)`;
const isAllocated = sql`(l.collector_id is not null or l.field_agent_id is not null or l.manager_id is not null)`;
/** Money that reached the lender, or that an agent took and wrote a receipt for. */
const isPaid = sql`(l.paid_amount > 0
  or exists (select 1 from payments p where p.loan_id = l.id and p.reversed_at is null)
  or exists (select 1 from receipts r where r.loan_id = l.id and r.cancelled_at is null))`;

/** Loans that nothing ended but a file: one that says that nothing is due makes a loan PAID with no money behind it. */
const isOpen = sql`(l.status = 'ACTIVE' or l.status = 'PAID' and not ${isPaid})`;

/** Open loans without money taken for them: all, or the untouched ones only. */
export const takenBackWith = (includeWorked: boolean): SQL =>
  includeWorked
    ? sql`${isOpen} and not ${isPaid}`
    : sql`${isOpen} and not ${isPaid} and not ${isWorked} and not ${isPromised} and not ${isAllocated}`;

/**
 * Reads the loans of a sheet by the indexes, whatever PostgreSQL believes of how many there are: of a sheet that was stored
 * a moment ago it believes one, and would look through whole tables for each of its 100,000 loans.
 */
export async function byIndex<Result>(tx: Db, read: () => Promise<Result>): Promise<Result> {
  await tx.execute(sql`set local enable_seqscan = off`);
  const result = await read();
  await tx.execute(sql`set local enable_seqscan = on`);
  return result;
}

/** The same for a reading alone: of one instant, with time for a large sheet. */
async function readAtLength<Result>(db: Db, read: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(
    async (tx) => {
      await allowLongWork(tx);
      return byIndex(tx, async () => read(tx));
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

interface Counts extends Record<string, unknown> {
  brought: number;
  free: number;
  kept: number;
  worked: number;
  promised: number;
  allocated: number;
  paid: number;
  ended: number;
  freeDues: number;
  keptDues: number;
}

/**
 * The sheet's loans counted by what has become of them, in one pass; each loan is looked up once (not for each count
 * again, therefore materialized). Dues in whole rupees.
 */
export async function countSheetLoans(db: Db, batchNo: number): Promise<Counts> {
  const { rows } = await db.execute<Counts>(sql`
    with brought as materialized (select ${isOpen} as open, coalesce(l.total_due_amount, 0) as due, ${isWorked} as worked,
        ${isPromised} as promised, ${isAllocated} as allocated, ${isPaid} as paid
      from loans l where ${broughtBy(sql`${batchNo}::int`)}),
    judged as materialized (select *, worked or promised or allocated as touched from brought)
    select count(*)::int as brought,
      count(*) filter (where open and not paid and not touched)::int as free,
      count(*) filter (where open and not paid and touched)::int as kept,
      count(*) filter (where open and not paid and worked)::int as worked,
      count(*) filter (where open and not paid and promised)::int as promised,
      count(*) filter (where open and not paid and allocated)::int as allocated,
      count(*) filter (where open and paid)::int as paid,
      count(*) filter (where not open)::int as ended,
      coalesce(sum(due) filter (where open and not paid and not touched), 0)::bigint as "freeDues",
      coalesce(sum(due) filter (where open and not paid and touched), 0)::bigint as "keptDues"
    from judged`);
  const [counts] = rows;
  if (!counts) throw new Error('The loans of the sheet were not counted.');
  return counts;
}

/** What taking back a sheet would do, counted. Throws 404. */
export async function previewRemoval(
  context: Context,
  actor: Actor,
  id: string,
): Promise<SheetRemoval> {
  const sheet = await readSheet(context.db, context.settings.businessTz, actor, id);
  const counts = await readAtLength(context.db, async (tx) => countSheetLoans(tx, sheet.batchNo));
  return {
    _id: sheet._id,
    name: sheet.name,
    Client_Name: sheet.Client_Name,
    state: sheet.state,
    broughtLoans: counts.brought,
    freeLoans: counts.free,
    keptLoans: counts.kept,
    workedLoans: counts.worked,
    promisedLoans: counts.promised,
    allocatedLoans: counts.allocated,
    paidLoans: counts.paid,
    endedLoans: counts.ended,
    updatedLoans: sheet.finishedAt === null ? 0 : sheet.updateRows,
    freeDues: counts.freeDues,
    keptDues: counts.keptDues,
  };
}

/** A page of the open loans of a sheet that are not taken back by themselves, by number. Throws 404. */
export async function listKeptLoans(
  context: Context,
  actor: Actor,
  id: string,
  query: { page: number; pageSize: number; search?: string | undefined },
): Promise<Page<KeptLoan>> {
  const { db } = context;
  const { search } = query;
  const sheet = await readSheet(db, context.settings.businessTz, actor, id);
  return readAtLength(db, async (tx) =>
    listPage(tx, query, {
      columns: sql`l.id as "_id", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name",
        l.total_due_amount as "Total_Due_Amount", l.unverified_amount as "Unverified_Amount", u.full_name as "holderName", ${isWorked} as "isWorked",
        ${isPromised} as "isPromised", ${isAllocated} as "isAllocated", ${isPaid} as "isPaid"`,
      from: sql`loans l`,
      joins: sql`left join users u on u.id = coalesce(l.collector_id, l.field_agent_id, l.manager_id)`,
      where: allOf([
        broughtBy(sql`${sheet.batchNo}::int`),
        loansVisibleTo(actor),
        sql`${isOpen} and (${isAllocated} or ${isPromised} or ${isWorked} or ${isPaid})`,
        search && contains(search, sql`l.loan_number`, sql`l.customer_name`),
      ]),
      order: sql`l.loan_number, l.id`,
      row: (row: KeptLoan & Record<string, unknown>): KeptLoan => row,
    }),
  );
}
