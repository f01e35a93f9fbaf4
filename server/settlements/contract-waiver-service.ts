import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { settlementRules } from '../database/tables/settlements.ts';
import { DEFAULT_RULE } from './settlement-authority.ts';

/**
 * What a client's contract lets managers waive becomes their level in its settlement rules, where decisions look. The other
 * way round the rules keep the contract's figure (settlement-rules.ts).
 */
export async function setContractWaiver(
  tx: Db,
  actor: Pick<Actor, 'userId'> | null,
  clientId: string,
  managerPercent: number,
): Promise<void> {
  const updatedBy = actor?.userId ?? null;
  const changed = await tx.execute(sql`
    update settlement_rules set manager_percent = ${managerPercent}, updated_by = ${updatedBy}, updated_at = now(),
      revision = revision + 1 where client_id = ${clientId} returning 1`);
  if (changed.rowCount === 0 && managerPercent !== DEFAULT_RULE.managerPercent)
    await tx
      .insert(settlementRules)
      .values({ ...DEFAULT_RULE, isRbi: false, clientId, managerPercent, updatedBy, revision: 1 });
}
