import { sql } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { invoiceCalls, InvoicingDetails } from '../../contract/invoice.ts';
import type { Actor } from '../access/actor.ts';
import { refuseStale } from '../audit/stale-record.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { revisionOf } from '../database/revision.ts';
import { storeInvoicingDetails } from './invoicing-service.ts';

type Answer = CallAnswer<typeof invoiceCalls.readInvoicingDetails>;

const stored = sql`select d.* from invoicing_details d`;

/** Who sends invoices; null until it was said. */
export async function readInvoicingDetails(db: Db): Promise<Answer> {
  const { rows } = await db.execute<{ details: InvoicingDetails | null; revision: number }>(
    sql`select (select d.details from invoicing_details d limit 1) as details, ${revisionOf(stored)} as revision`,
  );
  return rows[0] ?? { details: null, revision: 0 };
}

/** Says who sends invoices from now on. Throws 409 when somebody else said so since the revision that was seen. */
export async function setInvoicingDetails(
  { db }: Context,
  actor: Actor,
  { revision, ...details }: CallRequest<typeof invoiceCalls.setInvoicingDetails>['body'],
): Promise<Answer> {
  await runCommand(db, actor, async ({ tx, audit }) => {
    await tx.execute(sql`lock table invoicing_details in share row exclusive mode`);
    await refuseStale(tx, revision, stored, { kind: 'letterhead' });
    const { details: before } = await readInvoicingDetails(tx);
    await storeInvoicingDetails(tx, actor.userId, details);
    audit({
      action: 'invoicing-details.set',
      entity: 'invoicing-details',
      details: { before, after: details },
    });
  });
  return readInvoicingDetails(db);
}
