import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { monthEnd } from '../../contract/pace.ts';
import type { MonthTarget, TargetChange, targetCalls } from '../../contract/target.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import { businessDay, dayRange, isoInstant } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, countRows, pageLimit } from '../database/list-page.ts';
import { revisionOf } from '../database/revision.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';
import { notFound } from '../errors.ts';
import { attributedPayments } from '../payments/attribution-service.ts';
import { bucketThen, productThen } from '../payments/loan-then-service.ts';
import { targetsVisibleTo } from './target-scope.ts';
import { monthOf, monthsLeader } from './target-service.ts';

type Of = typeof targetCalls.readTargetsOf;
type List = typeof targetCalls.listTargets;

interface TargetRow extends Omit<MonthTarget, 'achieved'>, Record<string, unknown> {
  gotAmount: number;
  gotLoans: number | null;
  gotPromises: number | null;
  gotContacts: number | null;
}

const toWire = (row: TargetRow): MonthTarget => {
  const { gotAmount, gotLoans, gotPromises, gotContacts, ...target } = row;
  return {
    ...target,
    updatedAt: isoInstant(row.updatedAt),
    achieved: { amount: gotAmount, loans: gotLoans, promises: gotPromises, contacts: gotContacts },
  };
};

/** Condition: a loan `l`, or money of one, is of the part of the book that a target `t` is about. */
const isOfPart = sql`(t.client_id is null or l.client_id = t.client_id)
  and (t.city is null or lower(l.city) = lower(t.city)) and (t.region is null or lower(l.region) = lower(t.region))
  and (t.bucket is null or lower(l.bucket) = lower(t.bucket))
  and (t.product is null or lower(l.product) = lower(t.product))`;

/** Targets of a month with what came of them: money by attribution, work by who did it. */
async function readTargetRows(
  db: Db,
  zone: string,
  month: string,
  which: SQL,
  part: SQL,
): Promise<MonthTarget[]> {
  const { start, end } = dayRange(zone, month, monthEnd(month));
  const within = sql`d.recorded_at >= ${start}::timestamptz and d.recorded_at < ${end}::timestamptz
    and (t.owner_id is null or d.agent_id = t.owner_id or d.manager_id = t.owner_id) and ${isOfPart}`;
  const { rows } = await db.execute<TargetRow>(sql`
    with asked as materialized (select t.* from targets t left join users u on u.id = t.owner_id
        left join clients c on c.id = t.client_id where t.month = ${month}::date and ${which}
        order by u.full_name nulls last, c.name nulls first, t.id ${part}),
      paid as materialized (select p.collector_id, p.manager_id, l.client_id, l.city, l.region, ${bucketThen} as bucket,
          ${productThen} as product, sum(p.amount) as amount
        from ${attributedPayments} p join loans l on l.id = p.loan_id
        where p.reversed_at is null and p.paid_on between ${month}::date and ${monthEnd(month)}::date
          and exists (select 1 from asked) group by 1, 2, 3, 4, 5, 6, 7)
    select t.id as "_id", t.month, t.owner_id as "ownerId", u.full_name as "ownerName", u.role as "ownerRole",
      t.client_id as "forClientId", c.name as "Client_Name", t.city as "City", t.region as "Region", t.bucket as "Bucket",
      t.product as "Product", t.amount, t.loans, t.promises, t.contacts, s.full_name as "setBy", t.updated_at as "updatedAt",
      ${revisionOf(sql`select o.* from targets o where o.id = t.id`)} as revision,
      (select coalesce(sum(l.amount), 0)::bigint from paid l
        where (t.owner_id is null or l.collector_id = t.owner_id or l.manager_id = t.owner_id) and ${isOfPart}) as "gotAmount",
      case when t.loans is not null then (select count(*)::int from loan_closures x join loans l on l.id = x.loan_id
        where x.closed_at >= ${start}::timestamptz and x.closed_at < ${end}::timestamptz and x.reopened_at is null
          and x.reason in ('PAID', 'SETTLED') and (t.owner_id is null
            or t.owner_id in (x.collector_id, x.field_agent_id, x.manager_id)) and ${isOfPart}) end as "gotLoans",
      case when t.promises is not null then (select count(*)::int from dispositions d join loans l on l.id = d.loan_id
        where d.disposition_class = 'PTP' and ${within}) end as "gotPromises",
      case when t.contacts is not null then (select count(*)::int from dispositions d join loans l on l.id = d.loan_id
        where d.channel in ('CALL', 'FIELD') and ${isNotSuperseded} and ${within}) end as "gotContacts"
    from asked t left join users u on u.id = t.owner_id left join clients c on c.id = t.client_id
      left join users s on s.id = t.set_by
    order by u.full_name nulls last, c.name nulls first, t.id`);
  return rows.map(toWire);
}

