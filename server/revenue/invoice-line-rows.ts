import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { InvoiceLine, invoiceCalls } from '../../contract/invoice.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import { inBulk } from '../database/bulk.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, countRows, pageLimit } from '../database/list-page.ts';
import { invoiceLinesOf } from './fee-lines.ts';
import type { FeeLineRow } from './fee-lines.ts';
import { creditsOf } from './invoice-taxes.ts';
import { draftScope, findInvoice, readKinds, sumOf } from './invoice-rows.ts';
import type { InvoiceRow } from './invoice-rows.ts';

interface StoredLineRow extends FeeLineRow {
  _id: string;
  dispute: InvoiceLine['dispute'];
  creditedIn: string | null;
}

type Line = FeeLineRow & Partial<Pick<StoredLineRow, '_id' | 'dispute' | 'creditedIn'>>;

const toLine = (row: Line): InvoiceLine => ({
  source: row.source,
  _id: row._id ?? null,
  kind: row.kind,
  loanId: row.loanId,
  Loan_ID: row.Loan_ID,
  onDate: row.onDate,
  base: row.base,
  percent: row.basisPoints === null ? null : row.basisPoints / 100,
  fee: row.fee,
  gst: row.gst,
  tds: row.tds,
  total: row.fee + row.gst,
  dispute: row.dispute
    ? {
        ...row.dispute,
        raisedAt: isoInstant(row.dispute.raisedAt),
        decidedAt: isoInstantOrNull(row.dispute.decidedAt),
      }
    : null,
  creditedIn: row.creditedIn ?? null,
});

/** The order of lines, in drafts and when they are stored. */
export const LINE_ORDER = sql`case f.kind when 'PAYMENT' then 1 when 'VISIT' then 2 when 'SETTLEMENT' then 3
  when 'MINIMUM' then 4 else 5 end, f."onDate", f."Loan_ID", f.source`;

const STORED = sql`k.id as "_id", k.source, k.kind, k.client_id as "clientId", k.agreement_id as "agreementId",
  k.loan_id as "loanId", k.loan_number as "Loan_ID", k.payment_id as "paymentId", k.settlement_id as "settlementId",
  k.credits_id as "creditsId", k.on_date as "onDate", k.base, k.basis_points as "basisPoints", k.fee, k.gst, k.tds,
  (select jsonb_build_object('_id', q.id, 'lineId', q.line_id, 'reason', q.reason, 'raisedBy', r.full_name,
      'raisedAt', q.raised_at, 'outcome', q.outcome, 'answer', q.answer, 'decidedBy', x.full_name, 'decidedAt', q.decided_at)
    from invoice_disputes q join users r on r.id = q.raised_by left join users x on x.id = q.decided_by
    where q.line_id = k.id order by q.raised_at desc, q.id limit 1) as dispute,
  (select i.number from ${creditsOf(sql`k`)} y join invoices i on i.id = y.invoice_id) as "creditedIn"`;

type Lines = typeof invoiceCalls.listInvoiceLines;
type Filters = Pick<CallRequest<Lines>['query'], 'kind' | 'dispute' | 'search'>;

const DISPUTED: Readonly<Record<NonNullable<Filters['dispute']>, SQL>> = {
  OPEN: sql`exists (select 1 from invoice_disputes q where q.line_id = k.id and q.outcome is null)`,
  ANY: sql`exists (select 1 from invoice_disputes q where q.line_id = k.id)`,
};

/** The stored lines of an invoice that the filters leave, as a table. */
const storedLines = ({ _id }: InvoiceRow, { kind, dispute, search }: Filters): SQL =>
  sql`invoice_lines k where ${allOf([
    sql`k.invoice_id = ${_id}`,
    kind && sql`k.kind = ${kind}`,
    dispute && DISPUTED[dispute],
    search && contains(search, sql`k.loan_number`),
  ])}`;

/** The same of a draft, behind `invoiceLinesOf`: nobody disputes a draft. */
const draftLines = ({ kind, dispute, search }: Filters): SQL =>
  sql`lines f where ${allOf([
    kind && sql`f.kind = ${kind}`,
    dispute && sql`false`,
    search && contains(search, sql`f."Loan_ID"`),
  ])}`;

/** All lines of an invoice or a page of them, in their order. */
export async function readLines(
  db: Db,
  zone: string,
  row: InvoiceRow,
  part: SQL,
  filters: Filters = {},
): Promise<InvoiceLine[]> {
  if (row.number !== null) {
    const { rows } = await db.execute<StoredLineRow>(sql`select ${STORED}
      from ${storedLines(row, filters)} order by k.position ${part}`);
    return rows.map(toLine);
  }
  const { rows } = await inBulk(db, async (tx) =>
    tx.execute<FeeLineRow>(sql`with ${invoiceLinesOf(draftScope(zone, row))}
      select f.* from ${draftLines(filters)} order by ${LINE_ORDER} ${part}`),
  );
  return rows.map(toLine);
}

async function countLines(
  db: Db,
  zone: string,
  row: InvoiceRow,
  filters: Filters,
): Promise<number> {
  const { kind, dispute, search } = filters;
  if (dispute === undefined && search === undefined) {
    const kinds = await readKinds(db, zone, row);
    return sumOf(
      kinds.filter((one) => kind === undefined || one.kind === kind),
      'lines',
    );
  }
  if (row.number !== null) return countRows(db, storedLines(row, filters));
  const { rows } = await inBulk(db, async (tx) =>
    tx.execute<{ n: number }>(sql`with ${invoiceLinesOf(draftScope(zone, row))}
      select count(*)::int as n from ${draftLines(filters)}`),
  );
  return rows[0]?.n ?? 0;
}

/** A page of an invoice's lines. Throws 404. */
export async function listInvoiceLines(
  { db, settings }: Context,
  actor: Actor,
  id: string,
  { page, pageSize, ...filters }: CallRequest<Lines>['query'],
): Promise<CallAnswer<Lines>> {
  const zone = settings.businessTz;
  const row = await findInvoice(db, actor, id);
  // Two connections: a draft's lines are worked out for each.
  const [data, totalCount] = await Promise.all([
    readLines(db, zone, row, pageLimit({ page, pageSize }), filters),
    countLines(db, zone, row, filters),
  ]);
  return { data, totalCount, page, pageSize };
}
