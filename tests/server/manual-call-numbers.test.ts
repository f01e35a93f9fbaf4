import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { DialerStatus } from '../../contract/dialer-agent.ts';
import { processName as calledProcess } from '../../server/campaigns/process-name-service.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import { loanOf } from '../support/work.ts';

const server = testServer();

beforeEach(async () => {
  for (const table of ['agent_spans', 'agent_seats', 'dialer_calls', 'campaigns'])
    await server.db.execute(sql`delete from ${sql.identifier(table)}`);
});

it.each(['+91 98111 11111', '09811111111', '9811111111'])(
  'a number that an agent calls by hand as %s is in a call: the dialer does not call it too',
  async (dialledNumber) => {
    const { collector } = server.people;
    await server.db.execute(sql`update users set location = 'D' where id = ${collector.id}`);
    const [callId, loanId] = [newId(), await loanOf(server, 'collector')];
    await server.taken('POST', '/call-disposition', {
      as: 'collector',
      body: { _id: callId, loanId, call_status: 'CALL_STARTED', dialledNumber },
    });
    // As the engine writes it: of several live calls of one number the database takes one.
    const second = await server.db
      .execute(sql`insert into dialer_calls (id, source, loan_id, number, state, placed_at)
      values (${newId()}, 'ENGINE', ${loanId}, '9811111111', 'DIALING', now()) on conflict do nothing returning id`);
    expect(second.rows).toEqual([]);
  },
);

it.each([
  [true, 'Home loans'],
  [false, 'By hand'],
])(
  'is of the process of its seat, whatever the campaign is named later: predictive %s',
  async (isPredictive, shown) => {
    const { collector } = server.people;
    const campaignId = newId();
    await server.db.execute(sql`update users set location = 'D', manual_process = 'By hand',
      predictive_process = 'Pred HL' where id = ${collector.id}`);
    await server.db.execute(
      sql`insert into campaigns (id, name) values (${campaignId}, 'Pred HL')`,
    );
    const username = 'collector';
    const send = async (method: 'POST' | 'PUT', what: string, body: object) =>
      server.taken(method, `/api/v2/dialer/${what}`, { as: username, body: { username, ...body } });
    await send('POST', 'seat', {});
    await send('PUT', 'mode', { isPredictive });
    const [callId, loanId] = [newId(), await loanOf(server, 'collector')];
    const body = { _id: callId, loanId, call_status: 'CALL_STARTED' };
    await server.taken('POST', '/call-disposition', { as: username, body });
    await server.db.execute(sql`update campaigns set name = 'Home loans' where id = ${campaignId}`);
    const status = await server.call('GET', '/api/v2/dialer/agent/agentStatus', { as: username });
    const { processName } = status.json<{ data: DialerStatus }>().data;
    const { rows } = await server.db.execute(
      sql`select ${calledProcess('k')} as name from dialer_calls k where k.id = ${callId}`,
    );
    expect({ seat: processName, calls: rows }).toEqual({ seat: shown, calls: [{ name: shown }] });
  },
);
