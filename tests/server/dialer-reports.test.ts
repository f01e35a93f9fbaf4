import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type {
  AgentLoginRow,
  AgentPerformanceRow,
  ProcessRow,
} from '../../contract/dialer-report.ts';
import { instantOf } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { keepMoneyOf } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { callOf, loanOf } from '../support/work.ts';

const ZONE = 'Asia/Kolkata';
const DAY = '2026-03-02';
const server = testServer();

const at = (time: string, day = DAY) => instantOf(ZONE, day, time);

interface SpanPlan {
  day?: string;
  from: string;
  to: string;
  process?: string;
  reason?: string;
  loanId?: string;
}

async function addSpan(name: PersonName, state: string, plan: SpanPlan): Promise<void> {
  const { day, from, to, process = 'Manual HL', reason = null, loanId = null } = plan;
  await server.db.execute(sql`insert into agent_spans
      (id, user_id, state, break_reason, process_name, loan_id, started_at, ended_at)
    values (${newId()}, ${server.people[name].id}, ${state}, ${reason}, ${process}, ${loanId}, ${at(from, day)}, ${at(to, day)})`);
}

interface CallPlan {
  source: 'ENGINE' | 'MANUAL' | 'SHEET';
  loanId: string | null;
  result: string;
  talk?: number;
  process?: string;
  agent?: PersonName | null;
  dispositionId?: string | null;
}

async function addCall(plan: CallPlan): Promise<void> {
  const { source, loanId, result, talk = null, process = 'Manual HL', dispositionId = null } = plan;
  const agent = plan.agent === null ? null : server.people[plan.agent ?? 'collector'].id;
  const connected = result === 'ANSWERED' && agent !== null ? at('10:02') : null;
  await server.db
    .execute(sql`insert into dialer_calls (id, source, process_name, loan_id, agent_id, number, state, result,
      placed_at, connected_at, ended_at, talk_seconds, disposition_id)
    values (${newId()}, ${source}, ${process}, ${loanId}, ${agent}, '919000000001', 'ENDED', ${result},
      ${at('10:01')}, ${connected}, ${at('10:05')}, ${talk}, ${dispositionId})`);
}

interface ReportAnswer<Row> {
  readonly data: Row[];
  readonly totals: AgentPerformanceRow;
  readonly totalCount: number;
}

async function report<Row>(
  name: string,
  as: PersonName,
  query: Record<string, string> = {},
): Promise<ReportAnswer<Row>> {
  return server.taken<ReportAnswer<Row>>('GET', `/reports/${name}`, {
    as,
    query: { gte: DAY, lte: DAY, ...query },
  });
}

/** What the reports tell an admin, but for who leads their agents: nobody does who leads. */
async function toldToAdmin() {
  const names = ['agent-logins', 'agent-performance', 'processes'];
  const told = await Promise.all(names.map((name) => report<object>(name, 'admin')));
  return told.map(({ data, totals, totalCount }) => ({
    rows: data.map((row) => Object.assign(row, { managerName: '' })),
    totals,
    totalCount,
  }));
}

beforeAll(async () => {
  await server.db.execute(sql`update users set location = 'D'
    where id in (${server.people.collector.id}, ${server.people.collector3.id})`);
  const own = await loanOf(server, 'collector');
  const foreign = await server.addLoan({
    client: 'Y',
    collectorId: server.people.collector3.id,
    managerId: server.people.manager2.id,
  });
  await addSpan('collector', 'READY', { from: '10:00', to: '10:02' });
  await addSpan('collector', 'INCALL', { from: '10:02', to: '10:05', loanId: own });
  await addSpan('collector', 'DEAD', { from: '10:05', to: '10:06', loanId: own });
  await addSpan('collector', 'DISPO', { from: '10:06', to: '10:08', loanId: own });
  await addSpan('collector', 'BREAK', { from: '10:08', to: '10:23', reason: 'tea' });
  await addSpan('collector', 'READY', { from: '11:00', to: '11:10', process: 'Pred HL' });
  await addSpan('collector3', 'INCALL', { from: '10:00', to: '10:30', loanId: foreign });
  const promise = newId();
  const recorded = await server.call('POST', '/call-disposition', {
    as: 'collector',
    body: callOf(own, { _id: promise }),
  });
  if (recorded.statusCode >= 300) throw new Error(recorded.body);
  await server.db
    .execute(sql`update dispositions set recorded_at = ${at('10:07')}, disposition_class = 'PTP',
    promise_amount = 1500, amount_collected = 200 where id = ${promise}`);
  await keepMoneyOf(server);
  await addCall({
    source: 'ENGINE',
    loanId: own,
    result: 'ANSWERED',
    talk: 180,
    dispositionId: promise,
  });
  await addCall({ source: 'SHEET', loanId: own, result: 'ANSWERED', talk: 60 });
  await addCall({ source: 'SHEET', loanId: null, result: 'NO_ANSWER' });
  await addCall({
    source: 'ENGINE',
    loanId: own,
    result: 'ABANDONED',
    process: 'Pred HL',
    agent: null,
  });
  await addCall({ source: 'MANUAL', loanId: foreign, result: 'ANSWERED', agent: 'collector3' });
});

