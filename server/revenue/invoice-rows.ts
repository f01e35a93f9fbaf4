import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type {
  Invoice,
  InvoiceDetail,
  InvoiceLine,
  InvoiceLineKind,
  InvoiceParties,
  InvoiceSums,
  invoiceCalls,
} from '../../contract/invoice.ts';
import { monthEnd } from '../../contract/pace.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay, isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import { inBulk } from '../database/bulk.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, listPage, pageLimit } from '../database/list-page.ts';
import { notFound } from '../errors.ts';
import { monthOf } from '../targets/target-service.ts';
import { invoiceLinesOf } from './fee-lines.ts';
import type { FeeLineRow } from './fee-lines.ts';

/** Condition on `i` (invoices): those the actor may see. A lender's admin sees what was sent to the lender. */
function invoicesVisibleTo(actor: Actor): SQL {
  if (isAdmin(actor)) return sql`true`;
  return sql`(i.client_id = ${actor.clientId} and i.state <> 'DRAFT')`;
}

/** An invoice as it is stored; a draft has no figures. */
export interface InvoiceRow extends Record<string, unknown> {
  _id: string;
  clientId: string;
  Client_Name: string;
  month: string;
  state: Invoice['state'];
  number: string | null;
  sentOn: string | null;
  paidOn: string | null;
  paidReference: string | null;
  parties: InvoiceParties | null;
  fee: number | null;
  gst: number | null;
  tds: number | null;
  lineCount: number | null;
  openDisputes: number;
}

const COLUMNS = sql`i.id as "_id", i.client_id as "clientId", c.name as "Client_Name", i.month, i.state, i.number,
  i.sent_on as "sentOn", i.paid_on as "paidOn", i.paid_reference as "paidReference", i.parties, i.fee, i.gst, i.tds,
  i.line_count as "lineCount", (select count(*)::int from invoice_disputes q where q.invoice_id = i.id
    and q.outcome is null) as "openDisputes"`;

/** An invoice that the actor may see; locked when it is to be changed. Throws 404. */
export async function findInvoice(
  db: Db,
  actor: Actor,
  id: string,
  isLocked = false,
): Promise<InvoiceRow> {
  const { rows } = await db.execute<InvoiceRow>(sql`select ${COLUMNS}
    from invoices i join clients c on c.id = i.client_id where i.id = ${id} and ${invoicesVisibleTo(actor)}
    ${isLocked ? sql`for update of i` : sql``}`);
  const [row] = rows;
  if (!row) throw notFound('This invoice');
  return row;
}

/** What a draft says if it is sent now. */
export const draftScope = (zone: string, row: Pick<InvoiceRow, 'clientId' | 'month'>) => ({
  zone,
  month: row.month,
  clients: sql`c.id = ${row.clientId}`,
});

interface KindRow extends Record<string, unknown> {
  kind: InvoiceLineKind;
  lines: number;
  fee: number;
  gst: number;
  tds: number;
}

interface DraftKindRow extends KindRow {
  clientId: string;
}

async function readKindsOfMonth(
  db: Db,
  zone: string,
  month: string,
  clientIds: readonly string[],
): Promise<DraftKindRow[]> {
  const clients = sql`c.id = any(${sql.param(clientIds)}::uuid[])`;
  const { rows } = await inBulk(db, async (tx) =>
    tx.execute<DraftKindRow>(sql`with ${invoiceLinesOf({ zone, month, clients })}
      select f."clientId", f.kind, count(*)::int as lines, sum(f.fee)::bigint as fee, sum(f.gst)::bigint as gst,
        sum(f.tds)::bigint as tds from lines f group by f."clientId", f.kind order by f.kind`),
  );
  return rows;
}

/** The sums of drafts' lines by what they are for, as they are now: of all drafts of a month at once. */
async function readDraftKinds(
  db: Db,
  zone: string,
  drafts: readonly Pick<InvoiceRow, '_id' | 'clientId' | 'month'>[],
): Promise<ReadonlyMap<string, KindRow[]>> {
  const found = new Map<string, KindRow[]>();
  for (const month of new Set(drafts.map((draft) => draft.month))) {
    const ofMonth = drafts.filter((draft) => draft.month === month);
    const ids = ofMonth.map(({ clientId }) => clientId);
    const rows = await readKindsOfMonth(db, zone, month, ids);
    for (const { _id, clientId } of ofMonth) {
      const own = rows.filter((row) => row.clientId === clientId);
      found.set(_id, own);
    }
  }
  return found;
}

/** The sums of an invoice's lines by what they are for; a draft's as they are now. */
async function readKinds(db: Db, zone: string, row: InvoiceRow): Promise<readonly KindRow[]> {
  if (row.number === null) return (await readDraftKinds(db, zone, [row])).get(row._id) ?? [];
  const { rows } =
    await db.execute<KindRow>(sql`select k.kind, count(*)::int as lines, sum(k.fee)::bigint as fee,
      sum(k.gst)::bigint as gst, sum(k.tds)::bigint as tds from invoice_lines k
    where k.invoice_id = ${row._id} group by k.kind order by k.kind`);
  return rows;
}

