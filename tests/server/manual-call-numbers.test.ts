import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import { loanOf } from '../support/work.ts';

const server = testServer();

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
    await server.db.execute(sql`update dialer_calls set state = 'ENDED' where id = ${callId}`);
  },
);
