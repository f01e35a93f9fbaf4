import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { EventPump } from '../../server/dialer-engine/event-pump.ts';
import { newId } from '../../server/ids.ts';
import { openSimulator } from '../../server/telephony/simulator.ts';
import { engineLease } from '../support/engine-lease.ts';
import { startTestServer } from '../support/server.ts';

it('an event of a call that cannot be ours holds up no other', async () => {
  const server = await startTestServer({ LOG_LEVEL: 'silent' });
  const lease = await engineLease(server.db);
  const telephony = openSimulator(server.context.settings.simulator);
  const pump = new EventPump({
    db: server.db,
    telephony,
    lease: () => lease,
    businessTz: 'UTC',
    graceMs: 1000,
  });
  const callId = newId();
  await server.db
    .execute(sql`insert into dialer_calls (id, source, loan_id, number, state, placed_at)
    values (${callId}, 'ENGINE', ${await server.addLoan()}, '9800000001', 'DIALING', now())`);
  pump.take({ callId: 'channel-17', kind: 'BUSY', at: new Date() });
  pump.take({ callId, kind: 'BUSY', at: new Date() });
  const resultOf = async () =>
    (await server.db.execute(sql`select result from dialer_calls where id = ${callId}`)).rows;
  await expect.poll(resultOf).toEqual([{ result: 'BUSY' }]);
  await pump.stop();
  await telephony.close();
  await server.close();
});
