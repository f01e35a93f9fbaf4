import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { attendanceCalls } from '../../contract/attendance.ts';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { allOf, pageLimit, wordConditions } from '../database/list-page.ts';
import { leadersWithin } from '../identity/team-span-service.ts';
import { onceVisiblePerson } from '../people/person-scope-service.ts';
import { toDay } from './attendance.ts';
import { daySpan, personDays } from './person-days.ts';
import type { PersonDay } from './person-days.ts';

type Answer = CallAnswer<typeof attendanceCalls.readLoginReport>;
type Query = CallRequest<typeof attendanceCalls.readLoginReport>['query'];

interface ReportRow extends PersonDay, Record<string, unknown> {
  user_id: string;
  full_name: string;
  role: Role;
  manager_name: string | null;
}

interface TotalsRow extends Record<string, unknown> {
  rows: number;
  people: number;
  logged_in: number;
  on_break: number;
  idle: number | null;
}

const TEAM = ['MANAGER', 'COLLECTOR', 'FIELD_AGENT'] as const satisfies readonly Role[];

function teamOf(actor: Actor, { collectorId, search }: Query): SQL {
  const conditions = [
    onceVisiblePerson(actor, TEAM),
    ...wordConditions(sql`lower(concat_ws(' ', u.full_name, u.username))`, search),
  ];
  if (collectorId !== undefined && collectorId.length > 0)
    conditions.push(sql`u.id = any(${sql.param(collectorId)}::uuid[])`);
  return allOf(conditions);
}

/** The team's days (spec 2.2 /login-report): a page of one row per person and day, the newest first. Throws 400. */
export async function readLoginReport(
  { db, settings }: Context,
  actor: Actor,
  query: Query,
): Promise<Answer> {
  const { page, pageSize } = query;
  const span = daySpan(settings.businessTz, query);
  const whose = (userId: SQL) =>
    sql`${userId} in (select u.id from users u where ${teamOf(actor, query)})`;
  const days = sql`with ${personDays(span, whose, actor)}`;
  const totals = await db.execute<TotalsRow>(sql`
    ${days} select count(*) as rows, count(distinct user_id) as people, coalesce(sum(logged_in), 0) as logged_in,
      coalesce(sum(on_break), 0) as on_break, sum(idle) as idle from person_days`);
  const { rows } = await db.execute<ReportRow>(sql`
    ${days} select p.*, u.full_name, u.role,
      ${leadersWithin(sql`u.id`, sql`p.first_login`, sql`coalesce(p.last_logout, now())`)} as manager_name
    from person_days p join users u on u.id = p.user_id
    order by p.day desc, lower(u.full_name), u.id ${pageLimit({ page, pageSize })}`);
  const all = totals.rows[0] ?? { rows: 0, people: 0, logged_in: 0, on_break: 0, idle: null };
  return {
    data: rows.map((row) =>
      Object.assign(toDay(row), {
        userId: row.user_id,
        fullName: row.full_name,
        role: row.role,
        managerName: row.manager_name,
      }),
    ),
    totalCount: all.rows,
    page,
    pageSize,
    totals: {
      personCount: all.people,
      loggedInSeconds: all.logged_in,
      breakSeconds: all.on_break,
      activeSeconds: all.logged_in - all.on_break,
      idleSeconds: all.idle,
    },
  };
}
