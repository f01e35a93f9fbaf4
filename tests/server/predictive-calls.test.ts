import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CAMPAIGN } from '../../contract/campaign.ts';
import type { Campaign } from '../../contract/campaign.ts';
import type { Disposition } from '../../contract/disposition.ts';
import type { CallAnswer } from '../../contract/call.ts';
import type { predictiveCallCalls } from '../../contract/predictive-call.ts';
import type { PacingDecision, predictiveReportCalls } from '../../contract/predictive-report.ts';
import type { Page } from '../../contract/paging.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { dayFromNow, loanOf } from '../support/work.ts';

type Found = CallAnswer<typeof predictiveCallCalls.getPredictiveLoan>;
type Report = CallAnswer<typeof predictiveReportCalls.getPredictiveReport>;

const server = testServer();
let campaign: Campaign;
/** Nobody's loan: the dialer calls it for whoever is free. */
let loanId: string;

const look = async (as: PersonName = 'collector') =>
  (
    await server.call('GET', '/predictive-call/get-loan/by/mobile', {
      as,
      query: { username: as.toLowerCase() },
    })
  ).json<Found>();
const clear = async () =>
  (
    await server.call('PUT', '/predictive-call/old-data/deactivate', {
      as: 'collector',
      query: { username: 'collector' },
    })
  ).json<{ success: boolean; cleared: boolean }>();

/** A call that the engine placed, as it stands after it was connected to the collector. */
async function connect(seconds = 20): Promise<string> {
  const id = newId();
  await server.db
    .execute(sql`insert into dialer_calls (id, source, campaign_id, process_name, loan_id, agent_id, number,
      state, placed_at, answered_at, connected_at)
    values (${id}, 'ENGINE', ${campaign._id}, ${campaign.name}, ${loanId}, ${server.people.collector.id}, '9811111111',
      'CONNECTED', now() - make_interval(secs => ${seconds + 5}), now() - make_interval(secs => ${seconds}),
      now() - make_interval(secs => ${seconds}))`);
  await seat('INCALL', id);
  return id;
}

async function seat(state: string, callId: string | null = null): Promise<void> {
  await server.db.execute(sql`update agent_spans set ended_at = now() where ended_at is null`);
  await server.db
    .execute(sql`insert into agent_spans (id, user_id, state, is_predictive, campaign_id, process_name,
      call_id, loan_id, started_at)
    values (${newId()}, ${server.people.collector.id}, ${state}, true, ${campaign._id}, ${campaign.name}, ${callId},
      ${callId === null ? null : loanId}, now())`);
}

const correct = async (_id: string, duration: number) => {
  const body = { _id, duration, remarks: 'Said afterwards' };
  return server.taken<Disposition>('PUT', '/call-disposition/single', { as: 'collector', body });
};

const record = (
  callId: string | undefined,
  disposition: string,
  as: PersonName = 'collector',
  duration = 20,
) =>
  server.call('POST', '/call-disposition', {
    as,
    body: {
      ...(callId && { _id: callId }),
      loanId,
      disposition,
      call_status: 'CALL_ENDED',
      duration,
    },
  });

const report = async (query: Record<string, string> = {}, as: PersonName = 'admin') =>
  (await server.call('GET', '/predictive-report', { as, query })).json<Report>();
const day = '2026-03-02';

/** Ten calls of one hour: 6 connected, 1 abandoned, 1 of each other result; the agent's hour beside them. */
async function tellDay(): Promise<void> {
  const { collector } = server.people;
  const results = [
    ...Array.from({ length: 6 }, () => 'ANSWERED'),
    'ABANDONED',
    'BUSY',
    'NO_ANSWER',
    'MACHINE',
  ];
  for (const [minute, result] of results.entries()) {
    const at = `2026-03-02T05:${String(minute + 10)}:00Z`;
    const isConnected = result === 'ANSWERED';
    await server.db
      .execute(sql`insert into dialer_calls (id, source, campaign_id, loan_id, agent_id, number, state,
        result, placed_at, connected_at, ended_at, talk_seconds, wrapup_seconds, wrapped_at, disposition_id)
      values (${newId()}, 'ENGINE', ${campaign._id}, ${loanId}, ${isConnected ? collector.id : null}, '9811111111',
        'ENDED', ${result}, ${at}, ${isConnected ? at : null}, ${at}, ${isConnected ? 60 : null},
        ${isConnected ? 20 : null}, ${isConnected ? at : null}, ${isConnected ? newId() : null})`);
  }
  const spans = [
    ['READY', '05:00', '05:20'],
    ['INCALL', '05:20', '05:50'],
    // Over the end of the hour (10:30 to 11:30 in India are other hours than in UTC).
    ['DISPO', '05:50', '06:10'],
    ['BREAK', '06:10', '06:40'],
  ];
  for (const [state, from, to] of spans)
    await server.db
      .execute(sql`insert into agent_spans (id, user_id, state, is_predictive, campaign_id, started_at,
        ended_at, break_reason)
      values (${newId()}, ${server.people.collector2.id}, ${state}, true, ${campaign._id},
        ${`2026-03-02T${from}:00Z`}, ${`2026-03-02T${to}:00Z`}, ${state === 'BREAK' ? 'tea' : null})`);
}

