import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { ADMINS } from '../../contract/roles.ts';
import type {
  SettlementMatrix,
  SettlementRule,
  settlementRuleInputSchema,
} from '../../contract/settlement-rule.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { staleRecord } from '../audit/stale-record.ts';
import { isoInstantOrNull } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { settlementRules } from '../database/tables/settlements.ts';
import { notAllowed, notFound } from '../errors.ts';
import { ruleColumns } from './settlement-authority.ts';
import type { RuleColumns } from './settlement-authority.ts';

type RuleRow = Omit<SettlementRule, 'graceDays'> & RuleColumns & Record<string, unknown>;

const toWire = (row: RuleRow): SettlementRule => ({
  ...row,
  parts: [...row.parts],
  graceDays: row.ruleGraceDays,
  updatedAt: isoInstantOrNull(row.updatedAt),
});

async function readRules(db: Db, which: SQL): Promise<SettlementRule[]> {
  const { rows } =
    await db.execute<RuleRow>(sql`select c.id as "clientId", c.name as "Client_Name", ${ruleColumns(sql`c.id`)},
      coalesce(r.letter_languages, array['en', 'hi']) as "letterLanguages",
      r.letter_signatory as "letterSignatory", r.letter_opening as "letterOpening", r.letter_clause as "letterClause",
      r.letter_signatory_hi as "letterSignatoryHi", r.letter_opening_hi as "letterOpeningHi",
      r.letter_clause_hi as "letterClauseHi", coalesce(r.revision, 0) as revision, r.updated_at as "updatedAt"
    from clients c left join settlement_rules r on r.client_id = c.id where ${which} order by c.name, c.id limit 1000`);
  return rows.map(toWire);
}

/** Who may approve which waiver, for each client that the actor may name. */
export async function listSettlementRules(
  db: Db,
  actor: Actor,
): Promise<{ data: SettlementRule[] }> {
  return { data: await readRules(db, sql`${clientsVisibleTo(actor)}`) };
}

/** The same as phones keep it: of the clients whose loans the actor works. */
export async function listSettlementMatrix(
  db: Db,
  actor: Actor,
): Promise<{ data: SettlementMatrix[] }> {
  return { data: await readRules(db, sql`${clientsVisibleTo(actor)}`) };
}

type RuleInput = z.output<typeof settlementRuleInputSchema>;

/** What the client has a say in of limits, whether for all of its loans or for a part. */
export type ClientsLimits = Pick<RuleInput, 'delegatedAmount' | 'clientPercent' | 'clientAmount'>;

const isMore = (after: number | null, before: number | null): boolean =>
  before !== null && (after === null || after > before);

/** What the client gives away is the client's to say: the agency's admin sets its own levels only. Throws 403. */
export function refuseOthersSay(
  actor: Pick<Actor, 'role'>,
  before: ClientsLimits,
  after: ClientsLimits,
): void {
  const isClients =
    after.delegatedAmount > before.delegatedAmount ||
    after.clientPercent > before.clientPercent ||
    isMore(after.clientAmount, before.clientAmount);
  if (isClients) refuseAgency(actor);
}

function refuseAgency(actor: Pick<Actor, 'role'>): void {
  if ((ADMINS as readonly string[]).includes(actor.role))
    throw notAllowed(
      'Only the client may delegate approvals to the agency, raise its own limits or leave the RBI framework.',
      'CLIENT_DECIDES',
    );
}

/** A client's rules, the client locked against other changes of them. Throws 404. */
export async function lockRules(
  tx: Db,
  actor: Actor,
  clientId: string,
): Promise<{ rule: SettlementRule; again: () => Promise<SettlementRule> }> {
  const mine = sql`c.id = ${clientId} and ${clientsVisibleTo(actor)}`;
  await tx.execute(sql`select 1 from clients c where ${mine} for no key update`);
  const again = async () => {
    const [rule] = await readRules(tx, mine);
    if (!rule) throw notFound('This client');
    return rule;
  };
  return { rule: await again(), again };
}

/** Somebody changed a client's rules since they were read. */
export const staleRules = async (tx: Db, clientId: string) =>
  staleRecord(tx, { kind: 'settlementRules', id: clientId });

/** A client's contract names the same limits. With others it stays as it is: whoever has it open may go on. */
async function keepContract(
  tx: Db,
  audit: Command['audit'],
  { clientId, Client_Name: name }: SettlementRule,
  { managerPercent, clientAmount }: Pick<RuleInput, 'managerPercent' | 'clientAmount'>,
): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update clients set manager_waiver_percent = ${managerPercent}, customer_approval_limit = ${clientAmount}
    where id = ${clientId} and (manager_waiver_percent, customer_approval_limit)
      is distinct from (${managerPercent}::smallint, ${clientAmount}::bigint)`);
  if (rowCount === 0) return;
  const profile = { managerWaiverPercent: managerPercent, customerApprovalLimit: clientAmount };
  audit({
    action: 'client.edit',
    entity: 'client',
    entityId: clientId,
    details: { name, profile },
  });
}

/**
 * Changes a client's matrix: it counts for decisions from now on. Throws 403 CLIENT_DECIDES, 404, 409 STALE_RULES when
 * somebody changed it meanwhile.
 */
export async function changeSettlementRule(
  { db }: Context,
  actor: Actor,
  clientId: string,
  { revision, ...rule }: RuleInput,
): Promise<SettlementRule> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    const { rule: before, again } = await lockRules(tx, actor, clientId);
    if (before.revision !== revision) throw await staleRules(tx, clientId);
    refuseOthersSay(actor, before, rule);
    const isLeft =
      before.isRbi && (!rule.isRbi || isMore(rule.sanctionAmount, before.sanctionAmount));
    if (isLeft) refuseAgency(actor);
    const changed = { ...rule, updatedBy: actor.userId, revision: revision + 1 };
    await tx
      .insert(settlementRules)
      .values({ clientId, ...changed })
      .onConflictDoUpdate({
        target: settlementRules.clientId,
        set: { ...changed, updatedAt: new Date().toISOString() },
      });
    await keepContract(tx, audit, before, rule);
    const details = { before, after: rule };
    audit({ action: 'settlement-rule.change', entity: 'client', entityId: clientId, details });
    return again();
  });
}
