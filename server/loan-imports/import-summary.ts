import { sql } from 'drizzle-orm';
import type { AbsentLoan, ImportSummary } from '../../contract/import-summary.ts';
import type { Page } from '../../contract/paging.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { listPage } from '../database/list-page.ts';
import { readImport } from './import-record.ts';

const mostReasons = 100;

type Bucket = ImportSummary['buckets'][number];
type Reason = ImportSummary['reasons'][number];

interface AbsentCounts extends Record<string, unknown> {
  loans: number;
  due: number;
  held: number;
  worked: number;
}

/** As `loansNotNamed` in import-sql.ts, which recalls them. */
const isNotNamed = (importId: string) => sql`l.status = 'ACTIVE'
  and l.created_at < (select i.created_at from loan_imports i where i.id = ${importId}) and not exists
  (select 1 from loan_import_rows s where s.import_id = ${importId} and s.loan_number = l.loan_number)`;

async function readBuckets(db: Db, id: string): Promise<Bucket[]> {
  const { rows } = await db.execute<{ bucket: string | null; loans: number; due: number }>(sql`
    select s.bucket, count(*)::int as loans, coalesce(sum(s.total_due_amount), 0)::bigint as due
      from loan_import_rows s
     where s.import_id = ${id} and s.outcome in ('NEW', 'UPDATE', 'UNCHANGED')
     group by s.bucket order by s.bucket nulls last limit 200`);
  return rows.map(({ bucket, loans, due }) => ({ bucket, loans, dueAmount: due }));
}

async function readReasons(db: Db, id: string): Promise<Reason[]> {
  const { rows } = await db.execute<{
    outcome: Reason['outcome'];
    column: string;
    reason: string;
    count: number;
    rows: number[];
  }>(sql`
    select s.outcome, coalesce(p.value ->> 'column', '') as column,
        coalesce(regexp_replace(p.value ->> 'reason', 'in row \\d+ already', 'in another row already'), '') as reason,
        count(*)::int as count, coalesce((array_agg(s.row order by s.row))[1:5], '{}') as rows
      from loan_import_rows s cross join lateral jsonb_array_elements(s.problems) p
     where s.import_id = ${id} and s.problems is not null
     group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit ${mostReasons}`);
  return rows.map(({ outcome, column, reason, count, rows: numbers }) => ({
    outcome,
    column,
    reason,
    count,
    rows: numbers,
  }));
}

/**
 * What a pending list comes to: loans and dues by bucket as the file tells them, reasons grouped, and the client's active
 * loans that it does not name (only while it is pending: afterwards its rows are gone). Throws 404.
 */
export async function summariseImport(db: Db, actor: Actor, id: string): Promise<ImportSummary> {
  const { wire, clientId } = await readImport(db, actor, id);
  const buckets = await readBuckets(db, id);
  const reasons = await readReasons(db, id);
  const none = { loans: 0, due: 0, held: 0, worked: 0 };
  const absent =
    wire.state === 'PENDING'
      ? await db.execute<AbsentCounts>(sql`
          select count(*)::int as loans, coalesce(sum(l.total_due_amount), 0)::bigint as due,
            count(*) filter (where l.collector_id is not null or l.field_agent_id is not null)::int as held,
            count(*) filter (where l.disposition_at is not null)::int as worked
          from loans l where l.client_id = ${clientId} and ${isNotNamed(id)}`)
      : { rows: [] };
  const { loans, due, held, worked } = absent.rows[0] ?? none;
  return {
    buckets,
    reasons,
    absentLoans: loans,
    absentDueAmount: due,
    absentHeld: held,
    absentWorked: worked,
  };
}

interface AbsentRow extends Record<string, unknown> {
  id: string;
  loan_number: string;
  customer_name: string;
  bucket: string | null;
  total_due_amount: number | null;
  holder_name: string | null;
}

/** A page of the client's active loans that a pending list does not name. Throws 404. */
export async function listAbsentLoans(
  db: Db,
  actor: Actor,
  id: string,
  query: { readonly page: number; readonly pageSize: number },
): Promise<Page<AbsentLoan>> {
  const { wire, clientId } = await readImport(db, actor, id);
  return listPage<AbsentRow, AbsentLoan>(db, query, {
    columns: sql`l.id, l.loan_number, l.customer_name, l.bucket, l.total_due_amount,
      (select u.full_name from users u where u.id = coalesce(l.field_agent_id, l.collector_id, l.manager_id)) as holder_name`,
    from: sql`loans l`,
    where: sql`l.client_id = ${clientId} and ${wire.state === 'PENDING'} and ${isNotNamed(id)}`,
    order: sql`l.loan_number, l.id`,
    row: (row) => ({
      _id: row.id,
      Loan_ID: row.loan_number,
      Customer_Name: row.customer_name,
      Bucket: row.bucket,
      Total_Due_Amount: row.total_due_amount,
      holderName: row.holder_name,
    }),
  });
}