beforeAll(async () => {
  const { collector } = server.people;
  const made = await server.call('POST', '/campaigns', {
    as: 'admin',
    body: { ...DEFAULT_CAMPAIGN, name: 'Bucket one', clientId: server.clients.X.id },
  });
  campaign = made.json<Campaign>();
  await server.db.execute(sql`update users set location = 'D', predictive_process = 'Bucket one'
    where id = ${collector.id}`);
  loanId = await server.addLoan({ mobileNumber: '9811111111', customerName: 'Farida Khan' });
});

describe('the next connected loan', () => {
  it('is none while the agent waits: state 1', async () => {
    await seat('READY');
    expect(await look()).toMatchObject({
      state: 1,
      loan: null,
      history: [],
      call: null,
      agent: { state: 'READY', isPredictive: true, campaignName: 'Bucket one', callsToday: 0 },
    });
  });

  it('comes with its history and the call’s own id: state 0', async () => {
    const callId = await connect();
    const found = await look();
    expect(found).toMatchObject({
      state: 0,
      loan: { _id: loanId, Customer_Name: 'Farida Khan' },
      call: { _id: callId, number: '9811111111', campaignName: 'Bucket one', endedAt: null },
      agent: { state: 'INCALL', callsToday: 1 },
    });
    // Whoever has another seat sees nothing of it.
    expect(await look('collector2')).toMatchObject({ state: 1, loan: null });
    const foreign = await server.call('GET', '/predictive-call/get-loan/by/mobile', {
      as: 'collector2',
      query: { username: 'collector' },
    });
    expect(foreign.statusCode).toBe(403);
    await server.db
      .execute(sql`update dialer_calls set state = 'ENDED', ended_at = now(), disposition_id = id,
      wrapped_at = now() - interval '2 days'`);
  });

  it('is hung up by its own agent only', async () => {
    const callId = await connect();
    const hangUp = (as: PersonName) =>
      server.call('POST', '/predictive-call/hang-up', { as, body: { callId } });
    expect((await hangUp('collector2')).statusCode).toBe(404);
    expect((await hangUp('collector')).json()).toEqual({ success: true });
    const found = await look();
    expect(found).toMatchObject({ state: 0, agent: { state: 'DISPO' }, call: { _id: callId } });
    expect(found.call?.endedAt).not.toBeNull();
    expect(found.call?.wrapupSince).not.toBeNull();
    // The outcome is missing: it is not cleared away.
    expect(await clear()).toEqual({ success: true, cleared: false });
    expect((await look()).state).toBe(0);
  });

  it('is wrapped up by its outcome under the call’s id, though the loan is nobody’s', async () => {
    const callId = (await look()).call?._id;
    expect((await record(undefined, 'RINGING', 'collector2')).statusCode).toBe(404);
    const saved = await record(callId, 'RINGING');
    expect(saved.statusCode).toBe(200);
    expect(await look()).toMatchObject({ state: 1, loan: null, agent: { state: 'READY' } });
    const { rows } = await server.db.execute(
      sql`select disposition_id from dialer_calls where id = ${callId}`,
    );
    expect(rows).toEqual([{ disposition_id: callId }]);
  });

  it('lasts no longer than its line, whatever its agent records, repeats or corrects', async () => {
    const callId = await connect(20);
    const first = await record(callId, 'RINGING', 'collector', 86_400);
    const { duration } = first.json<Disposition>();
    expect(duration).toBeGreaterThanOrEqual(20);
    expect(duration).toBeLessThan(60);
    const again = await record(callId, 'RINGING', 'collector', 86_400);
    expect(again.json()).toMatchObject({ duration });
    const corrected = await correct(callId, 80_000);
    expect(corrected.duration).toBeLessThan(60);
  });

  it('by hand, at the dialer, lasts no longer than until its outcome, as it is corrected', async () => {
    const own = await loanOf(server, 'collector');
    const callId = newId();
    const say = (body: object) =>
      server.call('POST', '/call-disposition', {
        as: 'collector',
        body: { _id: callId, loanId: own, ...body },
      });
    await say({ call_status: 'CALL_STARTED' });
    // The screen of the dialer's calls leads to the loan that is being called.
    expect(await look()).toMatchObject({ state: 1, loan: null, agent: { loanId: own } });
    await say({ disposition: 'RINGING', call_status: 'CALL_ENDED', duration: 1 });
    const corrected = await correct(callId, 80_000);
    expect(corrected.duration).toBeLessThan(120);
  });

  it('leaves nothing behind: a seat on a call that has its outcome is cleared, and the clearing audited', async () => {
    const { rows } = await server.db.execute<{ id: string }>(
      sql`select id from dialer_calls where disposition_id is not null order by placed_at desc limit 1`,
    );
    await seat('DISPO', rows[0]?.id ?? null);
    expect(await clear()).toEqual({ success: true, cleared: true });
    expect(await clear()).toEqual({ success: true, cleared: false });
    expect((await look()).agent.state).toBe('READY');
    const audit = await server.db.execute(
      sql`select 1 from audit_log where action = 'dialer.clear'`,
    );
    expect(audit.rows.length).toBe(1);
  });
});

