import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AllocationRuleSpec, RuleKind } from '../../contract/allocation-rule.ts';
import type { Db } from '../database/connection.ts';

export { loanLanguage, readAgents, agentsNamedBy } from './eligible-agents.ts';
export type { EligibleAgent } from './eligible-agents.ts';
export { firstRuleThatTakes, ruleCondition } from './rule-condition.ts';

/** A rule in force. One that is for a lender's loans only has a condition on that lender first. */
export interface ActiveRule {
  readonly id: string;
  readonly name: string;
  readonly position: number;
  readonly spec: AllocationRuleSpec;
}

interface RuleRow extends Record<string, unknown> {
  id: string;
  name: string;
  position: number;
  client: string | null;
  spec: AllocationRuleSpec;
}

/** What a rule says, its lender among the conditions. */
export function withLender(spec: AllocationRuleSpec, client: string | null): AllocationRuleSpec {
  if (client === null) return spec;
  const lender = { field: 'Client_Name' as const, is: 'in' as const, values: [client] };
  return { ...spec, conditions: [lender, ...spec.conditions] };
}

/** The rules in force in their order, and the version that they are (0 before the first). */
export async function loadActiveRules(db: Db): Promise<{ version: number; rules: ActiveRule[] }> {
  const { rows } = await db.execute<RuleRow>(sql`
    select r.id, r.name, r.position, c.name as client, r.spec
    from allocation_rules r left join clients c on c.id = r.client_id
    where r.is_active and r.deleted_at is null order by r.position, r.id`);
  const newest = await db.execute<{ version: number }>(
    sql`select coalesce(max(version), 0)::int as version from allocation_rule_versions`,
  );
  return {
    version: newest.rows[0]?.version ?? 0,
    rules: rows.map(({ client, spec, ...rule }) =>
      Object.assign(rule, { spec: withLender(spec, client) }),
    ),
  };
}

/** What the rules in force for a kind of work say in a version, in their order. */
const saidIn = (
  version: SQL,
  kind: RuleKind,
): SQL => sql`(select jsonb_agg(jsonb_build_array(r.rule -> '_id',
    r.rule -> 'lenderId', r.rule -> 'spec') order by r.place)
  from allocation_rule_versions v cross join lateral jsonb_array_elements(v.rules) with ordinality as r(rule, place)
  where v.version = ${version} and (r.rule ->> 'isActive')::boolean and r.rule -> 'spec' ->> 'kind' = ${kind})`;

/** Whether the rules in force for a kind of work say something else now than in a version; names do not count. */
export async function haveRulesChanged(db: Db, kind: RuleKind, version: number): Promise<boolean> {
  const newest = sql`(select max(n.version) from allocation_rule_versions n)`;
  const { rows } = await db.execute<{ isOther: boolean }>(
    sql`select ${saidIn(sql`${version}::int`, kind)} is distinct from ${saidIn(newest, kind)} as "isOther"`,
  );
  return rows[0]?.isOther ?? false;
}
