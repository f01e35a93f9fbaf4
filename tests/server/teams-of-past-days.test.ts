import { expect, it } from 'vitest';
import type { agentBoardCalls } from '../../contract/agent-board.ts';
import type {
  AgentLoginRow,
  AgentPerformanceRow,
  ProcessRow,
} from '../../contract/dialer-report.ts';
import type { CallAnswer } from '../../contract/call.ts';
import type { LoginReportRow } from '../../contract/attendance.ts';
import type { ReportAnswer } from '../../contract/report-engine.ts';
import type { Analytics } from '../../contract/staff-dashboard.ts';
import { newId } from '../../server/ids.ts';
import { seededRandom } from '../../server/random.ts';
import { casesOf, givenSeed } from '../support/cases.ts';
import { addAccount } from '../support/people.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { DAYS, agentDays, reckoned, storeDays } from '../support/team-histories.ts';
import type { AgentDays } from '../support/team-histories.ts';

const server = testServer();
const [first, last] = [DAYS[0], DAYS[3]];
const range = { gte: first, lte: last, pageSize: '1000' };

interface List<Row> {
  readonly data: Row[];
}
const listOf = async <Row>(as: PersonName, name: string) =>
  (await server.taken<List<Row>>('GET', `/reports/${name}`, { as, query: range })).data;

const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** What the screens tell somebody, of each agent's days. */
async function told(as: PersonName) {
  const logins = await listOf<AgentLoginRow>(as, 'agent-logins');
  const performance = await listOf<AgentPerformanceRow>(as, 'agent-performance');
  const attendance = await listOf<LoginReportRow>(as, 'logins');
  const board = await server.taken<CallAnswer<typeof agentBoardCalls.readAgentProfile>>(
    'GET',
    '/agentprofile',
    { as, query: { from: first, to: last } },
  );
  const calls = await server.taken<ReportAnswer>('GET', '/reports/dailyCalls', {
    as,
    query: { ...range, by: 'agent' },
  });
  return (id: string) => {
    const sums = calls.data.find(({ group }) => group === id)?.sums;
    const mine = <Row extends { userId: string }>(rows: readonly Row[]) =>
      rows.filter(({ userId }) => userId === id);
    const placed = board.data.find(({ _id }) => _id === id);
    const [row] = mine(performance);
    return {
      logins: sumOf(mine(logins), (each) => each.loggedInSeconds),
      performance: row?.loggedInSeconds ?? 0,
      attendance: sumOf(mine(attendance), (each) => each.loggedInSeconds),
      // Who was never at the dialer is in none of its reports.
      promises: row?.promiseCount,
      verified: row?.verified,
      contacts: placed?.contacts ?? 0,
      collected: placed?.collected ?? 0,
      calls: sums?.[calls.measures.indexOf('calls')] ?? 0,
      verifiedByReport: sums?.[calls.measures.indexOf('verified')] ?? 0,
    };
  };
}

function expected(agent: AgentDays, managerId?: string) {
  const mine = reckoned(agent, managerId);
  const isAtDialer = mine.seatSeconds > 0;
  return {
    logins: mine.seatSeconds,
    performance: mine.seatSeconds,
    attendance: mine.sessionSeconds,
    promises: isAtDialer ? mine.promises : undefined,
    verified: isAtDialer ? mine.verified : undefined,
    contacts: mine.contacts,
    collected: mine.verified,
    calls: mine.contacts,
    verifiedByReport: mine.verified,
  };
}

const boardOf = async (as: PersonName) =>
  (
    await server.taken<Analytics>('GET', '/loans/getManagerLandingAnalytics', {
      as,
      query: { gte: first, lte: last },
    })
  ).range;

const READERS = ['manager', 'manager2'] as const;

async function checkAll(agents: readonly AgentDays[], seed: string): Promise<void> {
  const toldAdmin = await told('admin');
  for (const agent of agents) expect(toldAdmin(agent.id), seed).toEqual(expected(agent));
  for (const reader of READERS) {
    const managerId = server.people[reader].id;
    const toldReader = await told(reader);
    for (const agent of agents)
      expect(toldReader(agent.id), `${seed}, ${reader}`).toEqual(expected(agent, managerId));
    const [process] = await listOf<ProcessRow>(reader, 'processes');
    const led = agents.map((agent) => reckoned(agent, managerId));
    expect(process?.loggedInSeconds ?? 0, seed).toBe(sumOf(led, (each) => each.seatSeconds));
    expect(await boardOf(reader), seed).toMatchObject({
      calls: sumOf(led, ({ contacts }) => contacts),
      verified: sumOf(led, ({ verified }) => verified),
    });
    const query = { from: first, to: last, managerId };
    const narrowed = await server.taken<CallAnswer<typeof agentBoardCalls.readAgentProfile>>(
      'GET',
      '/agentprofile',
      { as: 'admin', query },
    );
    const contacts = sumOf(narrowed.data, (row) => row.contacts);
    expect(contacts, seed).toBe(sumOf(led, (each) => each.contacts));
  }
}

it('tell each manager what was done under it, on every screen, wherever its agents went since', async () => {
  expect.hasAssertions();
  const { manager, manager2 } = server.people;
  const { _id: other } = await addAccount(server, 'MANAGER');
  const managers = [manager.id, manager2.id, other];
  const agents: AgentDays[] = [];
  for (let left = casesOf(20); left > 0; left -= 1) {
    const seed = givenSeed ?? newId();
    const random = seededRandom(seed);
    for (let more = 3; more > 0; more -= 1) {
      const { _id: id } = await addAccount(server, 'COLLECTOR', manager.id);
      const agent = agentDays(random, id, managers);
      agents.push(agent);
      await storeDays(server, agent, other);
    }
    await checkAll(agents, seed);
    // What becomes of the people now changes nothing of it.
    for (const { id, moves } of agents.slice(-3)) {
      const managerId = random.pick(managers.filter((one) => one !== moves.at(-1)?.to));
      await server.taken('PUT', `/people/${id}/manager`, { as: 'admin', body: { managerId } });
    }
    await checkAll(agents, `${seed}, moved since`);
  }
});