describe('the login report', () => {
  it('says when an agent came and went, and what its time went into', async () => {
    const { data, totals } = await report<AgentLoginRow>('agent-logins', 'manager');
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      day: DAY,
      firstLoginAt: at('10:00'),
      lastLogoutAt: at('11:10'),
      loginCount: 2,
      loggedInSeconds: 33 * 60,
      waitSeconds: 12 * 60,
      talkSeconds: 4 * 60,
      deadSeconds: 60,
      customerTalkSeconds: 3 * 60,
      wrapUpSeconds: 2 * 60,
      afterCallSeconds: 3 * 60,
      breakSeconds: 15 * 60,
      breaks: { tea: 15 * 60 },
    });
    expect(totals.loggedInSeconds).toBe(33 * 60);
  });

  it.each<[string, PersonName, Record<string, string>]>([
    ['whole', 'manager', {}],
    ['by process', 'manager', { process: 'Manual HL' }],
    ["by a lender's loans", 'clientadmin', {}],
  ])('counts a login once, read %s', async (_, reader, narrowed) => {
    const day = '2026-03-05';
    const loanId = await server.addLoan({ client: 'Y', collectorId: server.people.collector.id });
    await server.db.execute(sql`delete from agent_spans where started_at > ${at('00:00', day)}
      and started_at < ${at('23:00', day)}`);
    await addSpan('collector', 'READY', { day, from: '10:00', to: '10:10' });
    await addSpan('collector', 'INCALL', { day, from: '10:10', to: '10:15', process: 'B', loanId });
    await addSpan('collector', 'READY', { day, from: '10:15', to: '10:30' });
    const range = { gte: day, lte: day };
    const { data } = await report<AgentLoginRow>('agent-logins', reader, { ...range, ...narrowed });
    expect(data).toMatchObject([{ loginCount: 1, waitSeconds: 1500 }]);
  });

  it('is narrowed by process, agent and name', async () => {
    const { data } = await report<AgentLoginRow>('agent-logins', 'manager', { process: 'Pred HL' });
    expect(data).toMatchObject([{ loggedInSeconds: 600, loginCount: 1 }]);
    const none = await report<AgentLoginRow>('agent-logins', 'manager', { search: 'nobody' });
    expect([none.totalCount, none.totals.loggedInSeconds]).toEqual([0, 0]);
    const all = await report<AgentLoginRow>('agent-logins', 'admin', { pageSize: '1', page: '2' });
    expect([all.totalCount, all.data.length]).toEqual([2, 1]);
    expect(all.totals.loggedInSeconds).toBe(63 * 60);
  });
});

describe('the performance report', () => {
  it('counts calls of both sources, and its averages divide by those that had a lead', async () => {
    const { data, totals } = await report<AgentPerformanceRow>('agent-performance', 'manager');
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      callCount: 3,
      leadCallCount: 2,
      connectCount: 2,
      sheetCallCount: 2,
      sheetTalkSeconds: 60,
      promiseCount: 1,
      promiseAmount: 1500,
      claimed: 200,
      averageTalkSeconds: (180 + 60) / 2,
      averageAfterCallSeconds: 90,
    });
    expect(totals).toMatchObject({ callCount: 3, promiseAmount: 1500 });
  });

  it("gives a lender's people only calls to its loans, and the time in them", async () => {
    const { data } = await report<AgentPerformanceRow>('agent-performance', 'clientadmin');
    expect(data).toMatchObject([
      { userId: server.people.collector.id, callCount: 2, talkSeconds: 240, promiseCount: 1 },
    ]);
  });
});

