import { sql } from 'drizzle-orm';
import { instantOf } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import type { Random } from '../../server/random.ts';
import type { TestServer } from './server.ts';

/*
 * Agents who moved between managers in days that are over, with the work of these days; and what each manager led of it, reckoned
 * without the server: by looking at each second, contact and payment who led the agent then.
 */

const ZONE = 'Asia/Kolkata';
const MINUTE = 60_000;
export const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'] as const;

const midnight = (day: string): number => Date.parse(instantOf(ZONE, day));
const BEGIN = midnight(DAYS[0]);
const END = midnight('2026-03-06');
const iso = (at: number): string => new Date(at).toISOString();

interface Span {
  readonly from: number;
  readonly to: number;
}

/** One agent's days: who led it from when on (the first one from ever), and what it did. */
export interface AgentDays {
  readonly id: string;
  readonly moves: readonly { readonly at: number; readonly to: string }[];
  readonly seats: readonly Span[];
  readonly sessions: readonly Span[];
  readonly contacts: readonly { readonly at: number; readonly isPromise: boolean }[];
  readonly payments: readonly { readonly day: string; readonly amount: number }[];
}

/** Moves at any minute, at midnight, twice in a minute, to where the agent is already, and back. */
function movesOf(random: Random, managers: readonly string[]): AgentDays['moves'] {
  const instants = Array.from({ length: random.between(0, 5) }, () =>
    random.chance(0.3)
      ? midnight(random.pick(DAYS))
      : BEGIN + random.between(1, (END - BEGIN) / MINUTE - 1) * MINUTE,
  );
  if (instants.length > 0 && random.chance(0.3)) instants.push((instants[0] ?? 0) + 1000);
  const later = [...new Set(instants)].sort((a, b) => a - b);
  return [Number.NEGATIVE_INFINITY, ...later].map((at) => ({ at, to: random.pick(managers) }));
}

/** One after the other without a gap, past midnight too. */
function seatsOf(random: Random): Span[] {
  const seats: Span[] = [];
  for (const day of DAYS) {
    let from = Math.max(midnight(day) + random.between(0, 20) * 60 * MINUTE, seats.at(-1)?.to ?? 0);
    for (let left = random.between(0, 4); left > 0 && from < END; left -= 1) {
      const to = Math.min(END, from + random.between(1, 5 * 3600) * 1000);
      seats.push({ from, to });
      from = to;
    }
  }
  return seats;
}

export function agentDays(random: Random, id: string, managers: readonly string[]): AgentDays {
  const seats = seatsOf(random);
  return {
    id,
    moves: movesOf(random, managers),
    seats,
    sessions: seats.filter(() => random.chance(0.7)),
    contacts: Array.from({ length: random.between(0, 12) }, () => ({
      at: BEGIN + random.between(0, (END - BEGIN) / MINUTE - 1) * MINUTE,
      isPromise: random.chance(0.4),
    })),
    payments: Array.from({ length: random.between(0, 5) }, () => ({
      day: random.pick(DAYS),
      amount: random.between(1, 900),
    })),
  };
}

const leaderAt = ({ moves }: AgentDays, at: number): string | undefined =>
  moves.findLast((move) => move.at <= at)?.to;

/** Who led the agent when the day ended: a move at midnight is the next day's. */
const leaderOn = (agent: AgentDays, day: string): string | undefined =>
  leaderAt(agent, midnight(day) + 86_400_000 - 1);

/** The whole seconds of spans in which the manager led the agent; undefined: all of them. */
function secondsOf(agent: AgentDays, spans: readonly Span[], managerId: string | undefined) {
  return agent.moves.reduce((sum, { at, to }, place) => {
    if (managerId !== undefined && to !== managerId) return sum;
    const end = agent.moves[place + 1]?.at ?? Number.POSITIVE_INFINITY;
    const inside = spans.map((span) => Math.min(span.to, end) - Math.max(span.from, at));
    return sum + inside.reduce((all, each) => all + Math.max(0, each), 0) / 1000;
  }, 0);
}

