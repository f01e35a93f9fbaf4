import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { BestTime } from '../../contract/recovery-model.ts';
import { contactFactsNow } from '../contact-gate/contact-facts-service.ts';
import type { Context } from '../context.ts';
import { allowLongWork } from '../database/long-work.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';
import type { Upkeep } from '../upkeep.ts';

/** Hours that are looked at together. */
const BAND_HOURS = 2;
/** Calls of so many days count. */
const DAYS = 180;
/** From fewer answered calls in a band nothing is said; nor when it missed more of them than it answered. */
const LEAST_ANSWERED = 2;
/** A desk's call comes at once, a phone's within days. */
const LATE_DAYS = 3;

const band = (at: SQL, zone: string): SQL =>
  sql`(extract(hour from ${at} at time zone ${zone})::int / ${BAND_HOURS}::int * ${BAND_HOURS}::int)`;

/** The order of leads `d` of loans `l` by when their borrowers answer: those of this hour first, those of another one last. */
export const byBestTime = (zone: string): SQL =>
  sql`(select case when b.from_hour is null then 1 when b.from_hour = ${band(sql`now()`, zone)} then 0 else 2 end
    from (select 1) one left join loan_best_hours b on b.loan_id = d.loan_id)`;

/** Counts the calls anew of loans that were called since they were last counted. */
export const bestTimeUpkeep: Upkeep = {
  name: 'best time to call',
  every: 60_000,
  work: async ({ db, settings }) => {
    const zone = settings.businessTz;
    await db.transaction(async (tx) => {
      await allowLongWork(tx);
      await tx.execute(sql`
        with since as (select case when exists (select 1 from loan_best_hours) then ${LATE_DAYS}::int
            else ${DAYS}::int end * interval '1 day' as span),
        touched as (select distinct d.loan_id from since join dispositions d on d.recorded_at > now() - since.span
            left join loan_best_hours b on b.loan_id = d.loan_id
          where d.channel = 'CALL' and d.code <> 'CALL_STARTED' and (b.loan_id is null or d.created_at >= b.counted_at)),
        bands as (select d.loan_id, ${band(sql`d.recorded_at`, zone)} as from_hour, count(*) as calls,
            count(*) filter (where d.disposition_class not in ('NOT_CONTACTED', 'SKIP')) as answered
          from touched t join dispositions d on d.loan_id = t.loan_id
          where d.channel = 'CALL' and d.code <> 'CALL_STARTED' and ${isNotSuperseded}
            and d.recorded_at > now() - ${DAYS}::int * interval '1 day' group by 1, 2),
        best as (select distinct on (x.loan_id) x.* from bands x
          where x.answered >= ${LEAST_ANSWERED}::int and x.answered * 2 >= x.calls
          order by x.loan_id, (x.answered + 1)::float8 / (x.calls + 3) desc, x.answered desc, x.from_hour)
        insert into loan_best_hours (loan_id, from_hour, calls, answered, counted_at)
        select t.loan_id, b.from_hour, coalesce(b.calls, 0), coalesce(b.answered, 0), now()
        from touched t left join best b on b.loan_id = t.loan_id
        on conflict (loan_id) do update set from_hour = excluded.from_hour, calls = excluded.calls,
          answered = excluded.answered, counted_at = excluded.counted_at`);
    });
  },
};

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** When the borrowers of these loans answer, as far as their calls tell and the rules of contact allow it. */
export async function readBestTimes(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  loanIds: readonly string[],
): Promise<Map<string, BestTime>> {
  if (loanIds.length === 0) return new Map();
  const { rows } = await db.execute<{
    id: string;
    hour: number;
    calls: number;
    answered: number;
  }>(sql`
    select b.loan_id as id, b.from_hour as hour, b.calls, b.answered from loan_best_hours b
    where b.from_hour is not null and b.loan_id = any(${sql.param(loanIds)}::uuid[])`);
  const ids = rows.map(({ id }) => id);
  const facts = await contactFactsNow(db, ids, settings.businessTz);
  return new Map(
    rows.flatMap(({ id, hour, calls, answered }) => {
      const allowed = facts.get(id);
      if (allowed === undefined) return [];
      const begins = clock(hour);
      const ends = clock(hour + BAND_HOURS);
      const from = begins > allowed.from ? begins : allowed.from;
      const to = ends < allowed.to ? ends : allowed.to;
      return from < to ? [[id, { from, to, calls, answered }] as const] : [];
    }),
  );
}
