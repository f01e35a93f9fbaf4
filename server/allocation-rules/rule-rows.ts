import { sql } from 'drizzle-orm';
import type { AllocationRule } from '../../contract/allocation-rule.ts';
import type { Actor } from '../access/actor.ts';
import { staleRecord } from '../audit/stale-record.ts';
import { isoInstant } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { holdLock } from '../database/locks.ts';
import { changedMeanwhile, notFound } from '../errors.ts';

/** All rules, and the version that they are. */
export interface RuleSet {
  data: AllocationRule[];
  version: number;
}

interface RuleRow extends AllocationRule, Record<string, unknown> {}

/** Keeps everybody else from changing the rules to the transaction's end. */
export async function lockRules(tx: Db): Promise<void> {
  await holdLock(tx, 'allocationRules');
}

/** The number of the newest version; 0 before the first. */
export async function newestVersion(db: Db): Promise<number> {
  const { rows } = await db.execute<{ version: number }>(
    sql`select coalesce(max(version), 0)::int as version from allocation_rule_versions`,
  );
  return rows[0]?.version ?? 0;
}

/** All rules in their order, those out of force included. */
export async function readRules(db: Db): Promise<AllocationRule[]> {
  const { rows } = await db.execute<RuleRow>(sql`
    select r.id as "_id", r.name, row_number() over (order by r.position, r.id)::int as position,
      r.is_active as "isActive", r.client_id as "lenderId", c.name as "Client_Name", r.spec, r.revision,
      u.full_name as "updatedByName", r.updated_at as "updatedAt"
    from allocation_rules r left join clients c on c.id = r.client_id left join users u on u.id = r.updated_by
    where r.deleted_at is null order by r.position, r.id`);
  return rows.map((row) => Object.assign(row, { updatedAt: isoInstant(row.updatedAt) }));
}

/** The rules and their version. */
export async function readRuleSet(db: Db): Promise<RuleSet> {
  return { data: await readRules(db), version: await newestVersion(db) };
}

/** One of the rules as the caller saw it. Throws 404, 409 STALE_REVISION when somebody changed it since. */
export async function seenRule(tx: Db, id: string, revision: number): Promise<AllocationRule> {
  const rule = (await readRules(tx)).find(({ _id }) => _id === id);
  if (!rule) throw notFound('This rule');
  if (rule.revision !== revision) {
    const { updatedByName, updatedAt } = rule;
    const details = { changedBy: updatedByName, changedAt: updatedAt, revision: rule.revision };
    throw changedMeanwhile(details);
  }
  return rule;
}

/** Throws 409 STALE_RULES when the rules are another version than the caller saw. */
export async function refuseStale(tx: Db, seen: number): Promise<void> {
  const version = await newestVersion(tx);
  if (version !== seen) throw await staleRecord(tx, { kind: 'allocationRules' }, { version });
}

/** Keeps the rules as they stand now as a new version, and returns them. Comes last in every change. */
export async function keepVersion(tx: Db, actor: Pick<Actor, 'userId'> | null): Promise<RuleSet> {
  const rules = await readRules(tx);
  const version = (await newestVersion(tx)) + 1;
  await tx.execute(sql`insert into allocation_rule_versions (version, rules, created_by)
    values (${version}, ${JSON.stringify(rules)}::jsonb, ${actor?.userId ?? null})`);
  return { data: rules, version };
}
