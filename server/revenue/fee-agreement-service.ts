import { sql } from 'drizzle-orm';
import type { FeeAgreementInput, FeeTerms, StoredTerms } from '../../contract/fee-agreement.ts';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';

const pointsOf = (percent: number): number => Math.round(percent * 100);

/** As it is stored, the slabs from the lowest on. */
const toStored = ({ rates, gstPercent, tdsPercent, ...rest }: FeeTerms): StoredTerms => ({
  ...rest,
  gstBasisPoints: pointsOf(gstPercent),
  tdsBasisPoints: pointsOf(tdsPercent),
  rates: rates.map(({ slabs, ...rate }) => ({
    ...rate,
    slabs: slabs
      .map(({ fromAmount, percent }) => ({ fromAmount, basisPoints: pointsOf(percent) }))
      .toSorted((one, other) => one.fromAmount - other.fromAmount),
  })),
});

/** Stores an agreement in place of one that begins on the same day. `actorId` null is the system. */
export async function storeAgreement(
  tx: Db,
  actorId: string | null,
  clientId: string,
  { validFrom, validTo, terms }: FeeAgreementInput,
): Promise<void> {
  await tx.execute(sql`update fee_agreements set replaced_at = now()
    where client_id = ${clientId} and valid_from = ${validFrom} and replaced_at is null`);
  await tx.execute(sql`insert into fee_agreements (id, client_id, valid_from, valid_to, terms, set_by)
    values (${newId()}, ${clientId}, ${validFrom}, ${validTo}, ${JSON.stringify(toStored(terms))}::jsonb, ${actorId})`);
}

/** Takes away the agreements and drafts of a client that is removed: it has no invoice that was sent. */
export async function dropFees(tx: Db, clientId: string): Promise<void> {
  await tx.execute(sql`delete from invoice_events e using invoices i
    where i.id = e.invoice_id and i.client_id = ${clientId} and i.state = 'DRAFT'`);
  await tx.execute(sql`delete from invoices where client_id = ${clientId} and state = 'DRAFT'`);
  await tx.execute(sql`delete from fee_agreements where client_id = ${clientId}`);
}
