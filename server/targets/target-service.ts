import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { addDays } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { lastLeaderWithin } from '../identity/team-span-service.ts';

/** What a person is to collect in a month. */
export interface Target {
  readonly ownerId: string;
  /** The month's first day. */
  readonly month: string;
  /** Whole rupees. */
  readonly amount: number;
}

interface TargetRow extends Target, Record<string, unknown> {}

/** Which targets: of these people, of these months (first days, both included), for these lenders (null: for all). */
export interface TargetAsk {
  readonly ownerIds: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly clientNames: readonly string[] | null;
}

/** The first day of a day's month. */
export function monthOf(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/** The first day of the month so many months after (before, negative) a month's first day. */
export function monthAfter(month: string, months: number): string {
  let found = monthOf(month);
  for (let left = Math.abs(months); left > 0; left -= 1)
    found = monthOf(addDays(found, months > 0 ? 31 : -1));
  return found;
}

/** The instants at which a month `month` (its first day) begins and ends. */
const monthSpan = (month: SQL, zone: string) => ({
  start: sql`(${month}::timestamp at time zone ${zone})`,
  end: sql`((${month} + interval '1 month') at time zone ${zone})`,
});

/** Whose team a person's target of a month is of: of who was the last to lead it then. */
export function monthsLeader(userId: SQL, month: SQL, zone: string): SQL {
  const { start, end } = monthSpan(month, zone);
  return lastLeaderWithin(userId, start, end);
}

/** Condition: a user was an agent at some time of a month. */
export function wasAgentIn(userId: SQL, month: SQL, zone: string): SQL {
  const { start, end } = monthSpan(month, zone);
  return sql`exists (select 1 from team_spans led where led.user_id = ${userId} and led.from_at < ${end} and led.to_at > ${start})`;
}

/**
 * Targets that are set. Over all lenders it is the one set for all; where there is only one per lender, their sum. Who may
 * see whose is the caller's to know.
 */
export async function readTargets(db: Db, ask: TargetAsk): Promise<Target[]> {
  const { ownerIds, clientNames } = ask;
  if (ownerIds.length === 0) return [];
  const amount =
    clientNames === null
      ? sql`coalesce(max(t.amount) filter (where t.client_id is null), sum(t.amount))`
      : sql`sum(t.amount) filter (where c.name = any(${sql.param(clientNames)}::text[]))`;
  const { rows } = await db.execute<TargetRow>(sql`
    select * from (select t.owner_id as "ownerId", t.month, (${amount})::bigint as amount
      from targets t left join clients c on c.id = t.client_id
      where t.owner_id = any(${sql.param(ownerIds)}::uuid[]) and t.month >= ${ask.from} and t.month <= ${ask.to}
        and t.city is null and t.region is null and t.bucket is null and t.product is null
      group by t.owner_id, t.month) s
    where s.amount is not null order by s.month, s."ownerId"`);
  return rows;
}

/** Targets of persons' whole books, of one lender or of all, that an asking for these lenders is about. */
const wholeBooks = (clientNames: TargetAsk['clientNames']): SQL => sql`(
  select t.owner_id, t.month, t.client_id from targets t left join clients c on c.id = t.client_id
  where t.owner_id is not null and num_nonnulls(t.city, t.region, t.bucket, t.product) = 0
    and ${clientNames === null ? sql`true` : sql`c.name = any(${sql.param(clientNames)}::text[])`})`;

/**
 * Condition on money `m` (a client's, of a day): it counts for what `owner` is to collect. Where `readTargets` has the sum of
 * targets for single lenders, what came in on other lenders does not.
 */
export function countsForTarget(owner: SQL, clientNames: TargetAsk['clientNames']): SQL {
  const month = sql`date_trunc('month', m.day::timestamp)::date`;
  const byLender = sql`select w.owner_id, w.month from ${wholeBooks(clientNames)} w group by 1, 2
    having bool_and(w.client_id is not null)`;
  return sql`(not coalesce((${owner}, ${month}) in (${byLender}), false)
    or (${owner}, ${month}, m.client_id) in (select w.owner_id, w.month, w.client_id from ${wholeBooks(clientNames)} w
      where w.client_id is not null))`;
}

/** Of a team's money `m`: whose target it counts for, its leader's where there is one, else that of whom it is credited to. */
export const targetOwner = (leadId: string, clientNames: TargetAsk['clientNames']): SQL =>
  sql`case when (${leadId}::uuid, date_trunc('month', m.day::timestamp)::date) in (select w.owner_id, w.month
    from ${wholeBooks(clientNames)} w) then ${leadId}::uuid else m.person_id end`;

/** A target to be set: `clientId` null is for all lenders together; a part of the book that is null is any. */
export interface NewTarget extends Omit<Target, 'ownerId'> {
  readonly id: string;
  readonly ownerId: string | null;
  readonly clientId: string | null;
  readonly city?: string | null;
  readonly region?: string | null;
  readonly bucket?: string | null;
  readonly product?: string | null;
  /** Counts that are not named stay as they are. */
  readonly loans?: number | null | undefined;
  readonly promises?: number | null | undefined;
  readonly contacts?: number | null | undefined;
}

const isSame = (column: SQL, part: string | null | undefined): SQL =>
  sql`lower(${column}) is not distinct from lower(${part ?? null}::text)`;

/** The targets that stand for the same person, part of the book and month. */
export const targetsLike = (target: Omit<NewTarget, 'id' | 'amount'>): SQL => {
  return sql`select t.* from targets t where t.month = ${target.month}::date
    and t.owner_id is not distinct from ${target.ownerId}::uuid
    and t.client_id is not distinct from ${target.clientId}::uuid and ${isSame(sql`t.city`, target.city)}
    and ${isSame(sql`t.region`, target.region)} and ${isSame(sql`t.bucket`, target.bucket)}
    and ${isSame(sql`t.product`, target.product)}`;
};

/** What part of the book a target `t` of a client is of, in words; null: the whole. */
export const aboutOf = (clientId: SQL, t: SQL): SQL => sql`nullif(concat_ws(' · ',
  (select c.name from clients c where c.id = ${clientId}), ${t}.city, ${t}.region, ${t}.bucket, ${t}.product), '')`;

/** What is other than before beside the amount, as the history keeps it. */
const changedCounts = (
  before: SQL,
  after: SQL,
): SQL => sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'measure', m.measure, 'before', m.before, 'after', m.after) order by m.place), '[]'::jsonb)
  from (values (1, 'loans', ${before}.loans, ${after}.loans), (2, 'promises', ${before}.promises, ${after}.promises),
    (3, 'contacts', ${before}.contacts, ${after}.contacts)) m(place, measure, before, after)
  where m.before is distinct from m.after)`;

/**
 * Sets targets, over those that stand for the same person, part and month; what changed is kept. `setBy` null is the system.
 */
export async function setTargets(
  tx: Db,
  targets: readonly NewTarget[],
  setBy: string | null,
): Promise<void> {
  if (targets.length === 0) return;
  const given = sql`jsonb_array_elements(${JSON.stringify(targets)}::jsonb) j
    cross join lateral jsonb_to_record(j) as x(id uuid, "ownerId" uuid, "clientId" uuid, city text, region text, bucket text,
      product text, month date, amount bigint, loans int, promises int, contacts int)
    left join targets t on t.month = x.month and t.owner_id is not distinct from x."ownerId"
      and t.client_id is not distinct from x."clientId" and lower(t.city) is not distinct from lower(x.city)
      and lower(t.region) is not distinct from lower(x.region) and lower(t.bucket) is not distinct from lower(x.bucket)
      and lower(t.product) is not distinct from lower(x.product)
    cross join lateral (select case when j ? 'loans' then x.loans else t.loans end as loans,
      case when j ? 'promises' then x.promises else t.promises end as promises,
      case when j ? 'contacts' then x.contacts else t.contacts end as contacts) n`;
  const counts = changedCounts(sql`t`, sql`n`);
  await tx.execute(sql`insert into target_changes (id, target_id, owner_id, month, about, before, after, counts, changed_by)
    select gen_random_uuid(), coalesce(t.id, x.id), x."ownerId", x.month, ${aboutOf(sql`x."clientId"`, sql`x`)}, t.amount,
      x.amount, ${counts}, ${setBy}::uuid
    from ${given}
    where t.amount is distinct from x.amount or ${counts} <> '[]'::jsonb`);
  await tx.execute(sql`insert into targets (id, owner_id, client_id, city, region, bucket, product, month, amount, loans,
      promises, contacts, set_by)
    select x.id, x."ownerId", x."clientId", x.city, x.region, x.bucket, x.product, x.month, x.amount, n.loans,
      n.promises, n.contacts, ${setBy}::uuid from ${given}
    on conflict (month, coalesce(owner_id, '00000000-0000-0000-0000-000000000000'),
      coalesce(client_id, '00000000-0000-0000-0000-000000000000'), coalesce(lower(city), ''), coalesce(lower(region), ''),
      coalesce(lower(bucket), ''), coalesce(lower(product), ''))
    do update set amount = excluded.amount, loans = excluded.loans, promises = excluded.promises,
      contacts = excluded.contacts, set_by = excluded.set_by, updated_at = now()`);
}
