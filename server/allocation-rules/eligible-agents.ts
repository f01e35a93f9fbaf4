import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AllocationRuleSpec } from '../../contract/allocation-rule.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';

type AllocationKind = AllocationRuleSpec['kind'];

/** Somebody whom loans can be given to, with what it can take. */
export interface EligibleAgent {
  readonly id: string;
  readonly kind: AllocationKind;
  readonly fullName: string;
  readonly managerId: string | null;
  /** Most active loans at a time; null: no limit. */
  readonly capacity: number | null;
  /** Active loans it has now. */
  readonly held: number;
  /** Empty: no limit. Lower-case. */
  readonly languages: string[];
  /** Empty: no limit. Lower-case. */
  readonly products: string[];
  /** Whole pincodes or their beginnings; empty: no limit. */
  readonly pincodes: string[];
}

interface AgentRow extends EligibleAgent, Record<string, unknown> {}

/** Everybody whom the actor may give loans to, of every kind, in one reading. */
export async function readAgents(db: Db, actor: Actor): Promise<EligibleAgent[]> {
  const { rows } = await db.execute<AgentRow>(sql`
    with held as (
      select h.id, count(*)::int as loans from (
        select l.collector_id as id from loans l where l.status = 'ACTIVE' and l.collector_id is not null
        union all select l.field_agent_id from loans l where l.status = 'ACTIVE' and l.field_agent_id is not null
        union all select l.manager_id from loans l where l.status = 'ACTIVE' and l.manager_id is not null) h
      group by h.id)
    select u.id, case u.role when 'FIELD_AGENT' then 'FIELD' else u.role end as kind, u.full_name as "fullName",
      u.manager_id as "managerId", s.capacity, coalesce(held.loans, 0) as held,
      array(select lower(v) from unnest(s.languages) v) as languages,
      array(select lower(v) from unnest(s.products) v) as products, coalesce(s.pincodes, '{}') as pincodes
    from users u left join agent_skills s on s.user_id = u.id left join held on held.id = u.id
    where u.role in ('COLLECTOR', 'FIELD_AGENT', 'MANAGER') and u.disabled_at is null and u.deleted_at is null
      and ${peopleVisibleTo(actor)}
    order by u.full_name, u.id`);
  return rows;
}

/** Those of `agents` whom a rule names: of its kind, and of its list when it has one. */
export function agentsNamedBy(
  spec: Pick<AllocationRuleSpec, 'kind' | 'assigneeIds'>,
  agents: readonly EligibleAgent[],
): EligibleAgent[] {
  const named = new Set(spec.assigneeIds);
  return agents.filter(({ id, kind }) => kind === spec.kind && (named.size === 0 || named.has(id)));
}

/** The borrower's language, lower-case, where the lender's file tells it in a column of its own; null otherwise. */
export const loanLanguage: SQL = sql`(select nullif(lower(trim(o.value)), '') from jsonb_each_text(l.other_columns) o
  where lower(o.key) in ('language', 'preferred language', 'borrower language', 'customer language', 'mother tongue')
  limit 1)`;

/** A loan suits the skills of `a` (agent_skills: languages, products, pincodes); what the loan does not tell is no hindrance, but its pincode. */
export const suitsSkills: SQL = sql`(
  (coalesce(cardinality(a.products), 0) = 0 or lower(l.product) in (select lower(v) from unnest(a.products) v))
  and (coalesce(cardinality(a.pincodes), 0) = 0 or exists (select 1 from unnest(a.pincodes) v
    where starts_with(l.pincode, v)))
  and (coalesce(cardinality(a.languages), 0) = 0 or ${loanLanguage} is null
    or ${loanLanguage} in (select lower(v) from unnest(a.languages) v)))`;
