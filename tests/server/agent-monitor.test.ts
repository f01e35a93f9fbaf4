import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeatRow } from '../../contract/agent-seat.ts';
import { moveAgent } from '../../server/agent-states/agent-state-service.ts';
import { newId } from '../../server/ids.ts';
import { eventReader } from '../../src/remote/event-reader.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { loanOf } from '../support/work.ts';

const server = testServer();
let address: string;
let agent: string;

beforeAll(async () => {
  agent = server.people.collector.id;
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  await server.db.execute(sql`update users set location = 'D', manual_process = 'Manual HL'
    where id in (${agent}, ${server.people.collector3.id})`);
});

beforeEach(async () => {
  for (const table of ['agent_breaks', 'agent_spans', 'agent_seats'])
    await server.db.execute(sql`delete from ${sql.identifier(table)}`);
});

const move = async (userId: string, to: Parameters<typeof moveAgent>[2]) =>
  server.db.transaction((tx) => moveAgent(tx, userId, to));
const floor = async (as: PersonName) => {
  return (
    await server.taken<{ data: SeatRow[] }>('GET', '/api/v2/dialer/agentStatus', {
      as,
      headers: { managerid: server.people[as].id },
    })
  ).data;
};
const order = async (as: PersonName, id: string, body: object) =>
  server.call('PUT', `/api/v2/dialer/agents/${id}/seat`, { as, body });

/** Follows a stream; what came so far, by event. */
async function follow(path: string, as: PersonName) {
  const heard: { event: string; data: unknown }[] = [];
  const asked = request(address + path, {
    agent: false,
    headers: { accept: 'text/event-stream', authorization: `Bearer ${server.people[as].token}` },
  });
  asked.on('error', () => undefined);
  const response = await new Promise<IncomingMessage>((resolve) => {
    asked.on('response', resolve);
    asked.end();
  });
  const read = eventReader((event, data) => heard.push({ event, data }));
  response
    .setEncoding('utf8')
    .on('data', read)
    .on('error', () => undefined);
  return { response, heard, stop: () => asked.destroy() };
}

describe('the monitor', () => {
  it("shows a manager's own agents with their state, loan and the day's sums", async () => {
    const loanId = await loanOf(server, 'collector');
    await server.db.execute(sql`insert into agent_spans (id, user_id, state, started_at, ended_at)
      values (${newId()}, ${agent}, 'DISPO', now() - interval '90 seconds', now() - interval '60 seconds')`);
    await move(agent, { state: 'INCALL', callId: newId(), loanId });
    const rows = await floor('manager');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      _id: agent,
      status: 'INCALL',
      loanId,
      Customer_Name: 'Asha Verma',
      processName: 'Manual HL',
      callCount: 0,
    });
    expect((await floor('manager2')).map(({ _id, status }) => [_id, status])).toEqual([
      [server.people.collector3.id, 'LOGGED_OUT'],
    ]);
  });

  it("names an agent's call on a loan of another manager, without a way to the loan", async () => {
    const loanId = await loanOf(server, 'collector3');
    const { id } = server.people.manager2;
    await server.db.execute(sql`update loans set manager_id = ${id} where id = ${loanId}`);
    await move(agent, { state: 'INCALL', callId: newId(), loanId });
    const shown = { _id: agent, status: 'INCALL', loanId: null, Customer_Name: 'Asha Verma' };
    expect(await floor('manager')).toEqual([expect.objectContaining(shown)]);
    await server.db.execute(sql`update loans set status = 'DELETED' where id = ${loanId}`);
    expect(await floor('manager')).toEqual([expect.objectContaining({ Customer_Name: null })]);
  });

  it('is refused to other roles, and under another manager', async () => {
    for (const as of ['admin', 'collector', 'clientadmin', 'partner'] as const)
      for (const path of ['agentStatus', 'agentStatus/events'])
        expect((await server.call('GET', `/api/v2/dialer/${path}`, { as })).statusCode).toBe(403);
    const headers = { managerid: server.people.manager2.id };
    const foreign = await server.call('GET', '/api/v2/dialer/agentStatus', {
      as: 'manager',
      headers,
    });
    expect(foreign.statusCode).toBe(403);
    // A stream is not for who only asks once.
    const once = await server.call('GET', '/api/v2/dialer/agentStatus/events', { as: 'manager' });
    expect(once.statusCode).toBe(406);
  });

  it('tells all agents at first and then each one that changes, of the own team only', async () => {
    const stream = await follow('/api/v2/dialer/agentStatus/events', 'manager');
    expect(stream.response.statusCode).toBe(200);
    expect(stream.response.headers['content-type']).toContain('text/event-stream');
    expect(stream.response.headers['content-security-policy']).toContain("default-src 'self'");
    await expect.poll(() => stream.heard.map(({ event }) => event)).toContain('seats');
    await move(server.people.collector3.id, { state: 'READY' });
    await move(agent, { state: 'READY' });
    const changed = () =>
      stream.heard.flatMap(({ event, data }) =>
        event === 'changed' ? (data as { data: SeatRow[] }).data : [],
      );
    await expect
      .poll(() => changed().map(({ _id, status }) => [_id, status]))
      .toContainEqual([agent, 'READY']);
    expect(changed().every(({ _id }) => _id === agent)).toBe(true);
    stream.stop();
  });

  it("tells an agent of its own call's arrival and end, and nobody else's", async () => {
    const loanId = await loanOf(server, 'collector');
    const stream = await follow('/api/v2/dialer/events', 'collector');
    const said = () => stream.heard.map(({ data }) => (data as { status?: string }).status);
    await expect.poll(said).toEqual(['LOGGED_OUT']);
    await move(server.people.collector3.id, { state: 'INCALL', callId: newId() });
    for (const state of ['READY', 'INCALL', 'DEAD'] as const) {
      await move(agent, { state, loanId });
      await expect.poll(() => said().at(-1)).toBe(state);
    }
    expect(said()).toEqual(['LOGGED_OUT', 'READY', 'INCALL', 'DEAD']);
    const alive = await server.db.execute(
      sql`select 1 from agent_seats where user_id = ${agent} and heard_at is not null`,
    );
    expect(alive.rows).toHaveLength(1);
    stream.stop();
  });
});

