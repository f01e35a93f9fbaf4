import { sql } from 'drizzle-orm';
import type { TeamMember } from '../../contract/staff-dashboard.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import { businessDay, isoInstantOrNull } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { plannedOnce } from '../database/prepared.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';
import { moneySums } from '../payments/collected-service.ts';
import { isWhole } from './dashboard-scope.ts';
import type { BoardFilter } from './dashboard-scope.ts';
import { contactsWithin, moneyWithin, workColumns } from './work-figures.ts';

/** More people than this are no team: an admin's reading of the whole agency. */
const MOST = 1000;

interface MemberRow extends Omit<TeamMember, 'loanCount'>, Record<string, unknown> {}

const toMember = (row: MemberRow, loanCount: number): TeamMember => ({
  ...row,
  loanCount,
  lastSeenAt: isoInstantOrNull(row.lastSeenAt),
  breakSince: isoInstantOrNull(row.breakSince),
});

/** Condition on `u`: collectors and field agents whom the actor may see now and who can log in. */
function teamOf(actor: Actor, { personId }: BoardFilter) {
  const one = personId === undefined || personId === '' ? sql`true` : sql`u.id = ${personId}`;
  return sql`${peopleVisibleTo(actor)} and ${one} and u.role in ('COLLECTOR', 'FIELD_AGENT')
    and u.deleted_at is null and u.disabled_at is null`;
}

/** Each person of the team with today's work, whether it is there, and its break; who collected most first. */
export async function readTeamDay(
  db: Db,
  zone: string,
  actor: Actor,
  filter: BoardFilter,
  heldBy: ReadonlyMap<string, number>,
): Promise<TeamMember[]> {
  const today = businessDay(zone);
  const days = { from: today, to: today };
  const contacts = contactsWithin(zone, actor, filter, days);
  // A session is over after ten minutes without a request (spec 9), whether or not anybody ended it.
  const { rows } = await db.execute<MemberRow>(sql`
    select ${plannedOnce(isWhole(filter))} u.id as "_id", u.full_name as "fullName", u.role, coalesce(w.calls, 0) as calls,
      coalesce(w.visits, 0) as visits, coalesce(m.claimed, 0) as claimed, coalesce(m.receipted, 0) as receipted,
      coalesce(m.verified, 0) as verified, coalesce(m.collected, 0) as collected,
      coalesce(w."promiseCount", 0) as "promiseCount", coalesce(w."promiseAmount", 0) as "promiseAmount",
      coalesce(s.is_open, false) as "isLoggedIn", greatest(s.last_seen_at, v.last_seen_at) as "lastSeenAt",
      b.reason as "breakReason", b.started_at as "breakSince"
    from users u
      left join (select d.agent_id, ${workColumns} from ${contacts.from}
        where ${contacts.where} and ${isNotSuperseded} group by d.agent_id) w on w.agent_id = u.id
      left join (select m.person_id, ${moneySums(actor)} from ${moneyWithin(actor, filter, days)} group by m.person_id) m
        on m.person_id = u.id
      left join lateral (select max(x.last_seen_at) as last_seen_at,
          bool_or(x.ended_at is null and x.expires_at > now() and x.last_seen_at > now() - interval '600 seconds') as is_open
        from sessions x where x.user_id = u.id) s on true
      left join lateral (select max(x.last_seen_at) as last_seen_at from devices x where x.user_id = u.id) v on true
      left join agent_breaks b on b.user_id = u.id and b.ended_at is null
    where ${teamOf(actor, filter)}
    order by collected desc, coalesce(w.calls, 0) + coalesce(w.visits, 0) desc, u.full_name, u.id limit ${MOST}`);
  return rows.map((row) => toMember(row, heldBy.get(row._id) ?? 0));
}
