import { sql } from 'drizzle-orm';
import type { Authority } from '../../contract/settlement-machine.ts';

/** The rules of a client that told none, in the columns of `settlement_rules`. */
const DEFAULT_RULE = {
  managerPercent: 15,
  adminPercent: 30,
  clientPercent: 100,
  delegatedAmount: 0,
  graceDays: 3,
  validDays: 30,
  coolingMonths: 12,
} as const;

/** A client's rules from `r` (left joined), as columns. */
export const ruleColumns = sql`coalesce(r.manager_percent, ${DEFAULT_RULE.managerPercent}::int) as "managerPercent",
  r.manager_amount as "managerAmount", coalesce(r.admin_percent, ${DEFAULT_RULE.adminPercent}::int) as "adminPercent",
  r.admin_amount as "adminAmount", coalesce(r.client_percent, ${DEFAULT_RULE.clientPercent}::int) as "clientPercent",
  r.client_amount as "clientAmount", coalesce(r.delegated_amount, ${DEFAULT_RULE.delegatedAmount}::bigint) as "delegatedAmount",
  coalesce(r.grace_days, ${DEFAULT_RULE.graceDays}::int) as "ruleGraceDays",
  coalesce(r.valid_days, ${DEFAULT_RULE.validDays}::int) as "validDays", coalesce(r.is_rbi, false) as "isRbi",
  coalesce(r.cooling_months, ${DEFAULT_RULE.coolingMonths}::int) as "coolingMonths"`;

/** What `ruleColumns` give. */
export interface RuleColumns {
  managerPercent: number;
  managerAmount: number | null;
  adminPercent: number;
  adminAmount: number | null;
  clientPercent: number;
  clientAmount: number | null;
  delegatedAmount: number;
  ruleGraceDays: number;
  validDays: number;
  isRbi: boolean;
  coolingMonths: number;
}

/** The matrix that rules make. */
export const authorityOf = (rule: RuleColumns): Authority => ({
  manager: { percent: rule.managerPercent, amount: rule.managerAmount },
  admin: { percent: rule.adminPercent, amount: rule.adminAmount },
  client: { percent: rule.clientPercent, amount: rule.clientAmount },
  delegatedAmount: rule.delegatedAmount,
  isRbi: rule.isRbi,
});