describe('the predictive report', () => {
  it('counts calls and times of a day', async () => {
    await tellDay();
    const { data, totals } = await report({ gte: day, lte: day });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      campaignName: 'Bucket one',
      day,
      hour: null,
      placed: 10,
      answered: 7,
      connected: 6,
      abandoned: 1,
      abandonedPercent: 14.29,
      machines: 1,
      busy: 1,
      noAnswer: 1,
      talkSeconds: 360,
      wrapupSeconds: 120,
      waitSeconds: 1200,
      breakSeconds: 1800,
      // 50 minutes at work of 70.
      occupancyPercent: 71.43,
    });
    expect(totals).toMatchObject({ placed: 10, waitSeconds: 1200 });
  });

  it('cuts the agents’ times at the hours of the business zone; hours sum up to the day', async () => {
    const { data, totalCount } = await report({ gte: day, lte: day, by: 'hour' });
    // 05:00 UTC is 10:30 in India: 30 minutes in the hours 10 and 12 each, the whole of 11.
    expect(totalCount).toBe(3);
    expect(data.map((row) => row.hour)).toEqual([12, 11, 10]);
    const sum = (pick: (row: Report['data'][number]) => number) =>
      data.reduce((total, row) => total + pick(row), 0);
    expect(sum((row) => row.waitSeconds)).toBe(1200);
    expect(sum((row) => row.breakSeconds)).toBe(1800);
    expect(sum((row) => row.placed)).toBe(10);
  });

  it('is a lender’s only for its own campaigns', async () => {
    expect((await report({ gte: day, lte: day }, 'clientadmin')).totalCount).toBe(1);
    await server.db.execute(sql`update campaigns set client_id = ${server.clients.Y.id}`);
    expect((await report({ gte: day, lte: day }, 'clientadmin')).totalCount).toBe(0);
    expect((await report({ gte: day, lte: day }, 'clientadmin')).drops).toEqual([]);
    await server.db.execute(sql`update campaigns set client_id = ${server.clients.X.id}`);
    expect((await server.call('GET', '/predictive-report', { as: 'manager' })).statusCode).toBe(
      403,
    );
  });

  it('refuses days that run backwards, or too many of them', async () => {
    for (const query of [
      { gte: '2026-03-03', lte: '2026-03-02' },
      { gte: '2025-03-03', lte: '2026-03-02' },
    ])
      expect(
        (await server.call('GET', '/predictive-report', { as: 'admin', query })).statusCode,
      ).toBe(422);
  });

  it('says why the level was what it was', async () => {
    // Of days long past the upkeep deletes them.
    const yesterday = dayFromNow(-1);
    for (const [at, level] of [
      ['05:00', 1],
      ['05:30', 2],
      ['06:00', 1.5],
    ])
      await server.db
        .execute(sql`insert into pacing_decisions (campaign_id, at, pacing, level, ready, in_call, wrapping,
          in_flight, waiting, goal, placed, drop_percent, figures)
        values (${campaign._id}, ${`${yesterday}T${at}:00Z`}, 'SURVIVAL', ${level}, 3, 5, 1, 4, 0, 6, 2, 1.2,
          '{"why": "freeSoon", "answerRate": 0.4}')`);
    const query = { gte: yesterday, lte: yesterday, campaignId: campaign._id };
    const levels = await server.call('GET', '/predictive-report/levels', { as: 'admin', query });
    expect(levels.json<{ data: { level: number }[] }>().data.map(({ level }) => level)).toEqual([
      1, 2, 1.5,
    ]);
    const decisions = await server.call('GET', '/predictive-report/decisions', {
      as: 'admin',
      query,
    });
    const page = decisions.json<Page<PacingDecision>>();
    expect(page.totalCount).toBe(3);
    expect(page.data[0]).toMatchObject({
      level: 1.5,
      why: 'freeSoon',
      figures: { answerRate: 0.4 },
    });
  });
});

it('names the campaign that has ended to an agent who sits down anew', async () => {
  await server.db.execute(sql`update users set predictive_process = upper(${campaign.name})`);
  await server.db.execute(sql`update agent_spans set ended_at = now() where ended_at is null`);
  await server.db.execute(sql`update campaigns set state = 'ENDED'`);
  expect(await look()).toMatchObject({ agent: { campaignState: 'ENDED' } });
});