describe('a supervisor', () => {
  it('puts an agent on a break and makes it ready again, in the audit trail', async () => {
    await move(agent, { state: 'READY' });
    const paused = await order('manager', agent, { action: 'BREAK', breakName: 'training' });
    expect(paused.json()).toMatchObject({ data: { status: 'BREAK', breakName: 'training' } });
    const ready = await order('manager', agent, { action: 'READY' });
    expect(ready.json()).toMatchObject({ data: { status: 'READY' } });
    const trail = await server.db.execute(
      sql`select 1 from audit_log where action = 'dialer.supervise' and entity_id = ${agent}
        and actor_id = ${server.people.manager.id}`,
    );
    expect(trail.rows).toHaveLength(2);
  });

  it('takes no agent out of a call of the dialer, and moves nobody who is logged out', async () => {
    const loanId = await loanOf(server, 'collector');
    const callId = newId();
    await server.db
      .execute(sql`insert into dialer_calls (id, source, agent_id, loan_id, number, state, placed_at)
      values (${callId}, 'ENGINE', ${agent}, ${loanId}, '919876500002', 'CONNECTED', now())`);
    expect((await order('manager', agent, { action: 'READY' })).json()).toMatchObject({
      code: 'LOGGED_OUT',
    });
    await move(agent, { state: 'INCALL', callId, loanId });
    const refused = await order('manager', agent, { action: 'READY' });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'IN_CALL']);
    const later = await order('manager', agent, { action: 'BREAK', breakName: 'tea' });
    expect(later.json()).toMatchObject({ data: { status: 'INCALL', wantedBreak: 'tea' } });
  });

  it("does not reach another manager's agent, and needs a reason for a break", async () => {
    const foreign = await order('manager', server.people.collector3.id, { action: 'LOGOUT' });
    expect(foreign.statusCode).toBe(404);
    const other = await order('manager', server.people.collector2.id, { action: 'LOGOUT' });
    expect(other.statusCode).toBe(404);
    expect((await order('manager', agent, { action: 'BREAK' })).statusCode).toBe(400);
    expect((await order('collector', agent, { action: 'READY' })).statusCode).toBe(403);
  });

  it('logs an agent out: its seat and its sessions end', async () => {
    await move(server.people.collector3.id, { state: 'READY' });
    const out = await order('manager2', server.people.collector3.id, { action: 'LOGOUT' });
    expect(out.json()).toMatchObject({ data: { status: 'LOGGED_OUT' } });
    const answer = await server.call('GET', '/api/v2/dialer/agent/agentStatus', {
      as: 'collector3',
    });
    expect(answer.statusCode).toBe(401);
  });

  it('ends a stream with the session that opened it, at once', async () => {
    const stream = await follow('/api/v2/dialer/agentStatus/events', 'manager2');
    const ended = new Promise((resolve) => stream.response.once('close', () => resolve('ended')));
    expect(stream.response.statusCode).toBe(200);
    await server.taken('POST', '/session/logout', { as: 'manager2' });
    const late = sleep(3000, 'still open');
    expect(await Promise.race([ended, late])).toBe('ended');
  });
});