/** Fee, taxes, and what comes of them. */
const sumsOf = (fee: number, gst: number, tds: number): InvoiceSums => ({
  fee,
  gst,
  tds,
  total: fee + gst,
  payable: fee + gst - tds,
});

const sumOf = (kinds: readonly KindRow[], of: 'fee' | 'gst' | 'tds' | 'lines'): number =>
  kinds.reduce((sum, kind) => sum + kind[of], 0);

const toInvoice = (row: InvoiceRow, kinds: readonly KindRow[] | null): Invoice => {
  const { parties: _parties, fee, gst, tds, lineCount, ...invoice } = row;
  const sums =
    kinds === null
      ? sumsOf(fee ?? 0, gst ?? 0, tds ?? 0)
      : sumsOf(sumOf(kinds, 'fee'), sumOf(kinds, 'gst'), sumOf(kinds, 'tds'));
  return { ...invoice, ...sums, lineCount: kinds ? sumOf(kinds, 'lines') : (lineCount ?? 0) };
};

type List = typeof invoiceCalls.listInvoices;

/** A page of the invoices that the actor may see. */
export async function listInvoices(
  { db, settings }: Context,
  actor: Actor,
  query: CallRequest<List>['query'],
): Promise<CallAnswer<List>> {
  const { clientId, state, month, search } = query;
  const list = await listPage<InvoiceRow, InvoiceRow>(db, query, {
    columns: COLUMNS,
    from: sql`invoices i join clients c on c.id = i.client_id`,
    where: allOf([
      invoicesVisibleTo(actor),
      clientId && sql`i.client_id = ${clientId}`,
      state && sql`i.state = ${state}`,
      month && sql`i.month = ${monthOf(month)}::date`,
      search && contains(search, sql`c.name`, sql`i.number`),
    ]),
    order: sql`i.month desc, c.name, i.id`,
    row: (row) => row,
  });
  const drafts = list.data.filter(({ number }) => number === null);
  const kinds = await readDraftKinds(db, settings.businessTz, drafts);
  return { ...list, data: list.data.map((row) => toInvoice(row, kinds.get(row._id) ?? null)) };
}

interface EventRow extends Record<string, unknown> {
  at: string;
  by: string | null;
  action: InvoiceDetail['history'][number]['action'];
  note: string | null;
}

/** An invoice with its sums and history. Throws 404. */
export async function readInvoice(
  { db, settings }: Context,
  actor: Actor,
  id: string,
): Promise<InvoiceDetail> {
  const row = await findInvoice(db, actor, id);
  const kinds = await readKinds(db, settings.businessTz, row);
  const events = await db.execute<EventRow>(sql`select e.at, u.full_name as by, e.action, e.note
    from invoice_events e left join users u on u.id = e.by where e.invoice_id = ${id}
      ${isAdmin(actor) ? sql`` : sql`and e.action <> 'DRAFTED'`} order by e.at, e.id`);
  return {
    ...toInvoice(row, row.number === null ? kinds : null),
    isOver: businessDay(settings.businessTz) > monthEnd(row.month),
    kinds: kinds.map(({ kind, lines, fee }) => ({ kind, lines, fee })),
    history: events.rows.map((event) => Object.assign(event, { at: isoInstant(event.at) })),
  };
}

interface StoredLineRow extends FeeLineRow {
  _id: string;
  dispute: InvoiceLine['dispute'];
}

type Line = FeeLineRow & Partial<Pick<StoredLineRow, '_id' | 'dispute'>>;

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
    where q.line_id = k.id order by q.raised_at desc, q.id limit 1) as dispute`;

/** All lines of an invoice or a page of them, in their order. */
export async function readLines(
  db: Db,
  zone: string,
  row: InvoiceRow,
  part: SQL,
  kind?: InvoiceLineKind,
): Promise<InvoiceLine[]> {
  if (row.number !== null) {
    const { rows } = await db.execute<StoredLineRow>(sql`select ${STORED} from invoice_lines k
      where k.invoice_id = ${row._id} and ${kind ? sql`k.kind = ${kind}` : sql`true`} order by k.position ${part}`);
    return rows.map(toLine);
  }
  const { rows } = await inBulk(db, async (tx) =>
    tx.execute<FeeLineRow>(sql`with ${invoiceLinesOf(draftScope(zone, row))}
      select f.* from lines f where ${kind ? sql`f.kind = ${kind}` : sql`true`} order by ${LINE_ORDER} ${part}`),
  );
  return rows.map(toLine);
}

type Lines = typeof invoiceCalls.listInvoiceLines;

/** A page of an invoice's lines. Throws 404. */
export async function listInvoiceLines(
  { db, settings }: Context,
  actor: Actor,
  id: string,
  { kind, page, pageSize }: CallRequest<Lines>['query'],
): Promise<CallAnswer<Lines>> {
  const zone = settings.businessTz;
  const row = await findInvoice(db, actor, id);
  // Two connections: a draft's lines are worked out for each.
  const [data, all] = await Promise.all([
    readLines(db, zone, row, pageLimit({ page, pageSize }), kind),
    readKinds(db, zone, row),
  ]);
  const kinds = all.filter((one) => !kind || one.kind === kind);
  return { data, totalCount: sumOf(kinds, 'lines'), page, pageSize };
}
