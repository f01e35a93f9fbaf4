import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { staffDashboardCalls, TargetLine } from '../../contract/staff-dashboard.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import { addDays, businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { attributedPayments } from '../payments/attribution-service.ts';
import { isVerified } from '../payments/collected-service.ts';
import {
  countsForTarget,
  monthAfter,
  monthOf,
  monthsLeader,
  readTargets,
  targetOwner,
  wasAgentIn,
} from '../targets/target-service.ts';
import type { BoardFilter, BoardRange } from './dashboard-scope.ts';
import { moneyWithin } from './work-figures.ts';

type Call = typeof staffDashboardCalls.getManagersCollTargets;
type Answer = CallAnswer<Call>;
type Query = CallRequest<Call>['query'];

/** How many months back a chart by month goes, the asked one included. */
const MONTHS_SHOWN = 6;
/** More people than this are no team: an admin's reading of the whole agency. */
const MOST_PEOPLE = 1000;

/** Whose targets, of which month, for which lenders. */
interface Ask {
  readonly zone: string;
  readonly actor: Actor;
  readonly clients: readonly string[] | undefined;
  /** One person; undefined is the actor's team. */
  readonly personId: string | undefined;
  readonly month: string;
}

const clientsOf = ({ clients }: Ask) =>
  clients !== undefined && clients.length > 0 ? clients : null;
const lastDayOf = (month: string) => addDays(monthAfter(month, 1), -1);

/** A target to pace: its share on each day of the month, the last day's the whole to the rupee. */
function pace(target: number, day: number, dayCount: number): number {
  return Math.round((target * day) / dayCount);
}

/**
 * Whose targets make up the team's, by month: of whoever was in it last that month, however many have left or been promoted
 * since. What was to be collected is not less because somebody left meanwhile.
 */
async function teamsByMonth(db: Db, ask: Ask, from: string): Promise<Map<string, Set<string>>> {
  const { actor, zone, personId } = ask;
  const leader = monthsLeader(sql`u.id`, sql`m.month`, zone);
  const isSeen =
    actor.role === 'MANAGER' ? sql`${leader} = ${actor.userId}` : peopleVisibleTo(actor);
  const { rows } = await db.execute<{ month: string; id: string }>(sql`
    select m.month::date::text as month, u.id
    from generate_series(${from}::timestamp, ${ask.month}::timestamp, interval '1 month') m(month) cross join users u
    where ${personId === undefined ? sql`true` : sql`u.id = ${personId}`} and ${isSeen}
      and ${wasAgentIn(sql`u.id`, sql`m.month`, zone)}`);
  const teams = new Map<string, Set<string>>();
  for (const { month, id } of rows) teams.set(month, (teams.get(month) ?? new Set()).add(id));
  return teams;
}

async function teamIds(db: Db, ask: Ask): Promise<string[]> {
  return [...((await teamsByMonth(db, ask, ask.month)).get(ask.month) ?? [])];
}

/** Targets by month of the one person, or of the team: its manager's own where it is set, else the sum of its people's. */
async function targetsByMonth(db: Db, ask: Ask, from: string): Promise<Map<string, number>> {
  const own = ask.personId ?? ask.actor.userId;
  const teams = await teamsByMonth(db, ask, from);
  const found = await readTargets(db, {
    ownerIds: [...new Set([own, ...[...teams.values()].flatMap((ids) => Array.from(ids))])],
    from,
    to: ask.month,
    clientNames: clientsOf(ask),
  });
  const isIn = (month: string, id: string) => teams.get(month)?.has(id) ?? false;
  const byMonth = new Map<string, number>();
  for (const { ownerId, month, amount } of found)
    if (ownerId !== own && isIn(month, ownerId))
      byMonth.set(month, (byMonth.get(month) ?? 0) + amount);
  for (const { ownerId, month, amount } of found)
    if (ownerId === own && (own === ask.actor.userId || isIn(month, own)))
      byMonth.set(month, amount);
  return byMonth;
}

/** The money that counts for the target: a person's own; of a team what its manager led (server/targets counts the same). */
const filterOf = ({ actor, clients, personId }: Ask) => ({
  clients,
  personId,
  ...(personId === undefined && actor.role === 'MANAGER' && { leadId: actor.userId }),
});

/** Condition on `p`: payments that stand, of some days, credited to one of the people, of the lenders asked for. */
function creditedWithin(ask: Ask, people: readonly string[], { from, to }: BoardRange): SQL {
  const clients = clientsOf(ask);
  const ofClients =
    clients === null
      ? sql`true`
      : sql`p.client_id in (select c.id from clients c where c.name = any(${sql.param(clients)}::text[]))`;
  return sql`(${isVerified} and p.paid_on between ${from}::date and ${to}::date
    and p.collector_id = any(${sql.param(people)}::uuid[]) and ${ofClients})`;
}

