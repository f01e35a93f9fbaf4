import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/**
 * Notes on a dialer call that its outcome was recorded under the call's own id: when, and how long the wrap-up took in whole
 * seconds. A manual call ends with it: nobody else hears the line. A call that has its outcome keeps it.
 */
export async function wrapUpCall(
  tx: Db,
  { dispositionId, at }: { dispositionId: string; at: Date },
): Promise<void> {
  await tx.execute(sql`
    with heard as (
      select k.id, greatest(coalesce(k.connected_at, k.placed_at), ${at.toISOString()}::timestamptz) as wrapped,
        case when k.source = 'MANUAL' and k.ended_at is null then least(
          coalesce(k.connected_at, k.placed_at) + make_interval(secs => coalesce(d.duration, 0)),
          greatest(coalesce(k.connected_at, k.placed_at), ${at.toISOString()}::timestamptz))
          else k.ended_at end as ended
      from dialer_calls k left join dispositions d on d.id = k.id
      where k.id = ${dispositionId} and k.disposition_id is null)
    update dialer_calls k set disposition_id = k.id, wrapped_at = h.wrapped, ended_at = h.ended,
      state = case when k.source = 'MANUAL' then 'ENDED' else k.state end,
      result = case when k.source = 'MANUAL' then coalesce(k.result, 'ANSWERED') else k.result end,
      talk_seconds = case when k.source = 'MANUAL'
        then floor(extract(epoch from h.ended)) - floor(extract(epoch from coalesce(k.connected_at, k.placed_at)))
        else k.talk_seconds end,
      wrapup_seconds = greatest(0, floor(extract(epoch from h.wrapped))
        - floor(extract(epoch from coalesce(h.ended, h.wrapped))))
    from heard h where k.id = h.id`);
}
