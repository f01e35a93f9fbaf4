import { sql } from 'drizzle-orm';
import type { InvoicingDetails } from '../../contract/invoice.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { storeInvoicingDetails } from './invoicing-service.ts';

/** Who sends invoices; null until it was said. */
export async function readInvoicingDetails(db: Db): Promise<{ details: InvoicingDetails | null }> {
  const { rows } = await db.execute<{ details: InvoicingDetails }>(
    sql`select d.details from invoicing_details d limit 1`,
  );
  return { details: rows[0]?.details ?? null };
}

/** Says who sends invoices from now on. */
export async function setInvoicingDetails(
  { db }: Context,
  actor: Actor,
  details: InvoicingDetails,
): Promise<{ details: InvoicingDetails | null }> {
  await runCommand(db, actor, async ({ tx, audit }) => {
    const { details: before } = await readInvoicingDetails(tx);
    await storeInvoicingDetails(tx, actor.userId, details);
    audit({ action: 'invoicing-details.set', details: { before, after: details } });
  });
  return readInvoicingDetails(db);
}