/**
 * The money that a target is reached with, as what stands behind `from`. One person's target of a month is of one team, and so
 * is all that the person is credited for that month, whoever led it on the day: its manager reads what itself and the list of
 * targets read.
 */
function targetMoney(ask: Ask, filter: BoardFilter, range: BoardRange): SQL {
  const { actor, personId, zone } = ask;
  const seen = moneyWithin(actor, filter, range);
  if (actor.role !== 'MANAGER' || personId === undefined || personId === actor.userId) return seen;
  const isOfTeam = (day: SQL) =>
    sql`${monthsLeader(sql`${personId}::uuid`, sql`date_trunc('month', ${day}::timestamp)::date`, zone)}
      is not distinct from ${actor.userId}::uuid`;
  return sql`(select m.day, m.client_id, m.person_id, m.verified from ${seen} where not ${isOfTeam(sql`m.day`)}
    union all
    select p.paid_on, p.client_id, p.collector_id, p.amount from ${attributedPayments} p
    where ${creditedWithin(ask, [personId], range)} and ${isOfTeam(sql`p.paid_on`)}) m`;
}

/** A day's verified money, and what of it counts for a target. */
interface VerifiedDay extends Record<string, unknown> {
  readonly day: string;
  readonly verified: number;
  readonly achieved: number;
}

/** The verified money of a range by day. What came in on lenders without a target, while there is one for others, is not achieved. */
async function readVerified(
  db: Db,
  ask: Ask,
  range: BoardRange,
  filter: BoardFilter = filterOf(ask),
): Promise<VerifiedDay[]> {
  const own = ask.personId ?? ask.actor.userId;
  const owner = ask.personId === undefined ? targetOwner(own, clientsOf(ask)) : sql`${own}::uuid`;
  const counted = countsForTarget(owner, clientsOf(ask));
  const { rows } = await db.execute<VerifiedDay>(sql`
    select m.day::text as day, sum(m.verified)::bigint as verified,
      coalesce(sum(m.verified) filter (where ${counted}), 0)::bigint as achieved
    from ${targetMoney(ask, filter, range)} where m.verified <> 0 group by m.day order by m.day`);
  return rows;
}

const sumOf = (days: readonly VerifiedDay[], measure: 'verified' | 'achieved'): number =>
  days.reduce((sum, day) => sum + day[measure], 0);

/** What is not in a month's achievement, as a line without a name. */
function leftOut({ month }: Ask, days: readonly VerifiedDay[]): TargetLine[] {
  const amount = sumOf(days, 'verified') - sumOf(days, 'achieved');
  return amount > 0 ? [{ key: month, name: '', amount }] : [];
}

/** What one way to read targets answers. */
type Lists = Pick<Answer, 'achievement' | 'target' | 'achieved' | 'targeted'> & Partial<Answer>;

async function byDay(db: Db, ask: Ask): Promise<Lists> {
  const last = lastDayOf(ask.month);
  const today = businessDay(ask.zone);
  const range = { from: ask.month, to: last };
  const worked = await readVerified(db, ask, range);
  const targeted = (await targetsByMonth(db, ask, ask.month)).get(ask.month) ?? null;
  const collected = new Map(worked.map((each) => [each.day, each.achieved]));
  const dayCount = Number(last.slice(8));
  const achievement: TargetLine[] = [];
  const target: TargetLine[] = [];
  let sum = 0;
  for (let number = 1; number <= dayCount; number += 1) {
    const day = addDays(ask.month, number - 1);
    sum += collected.get(day) ?? 0;
    if (day <= today) achievement.push({ key: day, name: day, amount: sum });
    if (targeted !== null)
      target.push({ key: day, name: day, amount: pace(targeted, number, dayCount) });
  }
  return { achievement, target, achieved: sum, targeted, otherLenders: leftOut(ask, worked) };
}

const isOf = (month: string) => (day: VerifiedDay) => monthOf(day.day) === month;

async function byMonth(db: Db, ask: Ask): Promise<Lists> {
  const first = monthAfter(ask.month, 1 - MONTHS_SHOWN);
  const range = { from: first, to: lastDayOf(ask.month) };
  const worked = await readVerified(db, ask, range);
  const targets = await targetsByMonth(db, ask, first);
  const months = Array.from({ length: MONTHS_SHOWN }, (_, index) => monthAfter(first, index));
  const achievement = months.map((month) => ({
    key: month,
    name: month,
    amount: sumOf(worked.filter(isOf(month)), 'achieved'),
  }));
  const target = months.map((month) => ({
    key: month,
    name: month,
    amount: targets.get(month) ?? 0,
  }));
  const achieved = achievement.at(-1)?.amount ?? 0;
  return {
    achievement,
    target,
    achieved,
    targeted: targets.get(ask.month) ?? null,
    otherLenders: leftOut(ask, worked.filter(isOf(ask.month))),
  };
}

