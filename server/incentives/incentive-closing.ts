import { sql } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { incentiveCalls } from '../../contract/incentive-calls.ts';
import { rupeesText } from '../../contract/rupees.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { inBulk } from '../database/bulk.ts';
import type { Db } from '../database/connection.ts';
import { holdLock } from '../database/locks.ts';
import { allowLongWork } from '../database/long-work.ts';
import { againstRules, conflict } from '../errors.ts';
import { keptSource } from './incentive-kept.ts';
import { incentiveSteps } from './incentive-math.ts';
import { monthSteps, readMonthState } from './incentive-months.ts';
import type { MonthState } from './incentive-months.ts';

type Close = typeof incentiveCalls.closeIncentiveMonth;
type Check = typeof incentiveCalls.checkIncentiveMonth;

interface Kept extends Record<string, unknown> {
  people: number;
  total: number;
}

/** Keeps a month as it is computed now: one statement, so that all of it is of one instant. */
export async function keepMonth(tx: Db, state: MonthState, zone: string): Promise<Kept> {
  const { month } = state;
  await tx.execute(sql`select set_config('enable_nestloop', 'off', true)`);
  const { rows } = await tx.execute<Kept>(sql`
    with ${monthSteps(state, zone)},
      kept_totals as (insert into incentive_totals (month, person_id, client_id, role_type, structure_id, manager_id, collected,
          lines, team, fixed, cap, failed, total, target, achieved, breaches, in_hand)
        select ${month}::date, t.person_id, t.client_id, t.role_type, t.structure_id,
          (select u.manager_id from users u where u.id = t.person_id), t.collected, t.lines, t.team, t.fixed, t.cap,
          t.failed, t.total, t.target, t.achieved, t.breaches, t.in_hand
        from totals t),
      kept_cells as (insert into incentive_cells (month, person_id, client_id, role_type, kind, structure_id, bucket, product,
          manager_id, from_person_id, part, slab, reached, basis_points, payment_ids, amounts, sums)
        select ${month}::date, e.person_id, e.client_id, e.role_type, 'PAYMENT', e.structure_id, e.bucket, e.product,
          e.manager_id, e.collector_id, e.part, e.slab, e.reached, e.basis_points, e.payment_ids, e.amounts, e.sums
        from summed e
        union all
        select ${month}::date, t.person_id, t.client_id, t.role_type, 'TEAM', t.structure_id, t.bucket, t.product,
          t.person_id, t.from_person_id, null, null, null, t.team_points, t.payment_ids, t.amounts, t.sums
        from teams t),
      kept_fixes as (insert into incentive_corrections (month, of_month, person_id, client_id, role_type, kind, payment_id,
          structure_id, manager_id, slab_from, basis_points, amount, gross, sum)
        select ${month}::date, f.of_month, f.person_id, f.client_id, f.role_type, f.kind, f.payment_id, f.structure_id,
          f.manager_id, f.slab_from, f.basis_points, f.amount, f.gross, f.sum
        from fixes f)
    select (count(distinct x.person_id))::int as people, coalesce(sum(x.sum), 0)::bigint as total
    from (select t.person_id, t.total as sum from totals t union all select f.person_id, f.sum from fixes f) x`);
  const [kept] = rows;
  if (!kept) throw new Error('A sum without groups gave no row.');
  return kept;
}

/**
 * Closes the month that is next: its statements are kept as they are, once they come to the total that was looked at.
 * Throws 422 for a month that is not over or not next, 409 when it is closed or its total is another by now.
 */
