import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { targetCalls, TargetInput } from '../../contract/target.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import { refuseStale } from '../audit/stale-record.ts';
import { addDays, businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { revisionOf } from '../database/revision.ts';
import { againstRules, conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { attributedPayments } from '../payments/attribution-service.ts';
import { shareOut } from './sharing-out.ts';
import { refuseForeignTargets, targetsChangedBy } from './target-scope.ts';
import { aboutOf, monthAfter, monthOf, setTargets, targetsLike } from './target-service.ts';
import type { NewTarget } from './target-service.ts';

type Propose = typeof targetCalls.proposeTargets;

/** A lender's people set targets of their own book, whatever the client that was named. */
const toTarget = (actor: Actor, input: TargetInput): NewTarget => ({
  id: newId(),
  ownerId: input.ownerId,
  clientId: actor.clientId ?? input.forClientId,
  city: input.City,
  region: input.Region,
  bucket: input.Bucket,
  product: input.Product,
  month: monthOf(input.month),
  amount: input.amount,
  loans: input.loans,
  promises: input.promises,
  contacts: input.contacts,
});

const keyOf = (target: NewTarget) =>
  [
    target.month,
    target.ownerId,
    target.clientId,
    ...[target.city, target.region, target.bucket, target.product].map((text) =>
      text?.toLowerCase(),
    ),
  ].join('|');

/** Of two amounts for the same nobody knows which is meant. Throws 422. */
function refuseTwice(targets: readonly NewTarget[]): void {
  const seen = new Set<string>();
  for (const [at, target] of targets.entries()) {
    const key = keyOf(target);
    if (seen.has(key))
      throw againstRules('GIVEN_TWICE', 'This is there twice. Remove one of the two.', [
        fieldProblem(`targets.${at}.ownerId`, 'twice'),
      ]);
    seen.add(key);
  }
}

/**
 * Whose people earn by a target does not choose it when what they achieved is known: of months that are over only admins,
 * who close them, set and remove targets. Throws 422.
 */
function refusePast(
  { settings }: Context,
  actor: Actor,
  months: readonly string[],
  pathOf: (place: number) => string,
): void {
  const current = monthOf(businessDay(settings.businessTz));
  const past = months.findIndex((month) => month < current);
  if (isAdmin(actor) || past === -1) return;
  throw againstRules(
    'TARGET_MONTH_OVER',
    'This month is over: only an admin can change its targets now.',
    [fieldProblem(pathOf(past), 'month-is-closed')],
  );
}

/** What a target is of, as the audit trail has it. */
const placeOf = ({ ownerId, clientId, city, region, bucket, product, month }: NewTarget) => ({
  ownerId,
  clientId,
  city,
  region,
  bucket,
  product,
  month,
});

async function refuseUnseen(tx: Db, target: NewTarget, seen: number | undefined): Promise<void> {
  const standing = targetsLike(target);
  if (seen === 0 && (await tx.execute(standing)).rows.length > 0)
    throw conflict('TARGET_STANDS', 'This target is set already. Change it in the list.');
  await refuseStale(tx, seen, standing, {
    kind: 'target',
    details: { targets: [placeOf(target)] },
  });
}

/**
 * Sets targets. Throws 404 beyond the actor's scope, 409 when one was set since it was seen, 422 of a month that is over or
 * where two are for the same.
 */
export async function setActorsTargets(
  context: Context,
  actor: Actor,
  inputs: readonly TargetInput[],
): Promise<{ count: number }> {
  const targets = inputs.map((input) => toTarget(actor, input));
  refuseTwice(targets);
  await refuseForeignTargets(context.db, actor, targets);
  refusePast(
    context,
    actor,
    inputs.map(({ month }) => monthOf(month)),
    (place) => `targets.${place}.month`,
  );
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    await tx.execute(sql`lock table targets in share row exclusive mode`);
    for (const [at, target] of targets.entries())
      await refuseUnseen(tx, target, inputs[at]?.revision);
    await setTargets(tx, targets, actor.userId);
    audit({ action: 'targets.set', entity: 'target', details: { targets } });
  });
  return { count: targets.length };
}

interface GoneRow extends Record<string, unknown> {
  month: string;
  amount: number;
  owner_id: string | null;
  about: string | null;
  place: ReturnType<typeof placeOf>;
}

