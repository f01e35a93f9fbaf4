import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { MANAGER_PERCENT } from '../../contract/settlement-rule.ts';
import type { MatrixOfClient } from '../../contract/settlement-rule.ts';

/** The rules of a client that told none, in the columns of `settlement_rules`. */
export const DEFAULT_RULE = {
  managerPercent: MANAGER_PERCENT,
  adminPercent: 30,
  clientPercent: 100,
  delegatedAmount: 0,
  graceDays: 3,
  validDays: 30,
  coolingMonths: 12,
} as const;

/** The limits of parts of a client's loans, as JSON. */
const partsOf = (
  clientId: SQL,
): SQL => sql`(select coalesce(jsonb_agg(jsonb_build_object('_id', p.id,
    'portfolioId', p.portfolio_id, 'Portfolio', f.name, 'portfolioProducts', coalesce(f.products, '{}'),
    'portfolioBuckets', coalesce(f.buckets, '{}'), 'Product', p.product, 'Bucket', p.bucket,
    'managerPercent', p.manager_percent, 'managerAmount', p.manager_amount, 'adminPercent', p.admin_percent,
    'adminAmount', p.admin_amount, 'clientPercent', p.client_percent, 'clientAmount', p.client_amount,
    'delegatedAmount', p.delegated_amount, 'revision', p.revision,
    'updatedAt', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by f.name nulls last, p.product nulls last, p.bucket nulls last, p.id), '[]')
  from settlement_limits p left join portfolios f on f.id = p.portfolio_id where p.client_id = ${clientId})`;

/** A client's rules from `r` (left joined), as columns. */
export const ruleColumns = (clientId: SQL): SQL => sql`
  coalesce(r.manager_percent, ${DEFAULT_RULE.managerPercent}::int) as "managerPercent",
  r.manager_amount as "managerAmount", coalesce(r.admin_percent, ${DEFAULT_RULE.adminPercent}::int) as "adminPercent",
  r.admin_amount as "adminAmount", coalesce(r.client_percent, ${DEFAULT_RULE.clientPercent}::int) as "clientPercent",
  r.client_amount as "clientAmount", coalesce(r.delegated_amount, ${DEFAULT_RULE.delegatedAmount}::bigint) as "delegatedAmount",
  coalesce(r.grace_days, ${DEFAULT_RULE.graceDays}::int) as "ruleGraceDays",
  coalesce(r.valid_days, ${DEFAULT_RULE.validDays}::int) as "validDays", coalesce(r.is_rbi, false) as "isRbi",
  coalesce(r.cooling_months, ${DEFAULT_RULE.coolingMonths}::int) as "coolingMonths",
  r.sanction_amount as "sanctionAmount", ${partsOf(clientId)} as parts`;

/** What `ruleColumns` give. */
export interface RuleColumns extends MatrixOfClient {
  ruleGraceDays: number;
  validDays: number;
  coolingMonths: number;
}

/** Whether the lender's file calls the loan `l` fraud or wilful default, in a column of its own. */
export const calledFraud: SQL = sql`exists (select 1 from jsonb_each_text(l.other_columns) as o(name, value)
  where o.name ~* '(fraud|wil+ful)' and trim(o.value) !~* '^(no|n|0|false|nil|none|na|-|)$')`;
