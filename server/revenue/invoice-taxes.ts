import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type {
  InvoiceDetail,
  InvoiceLineKind,
  InvoiceParties,
  InvoicingDetails,
} from '../../contract/invoice.ts';
import type { Db } from '../database/connection.ts';
import { creditedLinesOf } from './fee-lines.ts';
import type { FeeScope } from './fee-lines.ts';
import { readInvoicingDetails } from './invoicing-details.ts';

const unsaid: InvoicingDetails = {
  name: '–',
  address: null,
  gst: null,
  pan: null,
  bank: null,
  prefix: 'INV',
};

/** What is looked at of an invoice as it is stored. */
interface Stored {
  readonly _id: string;
  readonly clientId: string;
  readonly Client_Name: string;
  readonly number: string | null;
  readonly parties: InvoiceParties | null;
}

/** Who sends it to whom: as it was when it was sent, as it is now for a draft. */
export async function partiesOf(db: Db, row: Stored): Promise<InvoiceParties> {
  if (row.parties !== null) return row.parties;
  const { prefix: _prefix, ...from } = (await readInvoicingDetails(db)).details ?? unsaid;
  const { rows } = await db.execute<InvoiceParties['to'] & Record<string, unknown>>(
    sql`select c.name, c.address, c.gst, c.pan from clients c where c.id = ${row.clientId}`,
  );
  const to = rows[0] ?? { name: row.Client_Name, address: null, gst: null, pan: null };
  return { from, to };
}

/** An invoice of which lines are taken back. */
interface Corrected {
  readonly number: string;
  readonly sentOn: string;
  readonly parties: InvoiceParties;
}

/**
 * Who sends an invoice to whom, as it is now: what only takes lines back is of the GST numbers under which they were billed, the
 * newest invoice's where they come from several.
 */
export function partiesAsBilled(
  now: InvoiceParties,
  kinds: readonly { readonly kind: InvoiceLineKind }[],
  corrected: readonly Corrected[],
): InvoiceParties {
  const billed = corrected.at(-1)?.parties;
  if (billed === undefined || kinds.some(({ kind }) => kind !== 'CREDIT')) return now;
  return {
    from: billed.from.gst === now.from.gst ? now.from : billed.from,
    to: billed.to.gst === now.to.gst ? now.to : billed.to,
  };
}

type Tax = InvoiceDetail['taxes'][number];

/** Territories without a legislature: the part of a state is theirs under another name. */
const TERRITORIES: ReadonlySet<string> = new Set(['04', '26', '31', '35', '38', '97']);

/** The states of both GST numbers, as `billedStates` has them. */
const statesOf = ({ from, to }: InvoiceParties): string =>
  [from.gst, to.gst].map((number) => number?.slice(0, 2) ?? '').join('|');

/** Within a state the tax is the centre's and the state's, half each; else it is integrated. */
function namesOf(states: string): readonly Tax['kind'][] {
  const [ours = '', theirs = ''] = states.split('|');
  if (ours === '' || theirs === '') return ['GST'];
  if (ours !== theirs) return ['IGST'];
  return ['CGST', TERRITORIES.has(ours) ? 'UTGST' : 'SGST'];
}

interface TaxSum {
  readonly gstPoints: number;
  readonly gst: number;
  /** Of lines that are taken back: the states of the numbers under which they were billed. */
  readonly states: string | null;
}

/** The GST of an invoice as it is returned: by percentage, and by whose it is. */
export function taxesOf(parties: InvoiceParties, sums: readonly TaxSum[]): Tax[] {
  const own = statesOf(parties);
  const alike = new Map<string, { names: readonly Tax['kind'][]; points: number; gst: number }>();
  for (const { gstPoints: points, gst, states } of sums) {
    const names = namesOf(states ?? own);
    const key = `${points} ${names.join(' ')}`;
    alike.set(key, { names, points, gst: (alike.get(key)?.gst ?? 0) + gst });
  }
  const all = [...alike.values()].toSorted((one, other) => other.points - one.points);
  const taxed = all.filter(({ gst }) => gst !== 0);
  return (taxed.length > 0 ? taxed : all.slice(0, 1)).flatMap(({ names, points, gst }) => {
    // Lines that were sent before halves were rounded may come to an odd sum.
    const half = Math.trunc(gst / 2);
    const parts = names.length === 1 ? [gst] : [half, gst - half];
    return names.map((kind, at) => ({
      kind,
      percent: points / 100 / names.length,
      amount: parts[at] ?? 0,
    }));
  });
}

/** The invoices of which lines are taken back, in the order in which they were sent; by a draft in a scope if it were sent now. */
export async function readCorrected(
  db: Db,
  row: Stored,
  scope: FeeScope | null,
): Promise<Corrected[]> {
  const credits =
    scope === null
      ? sql`(select * from invoice_lines where invoice_id = ${row._id}) y`
      : sql`credited y`;
  const tables = scope === null ? sql`` : sql`with ${creditedLinesOf(scope)}`;
  const { rows } = await db.execute<{
    [Field in keyof Corrected]: Corrected[Field] | null;
  }>(sql`${tables}
    select i.number, i.sent_on as "sentOn", i.parties from invoices i where i.id in (select k.invoice_id
      from ${credits} join invoice_lines k on k.id = y.credits_id) order by i.sent_at, i.number`);
  // Only what was sent is taken back.
  return rows.flatMap(({ number, sentOn, parties }) =>
    number === null || sentOn === null || parties === null ? [] : [{ number, sentOn, parties }],
  );
}

/** The credits `y` of a line `k` (invoice lines): one, once an invoice with it was sent. */
export const creditsOf = (line: SQL): SQL => sql`lateral (select y.* from invoice_lines y
  where y.client_id = ${line}.client_id and y.source = 'credit:' || ${line}.id)`;

/** The later invoices that take lines of an invoice back, in the order in which they were sent. */
export async function readCorrecting(db: Db, row: Stored): Promise<InvoiceDetail['correctedBy']> {
  const { rows } = await db.execute<{
    number: string | null;
    sentOn: string | null;
    lines: number;
    total: number;
  }>(sql`
    select i.number, i.sent_on as "sentOn", count(*)::int as lines, sum(y.fee + y.gst)::bigint as total
    from invoice_lines k join ${creditsOf(sql`k`)} y on true join invoices i on i.id = y.invoice_id
    where k.invoice_id = ${row._id} group by i.id order by i.sent_at, i.number`);
  return rows.flatMap(({ number, sentOn, ...credits }) =>
    number === null || sentOn === null ? [] : [{ number, sentOn, ...credits }],
  );
}
