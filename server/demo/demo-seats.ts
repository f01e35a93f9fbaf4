import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { isDialerAgent } from '../dialer-agents/dialer-agent-service.ts';
import { newId } from '../ids.ts';
import type { DemoActors } from './demo-people.ts';

/** How long the demo's agents write after a call, milliseconds. */
const WRAP_UP_MS = 45_000;

/** What an agent did besides waiting; instants in epoch milliseconds. */
interface Doing {
  readonly state: 'BREAK' | 'INCALL';
  readonly from: number;
  readonly to: number;
  readonly reason: string | null;
  readonly loanId: string | null;
  readonly callId: string | null;
}

interface DemoSpan {
  id: string;
  state: string;
  reason: string | null;
  call_id: string | null;
  loan_id: string | null;
  from: string;
  to: string;
}

interface DoingRow extends Record<string, unknown> {
  state: 'BREAK' | 'INCALL';
  begun: string;
  ended: string;
  reason: string | null;
  loan_id: string | null;
  call_id: string | null;
}

const ms = (text: string): number => Date.parse(isoInstant(text));

async function doingsOf(tx: Db, { userId }: Actor): Promise<Doing[]> {
  const { rows } = await tx.execute<DoingRow>(sql`
    select 'BREAK' as state, started_at as begun, ended_at as ended, reason, null::uuid as loan_id, null::uuid as call_id
    from agent_breaks where user_id = ${userId} and ended_at is not null
    union all select 'INCALL', d.recorded_at - make_interval(secs => coalesce(d.duration, 0)), d.recorded_at, null,
      d.loan_id, d.id from dispositions d where d.agent_id = ${userId} and d.channel = 'CALL'
    order by begun`);
  return rows.map((row) => ({
    state: row.state,
    from: ms(row.begun),
    to: ms(row.ended),
    reason: row.reason,
    loanId: row.loan_id,
    callId: row.call_id,
  }));
}

/** The spans of one session: what was done in it, wrap-up after calls, and waiting between. */
function spansOf(from: number, to: number, doings: readonly Doing[]): DemoSpan[] {
  const spans: DemoSpan[] = [];
  let at = from;
  const until = (state: string, end: number, doing: Doing | null): void => {
    if (end <= at) return;
    spans.push({
      id: newId(),
      state,
      reason: doing?.reason ?? null,
      call_id: doing?.callId ?? null,
      loan_id: doing?.loanId ?? null,
      from: new Date(at).toISOString(),
      to: new Date(end).toISOString(),
    });
    at = end;
  };
  for (const doing of doings) {
    if (doing.from < at || doing.to > to) continue;
    until('READY', doing.from, null);
    until(doing.state, doing.to, doing);
    if (doing.state === 'INCALL') until('DISPO', Math.min(to, doing.to + WRAP_UP_MS), doing);
  }
  until('READY', to, null);
  return spans;
}

async function seatOf(tx: Db, actor: Actor): Promise<void> {
  const doings = await doingsOf(tx, actor);
  const { rows } = await tx.execute<{ begun: string; ended: string }>(sql`
    select created_at as begun, ended_at as ended from sessions
    where user_id = ${actor.userId} and ended_at is not null order by created_at`);
  const spans = rows.flatMap(({ begun, ended }) => spansOf(ms(begun), ms(ended), doings));
  await tx.execute(sql`insert into agent_spans
      (id, user_id, state, break_reason, process_name, call_id, loan_id, started_at, ended_at)
    select s.id, ${actor.userId}, s.state, s.reason, u.manual_process, s.call_id, s.loan_id, s."from", s."to"
    from users u, jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
      as s(id uuid, state text, reason text, call_id uuid, loan_id uuid, "from" timestamptz, "to" timestamptz)
    where u.id = ${actor.userId}`);
  await tx.execute(sql`insert into dialer_calls (id, source, process_name, loan_id, agent_id, number, state, result,
      placed_at, connected_at, ended_at, wrapped_at, disposition_id, talk_seconds, wrapup_seconds)
    select d.id, 'MANUAL', u.manual_process, d.loan_id, u.id, regexp_replace(l.mobile_number, '\\D', '', 'g'), 'ENDED',
      case when d.disposition_class = 'NOT_CONTACTED' then 'NO_ANSWER' else 'ANSWERED' end,
      d.recorded_at - make_interval(secs => coalesce(d.duration, 0)),
      d.recorded_at - make_interval(secs => coalesce(d.duration, 0)), d.recorded_at,
      d.recorded_at + interval '45 seconds', d.id, coalesce(d.duration, 0), 45
    from dispositions d join users u on u.id = d.agent_id join loans l on l.id = d.loan_id
    where u.id = ${actor.userId} and d.channel = 'CALL' and l.mobile_number is not null
    on conflict do nothing`);
}

/** Gives the demo's dialer agents the seats and calls of the weeks that they worked. Attendance must be there. */
export async function recordDemoSeats(context: Context, actors: DemoActors): Promise<void> {
  await runCommand(context.db, null, async ({ tx, audit }) => {
    const agents = [...actors.values()].filter((actor) => isDialerAgent(actor));
    for (const actor of agents) await seatOf(tx, actor);
    audit({ action: 'demo.seats', details: { agents: agents.length } });
  });
}