/** What an agent did under a manager, of all its days; under anybody where none is named. */
export function reckoned(agent: AgentDays, managerId?: string) {
  const isLed = (leader: string | undefined) => managerId === undefined || leader === managerId;
  const contacts = agent.contacts.filter(({ at }) => isLed(leaderAt(agent, at)));
  const payments = agent.payments.filter(({ day }) => isLed(leaderOn(agent, day)));
  return {
    seatSeconds: secondsOf(agent, agent.seats, managerId),
    sessionSeconds: secondsOf(agent, agent.sessions, managerId),
    contacts: contacts.length,
    promises: contacts.filter(({ isPromise }) => isPromise).length,
    verified: payments.reduce((sum, { amount }) => sum + amount, 0),
  };
}

const instant = (at: number | undefined) => {
  if (at === undefined) return 'infinity';
  return Number.isFinite(at) ? iso(at) : '-infinity';
};

/** Makes it what an agent's teams were, the last one now. */
export async function storeMoves(
  { db }: TestServer,
  { id, moves }: Pick<AgentDays, 'id' | 'moves'>,
): Promise<void> {
  await db.execute(
    sql`update users set manager_id = ${moves.at(-1)?.to}, location = 'D' where id = ${id}`,
  );
  await db.execute(sql`delete from team_spans where user_id = ${id}`);
  for (const [place, { at, to }] of moves.entries())
    await db.execute(sql`insert into team_spans (user_id, role, manager_id, from_at, to_at, follows_at)
      values (${id}, 'COLLECTOR', ${to}, ${instant(at)}, ${instant(moves[place + 1]?.at)}, ${place === 0 ? null : iso(at)})`);
}

/** Stores it all; the loan is led by somebody else, and so is what is paid on it. */
export async function storeDays(server: TestServer, agent: AgentDays, loansLeader: string) {
  const { db } = server;
  const { id } = agent;
  await storeMoves(server, agent);
  const createdAt = iso(BEGIN - 86_400_000);
  const loanId = await server.addLoan({ collectorId: id, managerId: loansLeader, createdAt });
  await db.execute(sql`insert into allocations (id, loan_id, assignee_id, kind, allocated_at)
    values (${newId()}, ${loanId}, ${loansLeader}, 'MANAGER', ${createdAt})`);
  for (const { from, to } of agent.seats)
    await db.execute(sql`insert into agent_spans (id, user_id, state, process_name, started_at, ended_at)
      values (${newId()}, ${id}, 'READY', 'P', ${iso(from)}, ${iso(to)})`);
  for (const { from, to } of agent.sessions)
    await db.execute(sql`insert into sessions (id, token_hash, user_id, role, created_at, last_seen_at, expires_at, ended_at, end_reason)
      values (${newId()}, decode(${newId().replaceAll('-', '')}, 'hex'), ${id}, 'COLLECTOR', ${iso(from)}, ${iso(to)},
        ${iso(from + 43_200_000)}, ${iso(to)}, 'logout')`);
  for (const { at, isPromise } of agent.contacts)
    await db.execute(sql`insert into dispositions (id, loan_id, channel, agent_id, manager_id, code, disposition_class, recorded_at)
      values (${newId()}, ${loanId}, 'CALL', ${id}, ${leaderAt(agent, at)}, ${isPromise ? 'PTP' : 'RINGING'},
        ${isPromise ? 'PTP' : 'NOT_CONTACTED'}, ${iso(at)})`);
  for (const { day, amount } of agent.payments)
    await db.execute(sql`insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on,
        collector_id, manager_id, holder_id, leader_id, day_ends_at, payment_key, created_by)
      select gen_random_uuid(), l.client_id, l.id, 'PAYMENT', gen_random_uuid(), 2, ${amount}, ${amount}, ${day}, ${id},
        ${loansLeader}, ${id}, ${loansLeader}, ${iso(midnight(day) + 86_400_000)}, gen_random_uuid()::text,
        ${server.people.admin.id} from loans l where l.id = ${loanId}`);
}
