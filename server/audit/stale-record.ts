import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isoInstant } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { allOf } from '../database/list-page.ts';
import { revisionOf } from '../database/revision.ts';
import { changedMeanwhile } from '../errors.ts';
import type { CallError } from '../errors.ts';

/**
 * What may have been changed since it was read: what tells in the audit trail who changed it, by entity and actions; and the
 * refusal's code where it has one of its own.
 */
const KINDS = {
  account: ['user', '^(user|partner)[.]'],
  partner: ['user', '^(user|partner)[.]'],
  client: ['client', '^(client[.]edit|contact[.]policy)$'],
  policy: ['client', '^contact[.]policy$'],
  format: ['client', '^client-export[.]'],
  portfolio: ['portfolio', '^portfolio[.]'],
  campaign: ['campaign', '^campaign[.](change|move)$'],
  chart: ['visualization', '[.]change$'],
  agreement: ['client', '^fee-agreement[.]'],
  attribution: ['client', '^attribution-rule[.]'],
  structure: ['client', '^incentive-structure[.]'],
  promiseRules: ['client', '^promise-rule[.]', 'STALE_RULES'],
  settlementRules: ['client', '^settlement-rule[.]', 'STALE_RULES'],
  allocationRules: ['allocation-rule', '[.](?!download)', 'STALE_RULES'],
  order: ['client', '^sorting-rule[.]'],
  skills: ['user', '^agent-skill[.]'],
  contact: ['contact-person', '^contact[.]'],
  cost: ['employee-cost', '^employee-costs[.]'],
  target: ['target', '^targets?[.]'],
  letterhead: ['invoicing-details', '[.]set$'],
  schedule: ['report-schedule', '[.](create|change)$'],
  backups: ['backup', '^backup[.]settings$'],
  file: ['data-insight', '[.]change$'],
  template: ['message-template', '[.](create|change)$'],
  columnMapping: ['column-mapping', '[.](save|change)$', 'STALE_MAPPING'],
  contactEntry: ['disposition', '[.]correct$', 'CHANGED_MEANWHILE'],
} as const satisfies Record<string, readonly [string, string, string?]>;

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
  const [entity, actions, code] = KINDS[kind] as readonly [string, string, string?];
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
  return changedMeanwhile({ changedBy, changedAt, ...more }, code);
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
