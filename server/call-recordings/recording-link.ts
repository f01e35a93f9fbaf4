import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { dispositionsVisibleTo, loansVisibleTo, peopleVisibleTo } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { isCallOf } from '../dispositions/disposition-rows-service.ts';
import { againstRules, notFound } from '../errors.ts';

/** Condition on `c` (dialer calls) and `l` (its loan, if any): calls of loans the actor sees, and of its own people. */
function callsVisibleTo(actor: Actor): SQL {
  const ofLoan = sql`(l.id is not null and ${loansVisibleTo(actor)})`;
  const isOfTheFloor = isAdmin(actor) || actor.role === 'MANAGER' || actor.role === 'COLLECTOR';
  if (!isOfTheFloor) return ofLoan;
  return sql`(${ofLoan} or exists (select 1 from users u where u.id = c.agent_id and ${peopleVisibleTo(actor)}))`;
}

/**
 * The recording's address of a dialer call that the actor may see, or of the dialer call of a contact. Addresses come from
 * the exchange and from dialers' sheets: what an agent wrote down is text and is never fetched. Throws 404, also when there is
 * none.
 */
export async function findRecordLink(db: Db, actor: Actor, id: string): Promise<string> {
  const found = await db.execute<{ link: string }>(sql`
    select c.record_link as link from dispositions d join loans l on l.id = d.loan_id
      join dialer_calls c on ${isCallOf} and c.record_link is not null
      where d.id = ${id} and (${loansVisibleTo(actor)} or ${dispositionsVisibleTo(actor)})
    union all
    select c.record_link from dialer_calls c left join loans l on l.id = c.loan_id
      where c.id = ${id} and c.record_link is not null and ${callsVisibleTo(actor)}`);
  const link = found.rows.find((row) => row.link !== '')?.link;
  if (link === undefined) throw notFound('A recording of this call');
  return link;
}

/** A recording's address when it may be fetched: http or https, of a configured host. Throws 422 for every other. */
export function playableLink(link: string, hosts: readonly string[]): URL {
  const url = URL.canParse(link) ? new URL(link) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === null || !isWeb || !hosts.includes(url.host.toLowerCase()))
    throw againstRules(
      'RECORDING_HOST_UNKNOWN',
      'Recordings of this place are not played here. Ask your administrator to allow it (setting RECORDING_HOSTS).',
    );
  return url;
}
