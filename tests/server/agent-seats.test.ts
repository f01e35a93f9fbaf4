import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DialerStatus } from '../../contract/dialer-agent.ts';
import type { AgentLoginRow } from '../../contract/dialer-report.ts';
import {
  agentsOfCampaigns,
  finishCall,
  moveAgent,
} from '../../server/agent-states/agent-state-service.ts';
import type { AgentState } from '../../server/agent-states/agent-state-service.ts';
import { clearSeats } from '../../server/agent-states/seat-upkeep.ts';
import { addDays, businessDay, instantOf } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { seededRandom } from '../../server/random.ts';
import { MISSED, listenLive, notifyLive } from '../../server/live-events/live-events.ts';
import { testPassword, testServer } from '../support/server.ts';
import { callOf, loanOf } from '../support/work.ts';

const server = testServer();
let agent: string;
const campaign = newId();

beforeAll(async () => {
  agent = server.people.collector.id;
  await server.db
    .execute(sql`update users set location = 'D', manual_process = 'Manual HL', predictive_process = 'Pred HL'
    where id in (${agent}, ${server.people.collector3.id})`);
  await server.db.execute(sql`insert into campaigns (id, name) values (${campaign}, 'Pred HL')`);
});

beforeEach(async () => {
  for (const table of ['agent_breaks', 'agent_spans', 'agent_seats', 'dialer_calls'])
    await server.db.execute(sql`delete from ${sql.identifier(table)}`);
});

interface Span extends Record<string, unknown> {
  state: AgentState;
  process_name: string | null;
  is_open: boolean;
}

const spans = async (): Promise<Span[]> =>
  (
    await server.db
      .execute<Span>(sql`select state, process_name, ended_at is null as is_open from agent_spans
      where user_id = ${agent} order by started_at, ended_at nulls last, id`)
  ).rows;
