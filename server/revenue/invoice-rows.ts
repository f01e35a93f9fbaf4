import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type {
  Invoice,
  InvoiceDetail,
  InvoiceLineKind,
  InvoiceParties,
  InvoiceSums,
  invoiceCalls,
} from '../../contract/invoice.ts';
import { INVOICE_LINE_KINDS } from '../../contract/invoice.ts';
import { monthEnd } from '../../contract/pace.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay, isoInstant } from '../clock.ts';
import type { Context } from '../context.ts';
import { inBulk } from '../database/bulk.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, listPage } from '../database/list-page.ts';
import { notFound } from '../errors.ts';
import { monthOf } from '../targets/target-service.ts';
import { billedPoints, billedStates } from './billed-tax.ts';
import { invoiceSumsOf } from './fee-lines.ts';
import {
  partiesAsBilled,
  partiesOf,
  readCorrected,
  readCorrecting,
  taxesOf,
} from './invoice-taxes.ts';

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

/** The sums of lines of a kind, a percentage of GST, and of credits what their invoice says whose tax it is. */
interface KindRow extends Record<string, unknown> {
  kind: InvoiceLineKind;
  gstPoints: number;
  states: string | null;
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
    tx.execute<DraftKindRow>(sql`with ${invoiceSumsOf({ zone, month, clients })}
      select f.client_id as "clientId", f.kind, f.gst_points as "gstPoints", f.states, f.lines, f.fee,
        f.gst, f.tds from sums f order by f.kind`),
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
export async function readKinds(
  db: Db,
  zone: string,
  row: InvoiceRow,
  isStored = row.number !== null,
): Promise<readonly KindRow[]> {
  if (!isStored) return (await readDraftKinds(db, zone, [row])).get(row._id) ?? [];
  const { rows } =
    await db.execute<KindRow>(sql`select k.kind, k.gst_points as "gstPoints", k.states, count(*)::int as lines, sum(k.fee)::bigint as fee,
      sum(k.gst)::bigint as gst, sum(k.tds)::bigint as tds
    from (select k.*, ${billedPoints} as gst_points, ${billedStates(sql`k.credits_id`)} as states
      from invoice_lines k where k.invoice_id = ${row._id}) k
    group by k.kind, k.gst_points, k.states order by k.kind`);
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

/** A sum of all kinds of lines. */
export const sumOf = (kinds: readonly KindRow[], of: 'fee' | 'gst' | 'tds' | 'lines'): number =>
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

/** What an invoice says beside its lines: between whom it is, its sums and taxes, what it takes back. `isStored`: its lines are. */
export async function readTold(
  db: Db,
  zone: string,
  row: InvoiceRow,
  isStored = row.number !== null,
) {
  const kinds = await readKinds(db, zone, row, isStored);
  const corrected = kinds.some(({ kind }) => kind === 'CREDIT')
    ? await readCorrected(db, row, isStored ? null : draftScope(zone, row))
    : [];
  const parties = row.parties ?? partiesAsBilled(await partiesOf(db, row), kinds, corrected);
  return { kinds, corrected, parties, taxes: taxesOf(parties, kinds) };
}

/** An invoice with its sums and history. Throws 404. */
export async function readInvoice(
  context: Context,
  actor: Actor,
  id: string,
): Promise<InvoiceDetail> {
  return (await readWhole(context, actor, id)).invoice;
}

/** The same with its parties, for its file. Throws 404. */
export async function readWhole(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  id: string,
) {
  const row = await findInvoice(db, actor, id);
  const { kinds, corrected, parties, taxes } = await readTold(db, settings.businessTz, row);
  const events = await db.execute<EventRow>(sql`select e.at, u.full_name as by, e.action, e.note
    from invoice_events e left join users u on u.id = e.by where e.invoice_id = ${id}
      ${isAdmin(actor) ? sql`` : sql`and e.action <> 'DRAFTED'`} order by e.at, e.id`);
  const invoice: InvoiceDetail = {
    ...toInvoice(row, row.number === null ? kinds : null),
    isOver: businessDay(settings.businessTz) > monthEnd(row.month),
    kinds: INVOICE_LINE_KINDS.flatMap((kind) => {
      const same = kinds.filter((one) => one.kind === kind);
      return same.length === 0
        ? []
        : [{ kind, lines: sumOf(same, 'lines'), fee: sumOf(same, 'fee') }];
    }),
    taxes,
    corrects: corrected.map(({ number, sentOn, parties: { to } }) => ({
      number,
      sentOn,
      gst: to.gst,
    })),
    correctedBy: await readCorrecting(db, row),
    history: events.rows.map((event) => Object.assign(event, { at: isoInstant(event.at) })),
  };
  return { row, invoice, parties };
}
