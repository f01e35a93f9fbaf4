import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';

/** Whom an agency's scores are meant for: the lenders' people and partners see what came, not what is guessed. */
export const seesScores = ({ role }: Pick<Actor, 'role'>): boolean =>
  ['ADMIN', 'SUPER_ADMIN', 'MANAGER', 'COLLECTOR', 'FIELD_AGENT'].includes(role);

/** What the conditions below need behind `loans l`: its score `s` and its client's switch `w`. */
export const scoreJoins = sql`left join loan_scores s on s.loan_id = l.id
  left join prediction_switches w on w.client_id = l.client_id`;

/**
 * Whether the loan `l` is one of the share that keeps the usual order while its client's experiment runs (`w`). By its id
 * alone: the same loans each time, more of them when the share grows, and not the ones that models are trained on.
 */
export const keepsUsualOrder: SQL = sql`(w.experiment_from is not null and
  ('x' || substr(md5(l.id::text || ' keeps the usual order'), 1, 7))::bit(28)::int % 100 < w.control_share)`;

/** Condition on `l` and `w`: the client has scores in use, whenever its loans were scored. */
const isScored = sql`(l.status = 'ACTIVE' and coalesce(w.is_used, true))`;

/**
 * The chance that work on the loan `l` is ordered by. Null: the loan keeps the usual order, as it has no score, its client
 * does without, or an experiment asks for it. `isUnasked`: nobody chose the order, so that its client must have.
 */
export const orderingChance = (isUnasked: boolean): SQL =>
  sql`case when ${isScored} and (${!isUnasked}::boolean or coalesce(w.orders_work, false))
    and not coalesce(${keepsUsualOrder}, false) then s.chance end`;

/** Chance to pay of the loan `l`, whole percent; null: it has no score. */
export const chancePercent: SQL = sql`(select round(s.chance * 100)::bigint from loan_scores s
  left join prediction_switches w on w.client_id = l.client_id where s.loan_id = l.id and ${isScored})`;

/** Whether some of the loans `chosen` (a condition on `loans l`) come by their chance where nobody chose an order. */
export async function isOrderedByChance(db: Db, chosen: SQL): Promise<boolean> {
  const { rows } =
    await db.execute(sql`select /* prepared */ 1 where exists (select 1 from recovery_models where is_used)
    and exists (select 1 from prediction_switches w where w.is_used and w.orders_work
      and exists (select 1 from loans l where l.client_id = w.client_id and ${chosen}))`);
  return rows.length > 0;
}

/** The chances that these loans are ordered by; none for those that keep the usual order. */
export async function readOrderingChances(
  db: Db,
  loanIds: readonly string[],
): Promise<{ loanId: string; chance: number }[]> {
  if (loanIds.length === 0) return [];
  const { rows } = await db.execute<{ loanId: string; chance: number }>(sql`
    select /* prepared */ x.id as "loanId", x.chance::float8 as chance
    from (select l.id, ${orderingChance(false)} as chance from loans l ${scoreJoins}
      where l.id = any(${sql.param(loanIds)}::uuid[])) x
    where x.chance is not null`);
  return rows;
}