describe('the process report', () => {
  it('sums each process, abandoned calls among them', async () => {
    const { data } = await report<ProcessRow>('processes', 'manager');
    expect(data).toMatchObject([
      { processName: 'Manual HL', agentCount: 1, callCount: 3, abandonedCount: 0, promiseCount: 1 },
      { processName: 'Pred HL', agentCount: 1, callCount: 1, abandonedCount: 1, waitSeconds: 600 },
    ]);
  });

  it('keeps the calls and times of a campaign together under its present name', async () => {
    const campaign = { id: newId() };
    await server.db.execute(
      sql`insert into campaigns (id, name, created_by) values (${campaign.id}, 'Pred HL', ${server.people.admin.id})`,
    );
    const asOfCampaign = (id: string | null) =>
      Promise.all(
        ['agent_spans', 'dialer_calls'].map((table) =>
          server.db.execute(
            sql`update ${sql.identifier(table)} set campaign_id = ${id} where process_name = 'Pred HL'`,
          ),
        ),
      );
    await asOfCampaign(campaign.id);
    await server.db.execute(
      sql`update campaigns set name = 'Home loans' where id = ${campaign.id}`,
    );
    const { data } = await report<ProcessRow>('processes', 'manager', { process: 'Home loans' });
    expect(data).toMatchObject([
      { processName: 'Home loans', callCount: 1, abandonedCount: 1, waitSeconds: 600 },
    ]);
    const old = await report<ProcessRow>('processes', 'manager', { process: 'Pred HL' });
    expect(old.data).toEqual([]);
    await asOfCampaign(null);
  });

  it('names what it can be narrowed to', async () => {
    await server.db
      .execute(sql`update users set manual_process = 'Manual HL', predictive_process = 'Pred HL'
      where id = ${server.people.collector.id}`);
    const answer = await server.call('GET', '/reports/processes/names', { as: 'manager' });
    expect(answer.json()).toEqual({
      processes: ['Manual HL', 'Pred HL'],
      agents: [
        { _id: server.people.collector.id, fullName: 'Test collector', username: 'collector' },
      ],
    });
  });
});

describe('every report', () => {
  it('of days that are over tells a lender the same when others have its loans now', async () => {
    const names = ['agent-logins', 'agent-performance', 'processes'];
    const told = () => Promise.all(names.map((name) => report(name, 'clientadmin')));
    const before = await told();
    expect(before.map(({ totals }) => totals.loggedInSeconds)).toEqual([1980, 1980, 1980]);
    const had = sql`collector_id = ${server.people.collector.id} and client_id = ${server.clients.X.id}`;
    const { rows } = await server.db.execute<{ id: string }>(
      sql`update loans set collector_id = null where ${had} returning id`,
    );
    expect(await told()).toEqual(before);
    await server.db.execute(sql`update loans set collector_id = ${server.people.collector.id}
      where id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`);
  });

  it('of days that are over stays as it was when an agent is promoted since', async () => {
    const before = await toldToAdmin();
    const { id } = server.people.collector3;
    await server.db.execute(sql`update loans set collector_id = null where collector_id = ${id}`);
    await server.taken('PUT', '/userData', { as: 'admin', body: { _id: id, role: 'MANAGER' } });
    expect(await toldToAdmin()).toEqual(before);
  });

  it('is for admins, client admins and managers, and refuses bad ranges and foreign agents', async () => {
    for (const name of ['agent-logins', 'agent-performance', 'processes']) {
      for (const as of ['collector', 'customer', 'partner', 'fieldagent'] as const)
        expect((await server.call('GET', `/reports/${name}`, { as })).statusCode).toBe(403);
      const query = { gte: '2026-03-03', lte: '2026-03-02' };
      const backwards = await server.call('GET', `/reports/${name}`, { as: 'manager', query });
      expect(backwards.statusCode).toBe(422);
      const foreign = await server.call('GET', `/reports/${name}`, {
        as: 'manager',
        query: { collectorId: server.people.collector3.id },
      });
      expect(foreign.statusCode).toBe(403);
    }
  });
});
