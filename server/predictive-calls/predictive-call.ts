import { sql } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import type {
  AgentStand,
  PredictiveCall,
  predictiveCallCalls,
} from '../../contract/predictive-call.ts';
import type { Actor } from '../access/actor.ts';
import { processName } from '../campaigns/process-name-service.ts';
import { businessDay, dayRange, isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import { newestDispositionsOf } from '../dispositions/case-history-service.ts';
import { loanDetailsOf } from '../loans/loan-details-service.ts';

/** So many earlier contacts come with the loan. */
const HISTORY = 50;

interface StandRow extends Record<string, unknown> {
  at: string;
  state: AgentStand['state'];
  break_reason: AgentStand['breakName'];
  started_at: string | null;
  is_predictive: boolean | null;
  process_name: string | null;
  campaign_name: string | null;
  campaign_state: string | null;
  calls_today: number;
  level: number | null;
  call_id: string | null;
  loan_id: string | null;
  seat_loan_id: string | null;
  number: string | null;
  call_campaign: string | null;
  connected_at: string | null;
  ended_at: string | null;
  wrapup_seconds: number | null;
  record_link: string | null;
}

/** The agent's seat, and the call it stands on: one of the engine's that was connected and has no outcome yet. */
async function readStand({ db, settings }: Context, actor: Actor): Promise<StandRow> {
  const today = businessDay(settings.businessTz);
  const { start } = dayRange(settings.businessTz, today, today);
  const { rows } = await db.execute<StandRow>(sql`
    select now() as at, s.state, s.break_reason, s.started_at, s.loan_id as seat_loan_id, coalesce(e.is_predictive, s.is_predictive) as is_predictive,
      coalesce(${processName('s')}, u.predictive_process) as process_name, m.name as campaign_name,
      m.state as campaign_state, k.id as call_id, k.loan_id, k.number, km.name as call_campaign, k.connected_at,
      k.ended_at, coalesce(km.wrapup_seconds, 0) as wrapup_seconds, k.record_link,
      (select count(*)::int from dialer_calls x where x.agent_id = u.id and x.connected_at is not null
        and x.placed_at >= ${start}) as calls_today,
      (select p.level::float8 from pacing_decisions p where p.campaign_id = m.id and p.at >= ${start}
        order by p.at desc limit 1) as level
    from users u
      left join agent_seats e on e.user_id = u.id
      left join agent_spans s on s.user_id = u.id and s.ended_at is null
      left join campaigns m on m.id = coalesce(s.campaign_id,
        (select y.id from campaigns y where lower(y.name) = lower(u.predictive_process)))
      left join dialer_calls k on k.agent_id = u.id and k.source = 'ENGINE' and k.connected_at is not null
        and k.disposition_id is null
        and (k.state = 'CONNECTED' or (k.id = s.call_id and s.state in ('INCALL', 'DEAD', 'DISPO')))
      left join campaigns km on km.id = k.campaign_id
    where u.id = ${actor.userId} order by k.connected_at desc nulls last limit 1`);
  const [row] = rows;
  if (!row) throw new Error(`The user ${actor.userId} is gone within its own session.`);
  return row;
}

function standOf(row: StandRow): AgentStand {
  return {
    state: row.state,
    breakName: row.break_reason,
    since: isoInstantOrNull(row.started_at),
    loanId: row.seat_loan_id,
    isPredictive: row.is_predictive ?? false,
    processName: row.process_name,
    campaignName: row.campaign_name,
    campaignState: row.campaign_state,
    callsToday: row.calls_today,
    level: row.level,
  };
}

function callOf(row: StandRow): PredictiveCall | null {
  if (row.call_id === null || row.connected_at === null) return null;
  return {
    _id: row.call_id,
    number: row.number ?? '',
    campaignName: row.call_campaign,
    connectedAt: isoInstant(row.connected_at),
    endedAt: isoInstantOrNull(row.ended_at),
    wrapupSince: row.state === 'DISPO' ? isoInstantOrNull(row.started_at) : null,
    wrapupSeconds: row.wrapup_seconds ?? 0,
    recordlink: row.record_link,
  };
}

/**
 * The loan of the agent's connected call with its history (spec 4.3, 7.2): state 0; state 1 and nothing without one. That
 * the call is the agent's own makes the loan its to see, whoever's the loan is.
 */
export async function getPredictiveLoan(
  context: Context,
  actor: Actor,
): Promise<CallAnswer<typeof predictiveCallCalls.getPredictiveLoan>> {
  const row = await readStand(context, actor);
  const shared = { agent: standOf(row), at: isoInstant(row.at) };
  const call = callOf(row);
  const loanId = row.loan_id;
  if (call === null || loanId === null)
    return { state: 1, loan: null, history: [], call: null, ...shared };
  const [loans, histories] = await Promise.all([
    loanDetailsOf(context.db, [loanId], actor.role),
    newestDispositionsOf(context.db, [loanId], HISTORY),
  ]);
  const loan = loans.get(loanId) ?? null;
  return {
    state: loan === null ? 1 : 0,
    loan,
    history: histories.get(loanId) ?? [],
    call,
    ...shared,
  };
}
