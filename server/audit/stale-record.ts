import { sql } from 'drizzle-orm';
import { isoInstant } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { changedMeanwhile } from '../errors.ts';
import type { CallError } from '../errors.ts';

/** What is changed under audit, by the word that ends "this ...": its entity, and the actions that move its revision. */
const TRAILS = {
  account: ['user', '^(user|partner)[.]'],
  partner: ['user', '^(user|partner)[.]'],
  client: ['client', '^(client[.]edit|contact[.]policy)$'],
  policy: ['client', '^contact[.]policy$'],
  format: ['client', '^client-export[.]'],
  portfolio: ['portfolio', '^portfolio[.]'],
  campaign: ['campaign', '^campaign[.](change|move)$'],
  chart: ['visualization', '[.]change$'],
} as const;

/** 409 STALE_REVISION of a record that stands at `revision`, saying who changed it last and when. */
export async function staleRecord(
  tx: Db,
  what: keyof typeof TRAILS,
  id: string,
  revision: number,
): Promise<CallError> {
  const [entity, actions] = TRAILS[what];
  const { rows } = await tx.execute<{ name: string; at: string }>(sql`
    select u.full_name as name, a.at from audit_log a join users u on u.id = a.actor_id
    where a.entity = ${entity} and a.entity_id = ${id} and a.action ~ ${actions}
    order by a.sequence desc limit 1`);
  const last = rows[0];
  const changedBy = last?.name ?? null;
  const changedAt = last ? isoInstant(last.at) : null;
  return changedMeanwhile(what, { changedBy, changedAt, revision }, last?.name);
}
