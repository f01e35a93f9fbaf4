import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { PromiseRule, promiseRuleInputSchema } from '../../contract/promise.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { staleRecord } from '../audit/stale-record.ts';
import { isoInstantOrNull } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';

interface RuleRow extends PromiseRule, Record<string, unknown> {}

const toWire = (row: RuleRow): PromiseRule => ({
  ...row,
  updatedAt: isoInstantOrNull(row.updatedAt),
});

async function readRules(db: Db, which: SQL): Promise<PromiseRule[]> {
  const { rows } = await db.execute<RuleRow>(sql`select c.id as "clientId", c.name as "Client_Name",
      coalesce(r.grace_days, 0) as "graceDays", coalesce(r.tolerance_percent, 0) as "tolerancePercent",
      coalesce(r.manager_from, 10000) as "managerFrom", coalesce(r.revision, 0) as revision, r.updated_at as "updatedAt"
    from clients c left join promise_rules r on r.client_id = c.id where ${which} order by c.name, c.id limit 1000`);
  return rows.map(toWire);
}

/** How promises are judged, for each lender that the actor may name. */
export async function listPromiseRules(db: Db, actor: Actor): Promise<{ data: PromiseRule[] }> {
  return { data: await readRules(db, sql`${clientsVisibleTo(actor)}`) };
}

/**
 * Changes a lender's rules. Its open promises are judged by them from now on (within seconds); what was kept or broken by
 * the former ones stays so. Throws 404, or 409 STALE_RULES when somebody changed them meanwhile.
 */
export async function changePromiseRule(
  { db }: Context,
  actor: Actor,
  clientId: string,
  rule: z.output<typeof promiseRuleInputSchema>,
): Promise<PromiseRule> {
  const mine = sql`c.id = ${clientId} and ${clientsVisibleTo(actor)}`;
  await runCommand(db, actor, async ({ tx, audit }) => {
    const locked = await tx.execute(sql`select 1 from clients c where ${mine} for no key update`);
    const [before] = await readRules(tx, mine);
    if (locked.rows.length === 0 || !before) throw notFound('This client');
    if (before.revision !== rule.revision)
      throw await staleRecord(tx, { kind: 'promiseRules', id: clientId });
    await tx.execute(sql`insert into promise_rules as r (client_id, grace_days, tolerance_percent, manager_from, updated_by)
      values (${clientId}, ${rule.graceDays}, ${rule.tolerancePercent}, ${rule.managerFrom}, ${actor.userId})
      on conflict (client_id) do update set grace_days = excluded.grace_days, updated_at = now(),
        tolerance_percent = excluded.tolerance_percent, manager_from = excluded.manager_from,
        revision = r.revision + 1, updated_by = excluded.updated_by`);
    await tx.execute(sql`update promises set grace_days = ${rule.graceDays},
        tolerance_percent = ${rule.tolerancePercent}, is_stale = true
      where id in (select p.id from promises p join loans l on l.id = p.loan_id
        where p.state = 'OPEN' and l.client_id = ${clientId} order by p.id for update of p)`);
    const { graceDays, tolerancePercent, managerFrom } = before;
    audit({
      action: 'promise-rule.change',
      entity: 'client',
      entityId: clientId,
      details: { before: { graceDays, tolerancePercent, managerFrom }, after: rule },
    });
  });
  const [after] = await readRules(db, mine);
  if (!after) throw notFound('This client');
  return after;
}