export async function closeMonth(
  { db, settings }: Context,
  actor: Actor,
  { month: asked, total }: CallRequest<Close>['body'],
): Promise<CallAnswer<Close>> {
  const zone = settings.businessTz;
  return runCommand(db, actor, async ({ tx, audit }) => {
    await allowLongWork(tx);
    await holdLock(tx, 'incentives');
    const state = await readMonthState(tx, zone, asked);
    const { month, closable } = state;
    if (state.closedAt !== null)
      throw conflict('MONTH_CLOSED', 'This month is closed already. Load the page again.');
    if (closable !== month)
      throw againstRules(
        'MONTH_NOT_NEXT',
        closable === null
          ? 'Months are closed once they are over.'
          : `Months are closed one after the other. Close ${closable.slice(5, 7)}-${closable.slice(0, 4)} first.`,
        [fieldProblem('month', 'not-a-choice')],
      );
    // Before the payments are read: what is stored meanwhile is found as a correction.
    const { rows } = await tx.execute<{ at: string }>(sql`select clock_timestamp() as at`);
    const at = isoInstant(rows[0]?.at ?? new Date().toISOString());
    const kept = await keepMonth(tx, state, zone);
    if (kept.total !== total)
      throw conflict(
        'TOTAL_CHANGED',
        `The statements come to ${rupeesText(kept.total)} by now. Look at them once more before you close the month.`,
      );
    await tx.execute(sql`insert into incentive_months (month, closed_at, closed_by, total)
      values (${month}, ${at}, ${actor.userId}, ${kept.total})`);
    audit({
      action: 'incentive-month.close',
      entity: 'incentive-month',
      details: { month, ...kept },
    });
    return { month, closedAt: at, ...kept };
  });
}

interface Compared extends Record<string, unknown> {
  people: number;
  lines: number;
  total: number;
  differing: number;
  told: number;
}

/** A fingerprint of the lines of `e`, whatever their order. */
const mark = sql`sum(hashtextextended(a.payment_id::text || ':' || a.amount || ':' || a.sum, 0)::numeric)`;

/** Computes a closed month once more from what was valid then, and compares. Throws 422 for a month that is open. */
export async function checkMonth(
  { db, settings }: Context,
  asked: string,
): Promise<CallAnswer<Check>> {
  const { month, closedAt } = await readMonthState(db, settings.businessTz, asked);
  if (closedAt === null)
    throw againstRules('MONTH_IS_OPEN', 'Only a month that is closed can be checked.');
  const { rows } = await inBulk(db, async (tx) =>
    tx.execute<Compared>(sql`
    with ${keptSource(month)}, ${incentiveSteps},
      kept as (select t.person_id, t.role_type, t.client_id, t.structure_id, t.collected, t.lines, t.team, t.fixed, t.cap,
          t.failed, t.total from incentive_totals t where t.month = ${month}::date),
      again as (select t.person_id, t.role_type, t.client_id, t.structure_id, t.collected, t.lines, t.team, t.fixed, t.cap,
          t.failed, t.total from totals t),
      kept_lines as (select e.person_id, e.role_type, e.client_id, e.kind, count(*) as count, ${mark} as mark
        from incentive_cells e cross join lateral unnest(e.payment_ids, e.amounts, e.sums) as a(payment_id, amount, sum)
        where e.month = ${month}::date group by 1, 2, 3, 4),
      again_lines as (select e.person_id, e.role_type, e.client_id, e.kind, count(*) as count, ${mark} as mark
        from (select s.person_id, s.role_type, s.client_id, 'PAYMENT' as kind, s.payment_ids, s.amounts, s.sums from summed s
            union all select t.person_id, t.role_type, t.client_id, 'TEAM', t.payment_ids, t.amounts, t.sums from teams t) e
          cross join lateral unnest(e.payment_ids, e.amounts, e.sums) as a(payment_id, amount, sum)
        group by 1, 2, 3, 4),
      other as (select person_id from ((table kept except table again) union all (table again except table kept)) x
        union select person_id from ((table kept_lines except table again_lines)
          union all (table again_lines except table kept_lines)) y)
    select (select count(distinct k.person_id) from kept k)::int as people,
      (select coalesce(sum(k.count), 0) from kept_lines k)::int as lines,
      ((select coalesce(sum(k.total), 0) from kept k) + (select coalesce(sum(f.sum), 0)
        from incentive_corrections f where f.month = ${month}::date))::bigint as total,
      (select count(*) from other)::int as differing, m.total as told
    from incentive_months m where m.month = ${month}::date`),
  );
  const [found] = rows;
  if (!found) throw new Error('A closed month is missing.');
  const { told, ...answer } = found;
  return { month, closedAt, isSame: found.differing === 0 && found.total === told, ...answer };
}
