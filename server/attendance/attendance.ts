import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AttendanceDay, attendanceCalls } from '../../contract/attendance.ts';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { onceVisiblePerson } from '../people/person-scope-service.ts';
import { daySpan, personDays } from './person-days.ts';
import type { PersonDay } from './person-days.ts';

type Answer = CallAnswer<typeof attendanceCalls.readAttendance>;
type Query = CallRequest<typeof attendanceCalls.readAttendance>['query'];

interface PersonFacts extends Record<string, unknown> {
  _id: string;
  fullName: string;
  role: Role;
}

interface DayRow extends PersonDay, Record<string, unknown> {
  sessions: { begun: string; ended: string | null; reason: string | null }[];
  pauses: { reason: string; begun: string; ended: string | null }[];
}

/** A day's figures as they leave the server; seconds. */
export function toDay(row: PersonDay) {
  return {
    day: row.day,
    firstLoginAt: isoInstant(row.first_login),
    lastLogoutAt: isoInstantOrNull(row.last_logout),
    loginCount: row.logins,
    loggedInSeconds: row.logged_in,
    breakSeconds: row.on_break,
    activeSeconds: row.logged_in - row.on_break,
    idleSeconds: row.idle,
    breakCount: row.breaks,
  };
}

function toAttendanceDay(row: DayRow): AttendanceDay {
  return {
    ...toDay(row),
    sessions: row.sessions.map(({ begun, ended, reason }) => ({
      loginAt: isoInstant(begun),
      logoutAt: isoInstantOrNull(ended),
      endReason: reason,
    })),
    breaks: row.pauses.map(({ reason, begun, ended }) => ({
      reason,
      startedAt: isoInstant(begun),
      endedAt: isoInstantOrNull(ended),
    })),
  };
}

const sum = (days: readonly AttendanceDay[], of: (day: AttendanceDay) => number) =>
  days.reduce((total, day) => total + of(day), 0);

/** A person's days (spec 2.2 /attendance), the newest first; its own without collectorId. Throws 404, 400. */
export async function readAttendance(
  { db, settings }: Context,
  actor: Actor,
  query: Query,
): Promise<Answer> {
  const span = daySpan(settings.businessTz, query);
  const personId = query.collectorId ?? actor.userId;
  const found = await db.execute<PersonFacts>(sql`
    select u.id as "_id", u.full_name as "fullName", u.role from users u
    where u.id = ${personId} and ${onceVisiblePerson(actor)}`);
  const [person] = found.rows;
  if (!person) throw notFound('This person');
  const whose = (userId: SQL) => sql`${userId} = ${personId}`;
  const { rows } = await db.execute<DayRow>(sql`
    with ${personDays(span, whose, actor)}
    select p.*, (select json_agg(json_build_object('begun', x.begun, 'ended', case when x.is_open then null else x.ended end,
          'reason', x.reason) order by x.begun, x.id) from session_days x where x.day = p.day) as sessions,
      coalesce((select json_agg(json_build_object('reason', k.reason, 'begun', k.started_at, 'ended', k.ended_at)
          order by k.started_at) from break_days k where k.day = p.day), '[]') as pauses
    from person_days p order by p.day desc`);
  const data = rows.map(toAttendanceDay);
  return {
    person,
    data,
    totals: {
      dayCount: data.length,
      loggedInSeconds: sum(data, (day) => day.loggedInSeconds),
      breakSeconds: sum(data, (day) => day.breakSeconds),
      activeSeconds: sum(data, (day) => day.activeSeconds),
      idleSeconds: data.every((day) => day.idleSeconds === null)
        ? null
        : sum(data, (day) => day.idleSeconds ?? 0),
    },
  };
}
