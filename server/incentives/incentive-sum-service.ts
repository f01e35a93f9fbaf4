import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { inBulk } from '../database/bulk.ts';
import { monthSteps, readMonthState } from './incentive-months.ts';

/** `sums`, over `monthSteps`: what each person has collected, earned and had corrected in the month, on all clients. */
export const personSums = sql`sums as (select x.person_id, sum(x.collected)::bigint as collected,
    sum(x.total)::bigint as earned, sum(x.fixed_up)::bigint as corrections,
    coalesce(array_agg(distinct x.gate) filter (where x.gate is not null), '{}') as failed
  from (select t.person_id, t.collected, t.total, 0::bigint as fixed_up, null::text as gate from totals t
    union all select f.person_id, 0, 0, f.sum, null from fixes f
    union all select t.person_id, 0, 0, 0, g.gate from totals t cross join lateral unnest(t.failed) as g(gate)) x
  group by 1)`;

/** What the statements of a month come to, in rupees, by person: closed as they are kept, else live. */
export async function statedIncentives(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  month: string,
): Promise<ReadonlyMap<string, number>> {
  const state = await readMonthState(db, settings.businessTz, month);
  const { rows } = await inBulk(db, async (tx) =>
    tx.execute<{ personId: string; total: number }>(sql`
    with ${monthSteps(state, settings.businessTz)}, ${personSums}
    select s.person_id as "personId", s.earned + s.corrections as total from sums s`),
  );
  return new Map(rows.map(({ personId, total }) => [personId, total]));
}