/** Takes a target away. Throws 404, 422 of a month that is over. */
export async function removeTarget(
  context: Context,
  actor: Actor,
  id: string,
): Promise<{ count: number }> {
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    const { rows } = await tx.execute<GoneRow>(
      sql`delete from targets t where t.id = ${id} and ${targetsChangedBy(actor)}
        returning t.month, t.amount, t.owner_id, jsonb_build_object('ownerId', t.owner_id, 'clientId', t.client_id, 'city', t.city,
          'region', t.region, 'bucket', t.bucket, 'product', t.product, 'month', t.month) as place, ${aboutOf(sql`t.client_id`, sql`t`)} as about`,
    );
    const [gone] = rows;
    if (!gone) throw notFound('This target');
    refusePast(context, actor, [gone.month], () => 'id');
    await tx.execute(sql`insert into target_changes (id, target_id, owner_id, month, about, before, after, changed_by)
      values (${newId()}, ${id}, ${gone.owner_id}, ${gone.month}, ${gone.about}, ${gone.amount}, null, ${actor.userId})`);
    const { place, ...details } = gone;
    audit({
      action: 'target.remove',
      entity: 'target',
      entityId: id,
      details: { ...details, targets: [place] },
    });
    return { count: 1 };
  });
}

interface MemberRow extends Record<string, unknown> {
  ownerId: string;
  name: string;
  role: CallAnswer<Propose>['lines'][number]['role'];
  average: number;
  stock: number;
  revision: number;
}

/** A person's target for all lenders and parts of the book. */
const wholeBookOf = (ownerId: SQL, month: string): SQL =>
  sql`select t.* from targets t where t.month = ${month}::date and t.owner_id = ${ownerId}
    and num_nonnulls(t.client_id, t.city, t.region, t.bucket, t.product) = 0`;

/** What is due on the active loans that a person `u` holds: each kind of holder by its own index. */
const stockOf = (holder: SQL): SQL =>
  sql`(select coalesce(sum(greatest(l.total_due_amount, 0)), 0)::bigint from loans l
    where l.status = 'ACTIVE' and ${holder} = u.id)`;

const share = (value: number, sum: number) => (sum > 0 ? value / sum : 0);

/** As many targets as can be set at once (`targetCalls.setTargets`). */
const MOST_SHARED = 500;

/**
 * Splits a total among a manager's people: half by what was verified for them in three months, half by the stock they hold.
 * Throws 422 for more people than can have their targets set at once: the others would get nothing of it.
 */
export async function proposeTargets(
  { db, settings }: Context,
  actor: Actor,
  query: CallRequest<Propose>['query'],
): Promise<CallAnswer<Propose>> {
  const month = monthOf(query.month ?? businessDay(settings.businessTz));
  const managerId = actor.role === 'MANAGER' ? actor.userId : query.managerId;
  const team = managerId === undefined ? sql`true` : sql`u.manager_id = ${managerId}`;
  const { rows } = await db.execute<MemberRow>(sql`
    with paid as (select p.collector_id, sum(p.amount) as amount from ${attributedPayments} p
      where p.reversed_at is null and p.paid_on between ${monthAfter(month, -3)}::date and ${addDays(month, -1)}::date
      group by 1)
    select u.id as "ownerId", u.full_name as name, u.role,
      (coalesce((select amount from paid where collector_id = u.id), 0) / 3)::bigint as average,
      case u.role when 'COLLECTOR' then ${stockOf(sql`l.collector_id`)} else ${stockOf(sql`l.field_agent_id`)} end as stock,
      ${revisionOf(wholeBookOf(sql`u.id`, month))} as revision
    from users u where u.role in ('COLLECTOR', 'FIELD_AGENT') and u.disabled_at is null and u.deleted_at is null
      and ${team} and ${peopleVisibleTo(actor)} order by u.full_name, u.id limit ${MOST_SHARED + 1}`);
  if (rows.length > MOST_SHARED)
    throw againstRules(
      'TEAM_TOO_LARGE',
      `These are more than ${MOST_SHARED} people. Choose a manager, or upload the targets in sheets.`,
      [fieldProblem('managerId', 'not-chosen')],
    );
  const averages = rows.reduce((sum, { average }) => sum + average, 0);
  const stocks = rows.reduce((sum, { stock }) => sum + stock, 0);
  const shares = shareOut(
    query.total,
    rows.map(({ average, stock }) => share(average, averages) + share(stock, stocks)),
  );
  const lines = rows.map((row, place) => Object.assign(row, { amount: shares[place] ?? 0 }));
  return { month, total: query.total, lines };
}
