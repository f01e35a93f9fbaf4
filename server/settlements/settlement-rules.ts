import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { SettlementRule, settlementRuleInputSchema } from '../../contract/settlement-rule.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { isoInstantOrNull } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { settlementRules } from '../database/tables/settlements.ts';
import { conflict, notAllowed, notFound } from '../errors.ts';
import { ruleColumns } from './settlement-authority.ts';
import type { RuleColumns } from './settlement-authority.ts';

interface RuleRow extends Omit<SettlementRule, 'graceDays'>, RuleColumns, Record<string, unknown> {}

const toWire = (row: RuleRow): SettlementRule => ({
  ...row,
  graceDays: row.ruleGraceDays,
  updatedAt: isoInstantOrNull(row.updatedAt),
});

async function readRules(db: Db, which: SQL): Promise<SettlementRule[]> {
  const { rows } =
    await db.execute<RuleRow>(sql`select c.id as "clientId", c.name as "Client_Name", ${ruleColumns},
      coalesce(r.letter_languages, array['en', 'hi']) as "letterLanguages",
      r.letter_signatory as "letterSignatory", r.letter_clause as "letterClause", coalesce(r.revision, 0) as revision, r.updated_at as "updatedAt"
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

type RuleInput = z.output<typeof settlementRuleInputSchema>;

/** What the client gives away is the client's to say: the agency's admin sets its own levels only. */
function refuseOthersSay(actor: Actor, before: SettlementRule, rule: RuleInput): void {
  const isClients = rule.delegatedAmount > before.delegatedAmount || (before.isRbi && !rule.isRbi);
  if (isClients && actor.role !== 'CLIENT_ADMIN')
    throw notAllowed(
      'Only the client may delegate approvals to the agency or leave the RBI framework.',
      'CLIENT_DECIDES',
    );
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
  const mine = sql`c.id = ${clientId} and ${clientsVisibleTo(actor)}`;
  return runCommand(db, actor, async ({ tx, audit }) => {
    await tx.execute(sql`select 1 from clients c where ${mine} for no key update`);
    const [before] = await readRules(tx, mine);
    if (!before) throw notFound('This client');
    if (before.revision !== revision)
      throw conflict(
        'STALE_RULES',
        'Someone changed these rules meanwhile. Look at them again, then change them.',
      );
    refuseOthersSay(actor, before, { revision, ...rule });
    const changed = { ...rule, updatedBy: actor.userId, revision: revision + 1 };
    await tx
      .insert(settlementRules)
      .values({ clientId, ...changed })
      .onConflictDoUpdate({
        target: settlementRules.clientId,
        set: { ...changed, updatedAt: new Date().toISOString() },
      });
    const details = { before, after: rule };
    audit({ action: 'settlement-rule.change', entity: 'client', entityId: clientId, details });
    const [after] = await readRules(tx, mine);
    if (!after) throw notFound('This client');
    return after;
  });
}
