import { sql } from 'drizzle-orm';
import type { INVOICE_ACTIONS, InvoicingDetails } from '../../contract/invoice.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';

/** What is done to an invoice. */
export type InvoiceAction = (typeof INVOICE_ACTIONS)[number];

/** Keeps what was done to an invoice. */
export async function noteEvent(
  tx: Db,
  invoiceId: string,
  action: InvoiceAction,
  by: string | null,
  words = '',
): Promise<void> {
  await tx.execute(sql`insert into invoice_events (id, invoice_id, action, note, by)
    values (${newId()}, ${invoiceId}, ${action}, ${words === '' ? null : words}, ${by})`);
}

/** Begins a draft. `actorId` null is the system. Throws 409 when the month has an invoice. */
export async function addDraft(
  { tx, audit }: Command,
  actorId: string | null,
  clientId: string,
  month: string,
): Promise<string> {
  const id = newId();
  const { rows } = await tx.execute(sql`insert into invoices (id, client_id, month, created_by)
    select ${id}, c.id, ${month}, ${actorId} from clients c where c.id = ${clientId}
    on conflict (client_id, month) do nothing returning id`);
  if (rows.length === 0) {
    const known = await tx.execute(sql`select 1 from clients where id = ${clientId}`);
    if (known.rows.length === 0) throw notFound('This client');
    throw conflict('INVOICE_EXISTS', 'There is an invoice of this client and month already.');
  }
  await noteEvent(tx, id, 'DRAFTED', actorId);
  audit({ action: 'invoice.draft', entity: 'invoice', entityId: id, details: { clientId, month } });
  return id;
}

/** Stores who sends invoices. `actorId` null is the system. */
export async function storeInvoicingDetails(
  tx: Db,
  actorId: string | null,
  details: InvoicingDetails,
): Promise<void> {
  await tx.execute(sql`insert into invoicing_details (id, details, updated_by)
    values (1, ${JSON.stringify(details)}::jsonb, ${actorId})
    on conflict (id) do update set details = excluded.details, updated_by = excluded.updated_by, updated_at = now()`);
}
