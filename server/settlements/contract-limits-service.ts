import { sql } from 'drizzle-orm';
import type { ClientProfile } from '../../contract/client-contract.ts';
import type { Actor } from '../access/actor.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { settlementRules } from '../database/tables/settlements.ts';
import { DEFAULT_RULE } from './settlement-authority.ts';
import { refuseOthersSay } from './settlement-rules.ts';

/** What a client's contract says of who may waive how much: of the due for managers, rupees for the client's own people. */
export type ContractLimits = Pick<ClientProfile, 'managerWaiverPercent' | 'customerApprovalLimit'>;

/**
 * They become levels of its settlement rules, where decisions look. The other way round the rules keep the contract's figures
 * (settlement-rules.ts). Throws 403 CLIENT_DECIDES, as the rules do.
 */
export async function setContractLimits(
  tx: Db,
  actor: Pick<Actor, 'userId' | 'role'> | null,
  clientId: string,
  given: Partial<ContractLimits>,
): Promise<void> {
  const { rows } = await tx.execute<{ managerPercent: number; clientAmount: number | null }>(sql`
    select manager_percent as "managerPercent", client_amount as "clientAmount" from settlement_rules
    where client_id = ${clientId} for update`);
  const [rule] = rows;
  const before = rule ?? { ...DEFAULT_RULE, clientAmount: null };
  const { managerWaiverPercent = before.managerPercent } = given;
  const { customerApprovalLimit = before.clientAmount } = given;
  const limits = { managerPercent: managerWaiverPercent, clientAmount: customerApprovalLimit };
  if (actor !== null)
    refuseOthersSay(
      actor,
      { ...DEFAULT_RULE, clientAmount: before.clientAmount },
      { ...DEFAULT_RULE, clientAmount: limits.clientAmount },
    );
  const updatedBy = actor?.userId ?? null;
  if (rule !== undefined)
    await tx.execute(sql`
      update settlement_rules set manager_percent = ${limits.managerPercent}, client_amount = ${limits.clientAmount},
        updated_by = ${updatedBy}, updated_at = now(), revision = revision + 1 where client_id = ${clientId}`);
  else if (limits.managerPercent !== DEFAULT_RULE.managerPercent || limits.clientAmount !== null)
    await tx
      .insert(settlementRules)
      .values({ ...DEFAULT_RULE, isRbi: false, clientId, ...limits, updatedBy, revision: 1 });
}

/**
 * The same of what a contract says else than before: a limit that nobody changed stays what the rules have. Their trail has it
 * too: they may be open on a screen.
 */
export async function changeContractLimits(
  { tx, audit }: Command,
  actor: Actor,
  clientId: string,
  { before, after }: { readonly before: ContractLimits; readonly after: ContractLimits },
): Promise<void> {
  const { managerWaiverPercent: managerPercent, customerApprovalLimit: clientAmount } = after;
  const changed: Partial<ContractLimits> = {
    ...(managerPercent !== before.managerWaiverPercent && { managerWaiverPercent: managerPercent }),
    ...(clientAmount !== before.customerApprovalLimit && { customerApprovalLimit: clientAmount }),
  };
  if (Object.keys(changed).length === 0) return;
  await setContractLimits(tx, actor, clientId, changed);
  const was = {
    managerPercent: before.managerWaiverPercent,
    clientAmount: before.customerApprovalLimit,
  };
  const details = { before: was, after: { managerPercent, clientAmount } };
  audit({ action: 'settlement-rule.change', entity: 'client', entityId: clientId, details });
}
