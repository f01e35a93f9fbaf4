import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isoInstant } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { allOf } from '../database/list-page.ts';
import { revisionOf } from '../database/revision.ts';
import { changedMeanwhile } from '../errors.ts';
import type { CallError } from '../errors.ts';

/**
 * What may have been changed since it was read: how a sentence calls it; what tells in the audit trail who changed it, by
 * entity and actions; and the refusal's code where it has one of its own.
 */
const KINDS = {
  account: ['this account', 'user', '^(user|partner)[.]'],
  partner: ['this partner', 'user', '^(user|partner)[.]'],
  client: ['this client', 'client', '^(client[.]edit|contact[.]policy)$'],
  policy: ['this policy', 'client', '^contact[.]policy$'],
  format: ['this format', 'client', '^client-export[.]'],
  portfolio: ['this portfolio', 'portfolio', '^portfolio[.]'],
  campaign: ['this campaign', 'campaign', '^campaign[.](change|move)$'],
  chart: ['this chart', 'visualization', '[.]change$'],
  agreement: ['this agreement', 'client', '^fee-agreement[.]'],
  attribution: ['this rule', 'client', '^attribution-rule[.]'],
  structure: ['this structure', 'client', '^incentive-structure[.]'],
  promiseRules: ['these rules', 'client', '^promise-rule[.]', 'STALE_RULES'],
  settlementRules: ['these rules', 'client', '^settlement-rule[.]', 'STALE_RULES'],
  allocationRules: ['the rules', 'allocation-rule', '[.](?!download)', 'STALE_RULES'],
  order: ['this order', 'client', '^sorting-rule[.]'],
  skills: ['this entry', 'user', '^agent-skill[.]'],
  contact: ['this contact', 'contact-person', '^contact[.]'],
  cost: ['this cost', 'employee-cost', '^employee-costs[.]'],
  target: ['this target', 'target', '^targets?[.]'],
  letterhead: ['this letterhead', 'invoicing-details', '[.]set$'],
  schedule: ['this schedule', 'report-schedule', '[.](create|change)$'],
  backups: ['this schedule', 'backup', '^backup[.]settings$'],
  file: ['this file', 'data-insight', '[.]change$'],
  template: ['this template', 'message-template', '[.](create|change)$'],
  loanMapping: ['this mapping', 'loan-mapping', '[.](save|change)$', 'STALE_MAPPING'],
  sheetMapping: ['this mapping', 'activity-sheet-mapping', '[.](save|change)$', 'STALE_MAPPING'],
  contactEntry: ['this entry', 'disposition', '[.]correct$', 'CHANGED_MEANWHILE'],
} as const satisfies Record<string, readonly [string, string, string, string?]>;

/** One record of a kind: by the id that its audit rows bear (null: they bear none), by what is in their details, or both. */
export interface StaleOne {
  readonly kind: keyof typeof KINDS;
  readonly id?: string | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** 409 of a record that was changed since it was read, saying who changed it last and when; `more` is told beside. */
export async function staleRecord(
  tx: Db,
  { kind, id, details = {} }: StaleOne,
  more: Readonly<Record<string, unknown>> = {},
): Promise<CallError> {
  const [what, entity, actions, code] = KINDS[kind] as readonly [string, string, string, string?];
  const isOfIt = allOf([
    id === null && sql`a.entity_id is null`,
    typeof id === 'string' && sql`a.entity_id = ${id}`,
  ]);
  const { rows } = await tx.execute<{ name: string; at: string }>(sql`
    select u.full_name as name, a.at from audit_log a join users u on u.id = a.actor_id
    where a.entity = ${entity} and ${isOfIt} and a.action ~ ${actions}
      and a.details @> ${JSON.stringify(details)}::jsonb
    order by a.sequence desc limit 1`);
  const last = rows[0];
  const changedBy = last?.name ?? null;
  const changedAt = last ? isoInstant(last.at) : null;
  return changedMeanwhile(what, { changedBy, changedAt, ...more }, { who: last?.name, code });
}

/**
 * Throws 409 when the rows are no longer those that the caller saw; without a revision it is not asked. The caller holds a
 * lock that keeps others from changing them until its commit.
 */
export async function refuseStale(
  tx: Db,
  seen: number | undefined,
  rows: SQL,
  record: StaleOne,
): Promise<void> {
  if (seen === undefined) return;
  const { rows: found } = await tx.execute<{ revision: number }>(
    sql`select ${revisionOf(rows)} as revision`,
  );
  if (found[0]?.revision !== seen) throw await staleRecord(tx, record);
}