/** A month's targets in the actor's scope. */
export async function listTargets(
  { db, settings }: Context,
  actor: Actor,
  query: CallRequest<List>['query'],
): Promise<CallAnswer<List>> {
  const { page, pageSize, search } = query;
  const zone = settings.businessTz;
  const month = monthOf(query.month ?? businessDay(zone));
  const which = allOf([
    targetsVisibleTo(actor, zone),
    search && contains(search, sql`u.full_name`, sql`c.name`, sql`t.city`, sql`t.bucket`),
  ]);
  const totalCount = await countRows(
    db,
    sql`targets t left join users u on u.id = t.owner_id left join clients c on c.id = t.client_id
      where t.month = ${month}::date and ${which}`,
  );
  const data = await readTargetRows(db, zone, month, which, pageLimit({ page, pageSize }));
  return { data, totalCount, page, pageSize, month };
}

interface Person extends Record<string, unknown> {
  id: string;
  name: string;
  role: MonthTarget['ownerRole'] & string;
}

interface ChangeRow extends TargetChange, Record<string, unknown> {}

/** The newest changes of the condition on `x`. */
async function readChanges(db: Db, which: SQL): Promise<TargetChange[]> {
  const { rows } = await db.execute<ChangeRow>(sql`
    select x.id as "_id", x.changed_at as at, u.full_name as by, x.about, x.before, x.after, x.counts
    from target_changes x left join users u on u.id = x.changed_by
    where ${which} order by x.changed_at desc, x.id limit 50`);
  return rows.map((row) => Object.assign(row, { at: isoInstant(row.at) }));
}

/** How a target came to be what it is. Throws 404. */
export async function listTargetChanges(
  { db, settings }: Context,
  actor: Actor,
  id: string,
): Promise<{ data: TargetChange[] }> {
  const { rows } = await db.execute(
    sql`select 1 from targets t where t.id = ${id} and ${targetsVisibleTo(actor, settings.businessTz)}`,
  );
  if (rows.length === 0) throw notFound('This target');
  return { data: await readChanges(db, sql`x.target_id = ${id}`) };
}

/** A person's month against its targets. Throws 404 for somebody whom the actor may not see. */
export async function readTargetsOf(
  { db, settings }: Context,
  actor: Actor,
  personId: string,
  asked: string | undefined,
): Promise<CallAnswer<Of>> {
  const zone = settings.businessTz;
  const today = businessDay(zone);
  const month = monthOf(asked ?? today);
  const isSeen =
    actor.role === 'MANAGER'
      ? sql`${monthsLeader(sql`u.id`, sql`${month}::date`, zone)} = ${actor.userId}`
      : peopleVisibleTo(actor);
  const people = await db.execute<Person>(sql`select u.id, u.full_name as name, u.role from users u
    where u.id = ${personId} and (u.id = ${actor.userId} or ${isSeen})`);
  const [person] = people.rows;
  if (!person) throw notFound('This person');
  // A lender's people see of a person what it is to do for them.
  const ofLender = actor.clientId === null ? sql`true` : sql`t.client_id = ${actor.clientId}`;
  const targets = await readTargetRows(
    db,
    zone,
    month,
    sql`t.owner_id = ${personId} and ${ofLender}`,
    sql`limit 100`,
  );
  const days = await db.execute<{ day: string; amount: number }>(sql`
    select p.paid_on as day, sum(p.amount)::bigint as amount from ${attributedPayments} p
    where p.reversed_at is null and p.paid_on between ${month}::date and ${monthEnd(month)}::date
      and (p.collector_id = ${personId} or p.manager_id = ${personId})
      and ${actor.clientId === null ? sql`true` : sql`p.client_id = ${actor.clientId}`}
    group by p.paid_on order by p.paid_on`);
  const changes = await readChanges(
    db,
    sql`x.owner_id = ${personId} and x.month = ${month}::date and ${actor.clientId === null ? sql`true` : sql`exists (select 1 from targets t where t.id = x.target_id and ${ofLender})`}`,
  );
  return {
    personId,
    name: person.name,
    role: person.role,
    month,
    today,
    targets,
    days: days.rows,
    changes,
  };
}