const states = async () => (await spans()).map(({ state }) => state);
const send = async (what: string, body: object = {}, method: 'POST' | 'PUT' = 'POST') => {
  const answer = await server.call(method, `/api/v2/dialer/${what}`, {
    as: 'collector',
    body: { username: 'collector', ...body },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};
const status = async () =>
  (await server.call('GET', '/api/v2/dialer/agent/agentStatus', { as: 'collector' })).json<{
    data: DialerStatus;
  }>().data;
const move = async (to: Parameters<typeof moveAgent>[2]) =>
  server.db.transaction((tx) => moveAgent(tx, agent, to));

const campaignAgents = async (zone = server.context.settings.businessTz) =>
  agentsOfCampaigns(server.db, zone);

const ago = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`;

describe('a seat', () => {
  it('begins ready with the login, under the manual process, and ends with the logout', async () => {
    const answer = await server.call('POST', '/api/v2/dialer/login', {
      as: null,
      body: { username: 'collector', password: testPassword },
    });
    const { token } = answer.json<{ token: string }>();
    expect(await spans()).toEqual([{ state: 'READY', process_name: 'Manual HL', is_open: true }]);
    await server.app.inject({
      url: '/api/v1/collector/auth/logout',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await spans()).toMatchObject([{ state: 'READY', is_open: false }]);
  });

  it('takes calls of the campaign of its predictive process while the mode is on, after a reload too', async () => {
    await send('seat');
    expect(await campaignAgents()).toEqual([]);
    const on = await send('mode', { isPredictive: true }, 'PUT');
    expect(on.json()).toMatchObject({ data: { isPredictive: true, processName: 'Pred HL' } });
    expect(await campaignAgents()).toMatchObject([
      { userId: agent, campaignId: campaign, state: 'READY', callsToday: 0 },
    ]);
    expect(await status()).toMatchObject({ isPredictive: true });
    await send('mode', { isPredictive: false }, 'PUT');
    expect(await campaignAgents()).toEqual([]);
    expect(await spans()).toMatchObject([{}, { process_name: 'Pred HL' }, { is_open: true }]);
  });

  it.each([
    [true, 'Pred HL'],
    [false, 'Manual HL'],
  ])(
    'keeps a call in its process when the mode changes in it: predictive %s',
    async (isOn, name) => {
      await send('seat');
      await send('mode', { isPredictive: isOn }, 'PUT');
      await move({ state: 'INCALL', callId: newId(), loanId: await loanOf(server, 'collector') });
      await send('mode', { isPredictive: !isOn }, 'PUT');
      expect(await status()).toMatchObject({ status: 'INCALL', isPredictive: !isOn });
      await move({ state: 'READY' });
      const inCall = (await spans()).filter(({ state }) => state === 'INCALL');
      expect(inCall).toMatchObject([{ process_name: name }]);
      expect(await campaignAgents()).toHaveLength(isOn ? 0 : 1);
    },
  );

  it('counts its calls from the midnight of the business day on, wherever that lies', async () => {
    await send('seat');
    await send('mode', { isPredictive: true }, 'PUT');
    const loanId = await loanOf(server, 'collector');
    const zones = ['Pacific/Kiritimati', 'Asia/Kolkata', 'Etc/UTC', 'Pacific/Niue'];
    for (const zone of zones) {
      const midnight = Date.parse(instantOf(zone, businessDay(zone)));
      for (const at of [midnight - 1000, midnight])
        await server.db
          .execute(sql`insert into dialer_calls (id, source, agent_id, loan_id, number, state, placed_at)
          values (${newId()}, 'MANUAL', ${agent}, ${loanId}, '919876500001', 'ENDED', ${new Date(at).toISOString()})`);
      expect(await campaignAgents(zone), zone).toMatchObject([{ callsToday: 1 }]);
      await server.db.execute(sql`delete from dialer_calls`);
    }
  });

  it('keeps a break that is asked for during a call until the outcome, and Ready forgets it', async () => {
    const loanId = await loanOf(server, 'collector');
    await send('seat');
    const callId = newId();
    await server.db
      .execute(sql`insert into dialer_calls (id, source, agent_id, loan_id, number, state, placed_at)
      values (${callId}, 'ENGINE', ${agent}, ${loanId}, '919876500001', 'CONNECTED', now())`);
    for (const state of ['QUEUE', 'INCALL'] as const) await move({ state, callId, loanId });
    await send('break', { breakName: 'tea' });
    expect(await status()).toMatchObject({ status: 'INCALL', wantedBreak: 'tea', loanId });
    await send('readyCall');
    expect(await status()).toMatchObject({ status: 'INCALL', wantedBreak: null });
    await send('break', { breakName: 'lunch' });
    await move({ state: 'DISPO' });
    expect(await status()).toMatchObject({ status: 'DISPO', loanId });
    const outcome = { agentId: agent, loanId, dispositionId: callId, code: 'PTP', at: new Date() };
    await server.db.transaction((tx) => finishCall(tx, outcome));
    expect(await status()).toMatchObject({ status: 'BREAK', breakName: 'lunch', loanId: null });
    const breaks = await server.db.execute(
      sql`select reason, ended_at from agent_breaks where user_id = ${agent}`,
    );
    expect(breaks.rows).toEqual([{ reason: 'lunch', ended_at: null }]);
  });

  it.each([
    ['40 seconds', 40, 40],
    ['no time', 0, 0],
    ['nothing', undefined, 0],
  ])('talked in a call by hand as long as its outcome says: %s', async (_, duration, talked) => {
    const loanId = await loanOf(server, 'collector');
    await send('seat');
    const _id = newId();
    const body = { _id, loanId, call_status: 'CALL_STARTED' };
    await server.taken('POST', '/call-disposition', { as: 'collector', body });
    expect(await status()).toMatchObject({ status: 'INCALL', callId: _id, loanId });
    await server.db
      .execute(sql`update agent_spans set started_at = started_at - interval '100 seconds',
      ended_at = ended_at - interval '100 seconds' where user_id = ${agent}`);
    await server.db
      .execute(sql`update dialer_calls set placed_at = placed_at - interval '100 seconds',
      connected_at = connected_at - interval '100 seconds' where id = ${_id}`);
    const outcome = callOf(loanId, { _id, duration });
    await server.taken('POST', '/call-disposition', { as: 'collector', body: outcome });
    const { rows } = await server.db
      .execute(sql`select k.talk_seconds as call, k.wrapup_seconds >= 55 as has_wrap_up,
        k.state, k.source, k.disposition_id = k.id as is_its_own,
        (select sum(round(extract(epoch from s.ended_at - s.started_at)))::int from agent_spans s
          where s.user_id = ${agent} and s.state = 'INCALL') as seat
      from dialer_calls k where k.id = ${_id}`);
    const call = { source: 'MANUAL', state: 'ENDED', is_its_own: true, has_wrap_up: true };
    expect(rows).toEqual([{ ...call, call: talked, seat: talked }]);
    expect(await campaignAgents()).toEqual([]);
    expect(await states()).toEqual(['READY', 'INCALL', 'DISPO', 'READY']);
  });

  it('ends when its session ran out, or its stream went silent, at the moment it was last heard of', async () => {
    const seat = async (minutes: number) => {
      await server.db.execute(sql`delete from agent_spans`);
      await server.db.execute(sql`insert into agent_spans (id, user_id, state, started_at)
        values (${newId()}, ${agent}, 'READY', ${ago(minutes)})`);
    };
    const lasted = async () => {
      const { rows } = await server.db.execute<{ minutes: number | null }>(
        sql`select round(extract(epoch from ended_at - started_at) / 60)::int as minutes from agent_spans`,
      );
      return rows[0]?.minutes;
    };
    await seat(30);
    await clearSeats(server.context);
    expect(await lasted()).toBe(null);
    await server.db.execute(
      sql`insert into agent_seats (user_id, heard_at) values (${agent}, ${ago(5)})`,
    );
    await server.db.execute(
      sql`update sessions set created_at = ${ago(31)}, last_seen_at = ${ago(7)},
        ended_at = case when ended_at is null then null else ${ago(8)} end where user_id = ${agent}`,
    );
    await clearSeats(server.context);
    expect(await lasted()).toBe(25);
    // Idle for twenty minutes: the session is over, and it never had a stream.
    await server.db.execute(sql`delete from agent_seats`);
    await server.db.execute(
      sql`update sessions set last_seen_at = ${ago(20)} where user_id = ${agent}`,
    );
    await seat(30);
    await clearSeats(server.context);
    expect(await lasted()).toBe(10);
    await server.db.execute(sql`update sessions set last_seen_at = now() where user_id = ${agent}`);
  });

  it('is told to every process that listens, when the transaction is through and only then', async () => {
    const heard: string[] = [];
    const stop = listenLive(server.context, (topic) => heard.push(topic));
    const isListening = async () => {
      await notifyLive(server.db, 'gate');
      return heard.includes('gate');
    };
    await expect.poll(isListening).toBe(true);
    // What was told before, and came late.
    heard.length = 0;
    await server.db
      .transaction(async (tx) => {
        await moveAgent(tx, agent, { state: 'READY' });
        throw new Error('taken back');
      })
      .catch(() => undefined);
    await notifyLive(server.db, 'agent:of another program');
    await move({ state: 'READY', campaignId: campaign, isPredictive: true });
    const ofSeats = () => heard.filter((topic) => topic !== 'gate' && topic !== MISSED);
    await expect.poll(ofSeats).toEqual([`agent:${agent}`, `campaign:${campaign}`]);
    stop();
  });
});

describe('the time of an agent', () => {
  it('adds up to the second over any sequence of moves, logouts, kills and two browsers, past midnight', async () => {
    const random = seededRandom('seats');
    const zone = server.context.settings.businessTz;
    const today = businessDay(zone);
    for (let round = 0; round < 4; round += 1) {
      await server.db.execute(sql`delete from agent_breaks`);
      await server.db.execute(sql`delete from agent_spans`);
      await server.db.execute(sql`delete from agent_seats`);
      for (let step = 0; step < 30; step += 1) await randomStep(random);
      // At every computer.
      await server.db.execute(sql`update sessions set ended_at = now() where user_id = ${agent}
        and created_at > (select min(created_at) from sessions where user_id = ${agent})`);
      await send('logout');
      // The clock goes over midnight: what happened in a moment is stretched over some hours around it, without gaps.
      const hours = random.between(3, 20);
      await server.db.execute(sql`
        with whole as (select min(started_at) as first, max(ended_at) - min(started_at) as length from agent_spans),
        scale as (select first, (${hours} * 3600 + 0.123456) / greatest(extract(epoch from length), 0.001) as factor,
          (${today}::date::timestamp at time zone ${zone}) - interval '2 hours 17.7 seconds' as begin from whole)
        update agent_spans s set
          started_at = begin + (s.started_at - first) * factor, ended_at = begin + (s.ended_at - first) * factor
        from scale`);
      const truth = await server.db.execute<{ gaps: number; seconds: number }>(sql`
        with merged as (select unnest(range_agg(tstzrange(started_at, ended_at, '[]'))) as span from agent_spans)
        select (select count(*) - 1 from merged)::int as gaps,
          (select sum(floor(extract(epoch from upper(span))) - floor(extract(epoch from lower(span)))) from merged)::int as seconds`);
      const report = await server.call('GET', '/reports/agent-logins', {
        as: 'manager',
        query: { gte: addDays(today, -1), lte: addDays(today, 1), pageSize: '50' },
      });
      expect(report.statusCode, report.body).toBe(200);
      const { data, totals } = report.json<{ data: AgentLoginRow[]; totals: AgentLoginRow }>();
      expect(data.length).toBeGreaterThan(1);
      for (const row of [...data, totals]) {
        const { waitSeconds, talkSeconds, wrapUpSeconds, breakSeconds } = row;
        expect(waitSeconds + talkSeconds + wrapUpSeconds + breakSeconds).toBe(row.loggedInSeconds);
        expect(Object.values(row.breaks).reduce((sum, one) => sum + one, 0)).toBe(breakSeconds);
      }
      const sum = data.reduce((all, row) => all + row.loggedInSeconds, 0);
      expect([totals.loggedInSeconds, sum]).toEqual([truth.rows[0]?.seconds, sum]);
      expect(sum).toBe(truth.rows[0]?.seconds);
    }
  });

  it('has one open span and no overlap, whoever moves it at once', async () => {
    await send('seat');
    const to = ['READY', 'QUEUE', 'INCALL', 'DEAD', 'DISPO'] as const;
    await Promise.all(to.flatMap((state) => [move({ state }), move({ state, callId: newId() })]));
    const result = await server.db.execute(sql`select
      (select count(*)::int from agent_spans where ended_at is null) as open,
      (select count(*)::int from agent_spans a join agent_spans b on a.id < b.id
        and tstzrange(a.started_at, a.ended_at) && tstzrange(b.started_at, b.ended_at)) as overlaps`);
    expect(result.rows).toEqual([{ open: 1, overlaps: 0 }]);
  });
});

/** One step of an agent's day: a move, a break, Ready, another login, a logout, a browser that is killed. */
async function randomStep(random: ReturnType<typeof seededRandom>): Promise<void> {
  const state = random.pick(['READY', 'QUEUE', 'INCALL', 'DEAD', 'DISPO'] as const);
  const kind = random.between(0, 9);
  if (kind <= 3) await move({ state, callId: random.chance(0.5) ? newId() : null });
  else if (kind <= 5)
    await send('break', { breakName: random.pick(['tea', 'lunch', 'bio'] as const) });
  else if (kind === 6) await send('readyCall');
  else if (kind === 7)
    await server.call('POST', '/api/v2/dialer/login', {
      as: null,
      body: { username: 'collector', password: testPassword },
    });
  else if (kind === 8) await send(random.chance(0.5) ? 'logout' : 'seat');
  else {
    // Killed: every sign of life is old.
    await server.db.execute(sql`insert into agent_seats (user_id, heard_at)
      values (${agent}, now() - interval '2 minutes') on conflict (user_id) do update set heard_at = excluded.heard_at`);
    await clearSeats(server.context);
  }
}