interface PersonRow extends TargetLine, Record<string, unknown> {}

interface ReachedRow extends PersonRow {
  /** Verified on lenders for which there is no target. */
  others: number;
}

/** What the team's people are credited for this month that does not count for the actor, most first; nobody has any without a lead. */
async function readLedByOthers(db: Db, ask: Ask, team: readonly string[]): Promise<TargetLine[]> {
  const { leadId } = filterOf(ask);
  if (leadId === undefined || team.length === 0) return [];
  const range = { from: ask.month, to: lastDayOf(ask.month) };
  const { rows } = await db.execute<PersonRow>(sql`
    select u.id as key, u.full_name as name, sum(p.amount)::bigint as amount
    from ${attributedPayments} p join users u on u.id = p.collector_id
    where ${creditedWithin(ask, team, range)} and p.manager_id is distinct from ${leadId}
    group by u.id, u.full_name order by amount desc, name, key`);
  return rows;
}

/**
 * Lines of the team's people, of those who left and had a target that month, of whoever else collected under the actor, and
 * of nobody, who collected most first.
 */
async function byPerson(db: Db, ask: Ask): Promise<Lists> {
  const range = { from: ask.month, to: lastDayOf(ask.month) };
  const team = await teamIds(db, ask);
  const found = await readTargets(db, {
    ownerIds: team,
    from: ask.month,
    to: ask.month,
    clientNames: clientsOf(ask),
  });
  const targets = new Map(found.map(({ ownerId, amount }) => [ownerId, amount]));
  const { rows } = await db.execute<ReachedRow>(sql`
    select coalesce(u.id::text, '') as key, coalesce(u.full_name, '') as name, coalesce(w.amount, 0) as amount,
      coalesce(w.verified - w.amount, 0) as others
    from users u full join (select m.person_id, sum(m.verified)::bigint as verified,
        coalesce(sum(m.verified) filter (where ${countsForTarget(sql`m.person_id`, clientsOf(ask))}), 0)::bigint as amount
      from ${moneyWithin(ask.actor, filterOf(ask), range)} group by m.person_id having sum(m.verified) > 0) w
      on w.person_id = u.id
    where w.verified > 0 or (u.id = any(${sql.param(team)}::uuid[]) and u.disabled_at is null)
      or u.id = any(${sql.param([...targets.keys()])}::uuid[])
    order by amount desc, name, key limit ${MOST_PEOPLE}`);
  const total = await targetsByMonth(db, ask, ask.month);
  const { leadId, ...seen } = filterOf(ask);
  const worked = await readVerified(db, ask, range);
  const all = leadId === undefined ? worked : await readVerified(db, ask, range, seen);
  const isLedAlone = sumOf(all, 'verified') === sumOf(worked, 'verified');
  return {
    achievement: rows.map(({ key, name, amount }) => ({ key, name, amount })),
    target: rows.map(({ key, name }) => ({ key, name, amount: targets.get(key) ?? 0 })),
    achieved: sumOf(worked, 'achieved'),
    targeted: total.get(ask.month) ?? null,
    ledByOthers: await readLedByOthers(db, ask, team),
    otherLenders: rows.flatMap(({ key, name, others }) =>
      others > 0 ? [{ key, name, amount: others }] : [],
    ),
    verified: isLedAlone ? null : sumOf(all, 'verified'),
    otherTeams:
      leadId === undefined
        ? []
        : rows
            .map(({ key }) => key)
            .filter((key) => key !== '' && key !== ask.actor.userId && !team.includes(key)),
  };
}

const readings = { day: byDay, month: byMonth, person: byPerson } as const;

/** What was collected against what was to be (spec 7.5). */
export async function getTargets(context: Context, actor: Actor, query: Query): Promise<Answer> {
  const asked = query.collectorId === '' ? undefined : query.collectorId;
  const personId = asked ?? (actor.role === 'COLLECTOR' ? actor.userId : undefined);
  const zone = context.settings.businessTz;
  const month = monthOf(query.month ?? businessDay(zone));
  const by = query.by ?? (personId === undefined ? 'person' : 'day');
  const ask = { zone, actor, clients: query.clientName, personId, month };
  const lists = await context.db.transaction(async (tx) => readings[by](tx, ask), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
  return { by, month, ledByOthers: [], verified: null, otherTeams: [], otherLenders: [], ...lists };
}
