import { sql } from 'drizzle-orm';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { askTraining } from '../predictions/training-service.ts';
import { monthAfter, monthOf } from '../targets/target-service.ts';
import { lot } from './demo-past-ask.ts';
import { demoActor } from './demo-people.ts';
import type { DemoActors } from './demo-people.ts';

/** Its loans are worked in the order of the scores, but for a share that keeps the usual order, for so many days. */
const TRIED_BY = 'Nilgiri Motors Credit';
const CONTROL_SHARE = 30;
const TRIED_DAYS = 45;
/** Months of which the board knows what was expected. */
const MONTHS = 9;
/** The scores are looked for so often, and waited for no longer than a minute. */
const LOOK_MS = 50;
const MOST_LOOKS = 1200;

/** One client tries the order by scores; before the past is made, in which it pays off a little. */
export async function tryDemoOrder(context: Context, actors: DemoActors): Promise<void> {
  const { db, settings } = context;
  const from = addDays(businessDay(settings.businessTz), -TRIED_DAYS);
  await db.execute(sql`
    insert into prediction_switches (client_id, is_used, group_column, orders_work, control_share, experiment_from, updated_by)
    select c.id, true, 'city', true, ${CONTROL_SHARE}, ${from}::date, ${demoActor(actors, 'admin').userId}
    from clients c where c.name = ${TRIED_BY} on conflict do nothing`);
}

/** Has the demo's model trained, in a thread beside what is made meanwhile. */
export async function trainDemoModel(context: Context, actors: DemoActors): Promise<void> {
  const known = await context.db.execute(sql`select 1 from recovery_models limit 1`);
  if (known.rows.length === 0) await askTraining(context, demoActor(actors, 'admin'));
}

async function isAtWork(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(sql`
    select exists (select 1 from recovery_models where state in ('WAITING', 'TRAINING'))
      or exists (select 1 from recovery_scorings where state in ('WAITING', 'RUNNING')) as "is"`);
  return rows[0]?.is === true;
}

/**
 * Waits for the scores, and keeps what loans were expected to bring in the months before as if they had been scored at their
 * beginnings: about what they are expected to bring now, those that ended as others of their bucket.
 */
export async function expectDemoMonths(context: Context): Promise<void> {
  const { db, settings } = context;
  for (let left = MOST_LOOKS; left > 0 && (await isAtWork(db)); left -= 1) await pause(LOOK_MS);
  const zone = settings.businessTz;
  const month = monthOf(businessDay(zone));
  await db.execute(sql`
    insert into month_expectations (month, loan_id, expected_amount, scored_at)
    select m.month, l.id, round(coalesce(s.expected_amount, k.share * greatest(l.total_due_amount, l.paid_amount, 0))
        * (0.75 + 0.5 * ${lot(sql`l.loan_number`, sql`m.month::text`)}))::bigint,
      greatest(m.month::timestamp at time zone ${zone}, l.created_at) + interval '2 hours'
    from generate_series(${monthAfter(month, -MONTHS)}::date::timestamp, ${month}::date::timestamp, '1 month') as g(at)
      cross join lateral (select g.at::date as month) m
      join loans l on l.created_at < least((m.month + interval '1 month') at time zone ${zone}, now() - interval '3 hours')
      left join loan_closures c on c.loan_id = l.id and c.reopened_at is null
      left join loan_scores s on s.loan_id = l.id
      left join (select o.bucket, sum(x.expected_amount) / greatest(sum(o.total_due_amount), 1)::float8 as share
        from loan_scores x join loans o on o.id = x.loan_id group by 1) k on k.bucket = l.bucket
    where coalesce(c.closed_at, now()) > m.month::timestamp at time zone ${zone}
      and (s.loan_id is not null or k.share is not null)
    on conflict (month, loan_id) do update set expected_amount = excluded.expected_amount, scored_at = excluded.scored_at`);
}
