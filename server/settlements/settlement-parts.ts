import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { fieldProblem } from '../../contract/errors.ts';
import { partOf } from '../../contract/settlement-rule.ts';
import type {
  SettlementPart,
  SettlementRule,
  settlementPartInputSchema,
} from '../../contract/settlement-rule.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { settlementLimits } from '../database/tables/settlements.ts';
import { conflict, notFound } from '../errors.ts';
import type { CallError } from '../errors.ts';
import { lockRules, refuseOthersSay, staleRules } from './settlement-rules.ts';
import type { ClientsLimits } from './settlement-rules.ts';

/** Which part of which client's loans. */
interface PartPlace {
  readonly clientId: string;
  readonly partId: string;
}

type PartInput = z.output<typeof settlementPartInputSchema>;
type PartName = Pick<PartInput, 'portfolioId' | 'Product' | 'Bucket'>;

const nameOf = ({ portfolioId, Product, Bucket }: PartName): string =>
  JSON.stringify([portfolioId, Product?.toLowerCase() ?? null, Bucket?.toLowerCase() ?? null]);

/** Throws 404 for a portfolio that is not the client's. */
async function refuseForeignPortfolio(tx: Db, clientId: string, id: string | null): Promise<void> {
  if (id === null) return;
  const { rows } = await tx.execute(
    sql`select 1 from portfolios where id = ${id} and client_id = ${clientId}`,
  );
  if (rows.length === 0) throw notFound('This portfolio');
}

/** What holds for a part's loans without its own limits: as far as can be said, what of the others fits what it names. */
function limitsWithout(rule: SettlementRule, part: PartName & { _id: string }): ClientsLimits {
  const others = rule.parts.filter(({ _id }) => _id !== part._id);
  return partOf(others, part) ?? rule;
}

/**
 * Gives a part of a client's loans limits of its own, or changes them. Throws 403 CLIENT_DECIDES, 404, 409 STALE_RULES
 * (changed or removed meanwhile) and SAME_PART.
 */
export async function changeSettlementPart(
  { db }: Context,
  actor: Actor,
  { clientId, partId }: PartPlace,
  { revision, ...part }: PartInput,
): Promise<SettlementRule> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    const { rule, again } = await lockRules(tx, actor, clientId);
    const before = rule.parts.find(({ _id }) => _id === partId);
    if ((before?.revision ?? 0) !== revision) throw await staleRules(tx, clientId);
    await refuseForeignPortfolio(tx, clientId, part.portfolioId);
    if (rule.parts.some((one) => one._id !== partId && nameOf(one) === nameOf(part)))
      throw samePart();
    refuseOthersSay(actor, limitsWithout(rule, { ...part, _id: partId }), part);
    if (before !== undefined) refuseOthersSay(actor, before, part);
    const { Product: product, Bucket: bucket, ...limits } = part;
    const values = { product, bucket, ...limits, updatedBy: actor.userId, revision: revision + 1 };
    if (before === undefined) {
      const { rows } = await tx.execute(sql`select 1 from settlement_limits where id = ${partId}`);
      if (rows.length > 0) throw notFound('This part');
      await tx.insert(settlementLimits).values({ id: partId, clientId, ...values });
    } else
      await tx
        .update(settlementLimits)
        .set({ ...values, updatedAt: new Date().toISOString() })
        .where(eq(settlementLimits.id, partId));
    noteChange(audit, clientId, before ?? null, part);
    return again();
  });
}

const samePart = (): CallError =>
  conflict('SAME_PART', 'This part has limits already. Change those.', [
    fieldProblem('Product', 'taken'),
  ]);

type Audit = Parameters<Parameters<typeof runCommand>[2]>[0]['audit'];

const noteChange = (
  audit: Audit,
  clientId: string,
  before: SettlementPart | null,
  after: object | null,
): void =>
  audit({
    action: 'settlement-rule.change',
    entity: 'client',
    entityId: clientId,
    details: { before, after },
  });

/** Takes the limits of a part back. Throws 403 CLIENT_DECIDES when the client's say would grow less by it, 404. */
export async function removeSettlementPart(
  { db }: Context,
  actor: Actor,
  { clientId, partId }: PartPlace,
): Promise<SettlementRule> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    const { rule, again } = await lockRules(tx, actor, clientId);
    const before = rule.parts.find(({ _id }) => _id === partId);
    if (before === undefined) throw notFound('This part');
    refuseOthersSay(actor, before, limitsWithout(rule, before));
    await tx.delete(settlementLimits).where(eq(settlementLimits.id, partId));
    noteChange(audit, clientId, before, null);
    return again();
  });
}
