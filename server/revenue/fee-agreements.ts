import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type {
  ClientAgreements,
  FeeAgreement,
  FeeAgreementInput,
  FeeTerms,
  StoredTerms,
  feeAgreementCalls,
} from '../../contract/fee-agreement.ts';
import { monthEnd } from '../../contract/pace.ts';
import type { Actor } from '../access/actor.ts';
import { refuseStale } from '../audit/stale-record.ts';
import { addDays, isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { holdLocks } from '../database/locks.ts';
import { revisionOf } from '../database/revision.ts';
import { againstRules, notFound } from '../errors.ts';
import { storeAgreement } from './fee-agreement-service.ts';

const toTerms = ({ rates, gstBasisPoints, tdsBasisPoints, ...rest }: StoredTerms): FeeTerms => ({
  ...rest,
  gstPercent: gstBasisPoints / 100,
  tdsPercent: tdsBasisPoints / 100,
  rates: rates.map(({ slabs, ...rate }) => ({
    ...rate,
    slabs: slabs.map(({ fromAmount, basisPoints }) => ({ fromAmount, percent: basisPoints / 100 })),
  })),
});

interface ClientRow extends Record<string, unknown> {
  clientId: string;
  Client_Name: string;
  lastMonth: string | null;
  agreements: (Omit<FeeAgreement, 'terms'> & { terms: StoredTerms })[];
  contractFees: ClientAgreements['contractFees'];
  revision: number;
}

const toWire = ({ lastMonth, agreements, ...client }: ClientRow): ClientAgreements => ({
  ...client,
  openFrom: lastMonth === null ? null : addDays(monthEnd(lastMonth), 1),
  agreements: agreements.map((one) => ({
    ...one,
    terms: toTerms(one.terms),
    setAt: isoInstant(one.setAt),
  })),
});

/** A lender's agreements, with those that others took the place of. */
const agreementsOf = (clientId: SQL): SQL =>
  sql`select f.* from fee_agreements f where f.client_id = ${clientId}`;

async function readClients(db: Db, which: SQL): Promise<ClientAgreements[]> {
  const { rows } = await db.execute<ClientRow>(sql`
    select c.id as "clientId", c.name as "Client_Name",
      (select max(i.month) from invoices i where i.client_id = c.id and i.state <> 'DRAFT') as "lastMonth",
      coalesce((select jsonb_agg(jsonb_build_object('_id', a.id, 'validFrom', a.valid_from, 'validTo', a.valid_to,
          'terms', a.terms, 'setBy', u.full_name, 'setAt', a.set_at) order by a.valid_from desc)
        from fee_agreements a left join users u on u.id = a.set_by
        where a.client_id = c.id and a.replaced_at is null), '[]'::jsonb) as agreements,
      coalesce((select jsonb_agg(jsonb_build_object('product', f.product, 'bucket', f.bucket,
          'feePercent', f.fee_basis_points / 100.0, 'minimumFee', f.minimum_fee)
          order by f.product nulls last, f.bucket nulls last)
        from success_fees f where f.client_id = c.id), '[]'::jsonb) as "contractFees",
      ${revisionOf(agreementsOf(sql`c.id`))} as revision
    from clients c where ${which} order by c.name, c.id limit 1000`);
  return rows.map(toWire);
}

/** What every lender pays. */
export async function listFeeAgreements(db: Db): Promise<{ data: ClientAgreements[] }> {
  return { data: await readClients(db, sql`true`) };
}

/** What a lender pays. Throws 404. */
export async function readFeeAgreements(db: Db, clientId: string): Promise<ClientAgreements> {
  const [found] = await readClients(db, sql`c.id = ${clientId}`);
  if (!found) throw notFound('This client');
  return found;
}

function refuseInvoiced({ openFrom }: ClientAgreements, day: string, field: string): void {
  if (openFrom === null || day >= openFrom) return;
  const until = addDays(openFrom, -1).split('-').toReversed().join('-');
  throw againstRules('MONTH_IS_INVOICED', 'Invoices of these days were sent.', [
    fieldProblem(field, 'month-is-invoiced', { day: until }),
  ]);
}

/**
 * Sets what a lender pays from a day on, in place of an agreement that begins on the same day. Months whose invoice was sent
 * keep what held in them. Throws 404, 409, or 422 for a day in one of those months.
 */
export async function setFeeAgreement(
  { db }: Context,
  actor: Actor,
  clientId: string,
  { revision, ...given }: FeeAgreementInput,
): Promise<ClientAgreements> {
  await runCommand(db, actor, async ({ tx, audit }) => {
    await holdLocks(tx, 'clientInvoices', [clientId]);
    const before = await readFeeAgreements(tx, clientId);
    await refuseStale(tx, revision, agreementsOf(sql`${clientId}`), {
      kind: 'agreement',
      id: clientId,
    });
    refuseInvoiced(before, given.validFrom, 'validFrom');
    await storeAgreement(tx, actor.userId, clientId, given);
    audit({
      action: 'fee-agreement.set',
      entity: 'client',
      entityId: clientId,
      details: { before: before.agreements[0] ?? null, after: given },
    });
  });
  return readFeeAgreements(db, clientId);
}

type End = CallRequest<typeof feeAgreementCalls.endFeeAgreement>['body'];

/** Gives an agreement its last day; without one it is taken away. Throws 404, 422 where invoices were sent. */
export async function endFeeAgreement(
  { db }: Context,
  actor: Actor,
  clientId: string,
  { agreementId, validTo }: End,
): Promise<ClientAgreements> {
  await runCommand(db, actor, async ({ tx, audit }) => {
    await holdLocks(tx, 'clientInvoices', [clientId]);
    const client = await readFeeAgreements(tx, clientId);
    const agreement = client.agreements.find(({ _id }) => _id === agreementId);
    if (!agreement) throw notFound('This agreement');
    if (validTo !== null && validTo < agreement.validFrom)
      throw againstRules('DAY_ORDER', 'The last day is before the first.', [
        fieldProblem('validTo', 'day-order'),
      ]);
    // The days that change are those behind the earlier one of both ends.
    const ends = [validTo, agreement.validTo].filter((day) => day !== null).toSorted();
    refuseInvoiced(
      client,
      validTo === null ? agreement.validFrom : addDays(ends[0] ?? validTo, 1),
      'validTo',
    );
    if (validTo === null)
      await tx.execute(
        sql`update fee_agreements set replaced_at = now() where id = ${agreementId}`,
      );
    else
      await tx.execute(
        sql`update fee_agreements set valid_to = ${validTo} where id = ${agreementId}`,
      );
    audit({
      action: 'fee-agreement.end',
      entity: 'client',
      entityId: clientId,
      details: { before: agreement, validTo },
    });
  });
  return readFeeAgreements(db, clientId);
}
