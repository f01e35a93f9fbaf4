import { sql } from 'drizzle-orm';
import { SAME_CALL_HOURS } from '../access/workable-loan.ts';
import type { Db } from '../database/connection.ts';
import { beginSpan, lockSeat } from './seat.ts';
import type { Seat } from './seat.ts';

interface Outcome {
  readonly agentId: string;
  readonly loanId: string;
  readonly dispositionId: string;
  readonly at: Date;
}

/**
 * Notes on a dialer call that its outcome was recorded: when, and how long the wrap-up took in whole seconds. The call is the
 * one of the outcome's own id, else the agent's last call by hand to that loan. A manual call ends with it: nobody else
 * hears the line. A call that has its outcome keeps it.
 */
export async function wrapUpCall(
  tx: Db,
  { agentId, loanId, dispositionId, at }: Outcome,
): Promise<void> {
  const said = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with heard as (
      select k.id, coalesce(k.connected_at, k.placed_at) as begun,
        greatest(coalesce(k.connected_at, k.placed_at), k.ended_at, ${said}) as wrapped,
        k.source = 'MANUAL' and k.talk_seconds is null as is_open, k.ended_at,
        (select d.duration from dispositions d where d.id = ${dispositionId}) as duration
      from dialer_calls k where k.disposition_id is null and k.agent_id = ${agentId} and k.loan_id = ${loanId}
        and (k.id = ${dispositionId} or (k.source = 'MANUAL'
          and k.placed_at > ${said} - make_interval(hours => ${SAME_CALL_HOURS})
          and not exists (select 1 from dialer_calls x where x.id = ${dispositionId})))
      order by k.placed_at desc limit 1),
    known as (select h.*, case when h.is_open
        then least(h.begun + make_interval(secs => coalesce(h.duration, 0)), h.wrapped) else h.ended_at end as ended
      from heard h)
    update dialer_calls k set disposition_id = ${dispositionId}, wrapped_at = w.wrapped, ended_at = w.ended,
      state = case when w.is_open then 'ENDED' else k.state end,
      result = case when w.is_open then coalesce(k.result, 'ANSWERED') else k.result end,
      talk_seconds = case when w.is_open
        then floor(extract(epoch from w.ended)) - floor(extract(epoch from w.begun)) else k.talk_seconds end,
      wrapup_seconds = greatest(0, floor(extract(epoch from w.wrapped))
        - floor(extract(epoch from coalesce(w.ended, w.wrapped))))
    from known w where k.id = w.id`);
}

/**
 * A manual call's outcome says how long was talked (nothing: not at all): the rest of its time was wrap-up. Gives the seat as it then stands,
 * still in its call.
 */
export async function splitManualCall(tx: Db, seat: Seat, dispositionId: string): Promise<Seat> {
  const { open, userId } = seat;
  if (open === null || open.state !== 'INCALL' || open.callId === null) return seat;
  const found = await tx.execute<{ ended: string }>(sql`
    select ended from (select ${open.startedAt}::timestamptz + make_interval(secs => coalesce(d.duration, 0)) as ended
      from dialer_calls k join dispositions d on d.id = ${dispositionId}
      where k.id = ${open.callId} and k.source = 'MANUAL') said
    where ended < ${seat.now}::timestamptz`);
  const ended = found.rows[0]?.ended;
  if (ended === undefined) return seat;
  await beginSpan(tx, seat, { ...open, state: 'DISPO' }, ended);
  return lockSeat(tx, userId);
}
